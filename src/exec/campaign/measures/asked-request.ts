/** What properties see of a request of a client. */

import { present } from '../../../core/base/present.js';
import type { AskedRequest } from '../../exchange/asked-request.js';
import type { Exchange } from '../../exchange/exchange.js';

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
