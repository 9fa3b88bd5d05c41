/** A request of a client, as properties see it. */

import { present } from '../../../core/base/present.js';
import type { Exchange } from '../../exchange/exchange.js';

/** A request and how it was answered. */
export interface AskedRequest {
  /** Simulated, RFC 3339: when it was asked, and when its answer was over. */
  readonly time: string;
  readonly answered: string;
  /** A v20 operationId; `other` for paths that v20 does not have. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** As it was sent; empty without one. */
  readonly body: string;
  /** 0 when the connection was cut before an answer. */
  readonly status: number;
  /** Seconds of the answer's `Retry-After`; absent without one. */
  readonly retryAfter?: number;
  /** Lines of a stream; absent for other answers. */
  readonly lines?: number;
}

/** The request of an exchange. */
export function askedRequest({
  time,
  answered,
  operation,
  request,
  answer,
}: Exchange): AskedRequest {
  const { method, url, body } = request;
  const { status, headers, lines } = answer;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return {
    ...{ time, answered, operation, method, url, body, status },
    ...present({ retryAfter: Number.isFinite(seconds) ? seconds : undefined, lines }),
  };
}
