/**
 * A request of the program with its answer, as texts and without tokens. A stream has the number of its
 * lines in place of them: they are prices and transactions of the run.
 */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { soundsSecret, withoutSecrets } from '../../broker/api/http/answer/log.js';
import { present } from '../../core/base/present.js';
import { formatRfc3339, type Instant } from '../../core/time/instant.js';
import type { TappedRequest, TappedResponse } from '../front/tapped.js';

/** One request with its answer. */
export interface Exchange {
  /** Simulated, RFC 3339: when it was asked, and when its answer was over. */
  readonly time: string;
  readonly answered: string;
  /** A v20 operationId; `other` for paths that v20 does not have. */
  readonly operation: string;
  readonly request: {
    readonly method: string;
    /** The host as the program named it. */
    readonly host: string;
    /** Path and query; values that look like secrets are blanked. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The body as it was sent; empty without one. */
    readonly body: string;
  };
  readonly answer: {
    /** 0 when the connection was cut before an answer. */
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Decoded; of a stream empty. */
    readonly body: string;
    /** Lines of a stream. */
    readonly lines?: number;
  };
}

/** What an exchange is known by. */
export interface ExchangeKey {
  readonly operation: string;
  readonly time: Instant;
  /** Whether its answer is a stream. */
  readonly isStream: boolean;
}

/** Headers that hold a login, beside those whose name says so. */
const COOKIE = /cookie/;

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The exchange of a request whose answer is over. */
export function exchangeOf(
  request: TappedRequest,
  response: TappedResponse,
  { operation, time, isStream }: ExchangeKey,
  answered: Instant,
): Exchange {
  const { method = '', headers, url = '/' } = request;
  const sent = response.sentHeaders;
  return {
    time: formatRfc3339(time),
    answered: formatRfc3339(answered),
    operation,
    request: {
      method,
      host: headers.host ?? '',
      url: withoutSecrets(url),
      headers: plainHeaders(headers),
      body: request.body.toString('utf8'),
    },
    answer: {
      status: statusOf(response),
      headers: plainHeaders(sent),
      body: decoded(response.body, sent['content-encoding'] ?? ''),
      ...present({ lines: isStream && response.headersSent ? response.lines : undefined }),
    },
  };
}

/** The status that was answered; 0 when the connection was cut before an answer. */
export function statusOf({ headersSent, statusCode }: TappedResponse): number {
  return headersSent ? statusCode : 0;
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !soundsSecret(name) && !COOKIE.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** A body as text. One that was cut cannot be decoded, and is empty. */
function decoded(body: Buffer, encoding: string): string {
  const decode = DECODERS[encoding];
  if (decode === undefined || body.length === 0) return body.toString('utf8');
  try {
    return decode(body).toString('utf8');
  } catch {
    return '';
  }
}
