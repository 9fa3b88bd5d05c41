/**
 * The log's entry of a request that is answered now. Only numbers and texts that exist already are
 * kept; the rest is made when the entry is read, so that a server without a reader pays little.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatRfc3339, type Instant } from '../../../core/time/instant.js';
import type { LoggedRequest } from '../control/schema/page/requests.js';
import { withoutSecrets } from '../http/answer/log.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ids of the transactions that a write made; undefined for any other request. */
    transactionIDs: readonly string[] | undefined;
    /** Id of the rule of faults that disturbed it; undefined for nearly all. */
    disturbedBy: string | undefined;
  }
}

/** Characters of a body that are kept. */
const BODY_MAX = 2_048;
const ERROR_FROM = 400;
const ROUND = 1_000;
/** What a request came from, by its sender. */
const ORIGINS = {
  client: 'client',
  nobody: 'client',
  control: 'control',
  guest: 'control',
  page: 'page',
} as const;

/** What an answer is known by when it leaves. */
export interface AnswerRecord {
  /** Simulated. */
  readonly now: Instant;
  /** The HTTP status; 0 when the connection was cut instead. */
  readonly status: number;
  /** The body as it is sent; undefined where there is none. */
  readonly payload?: unknown;
}

/** Makes the entry of a request. @returns a function that describes it, always by the same object. */
export function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { now, status, payload }: AnswerRecord,
): () => LoggedRequest {
  const { id, method, url, sender, operationId, transactionIDs, disturbedBy } = request;
  const { accountID } = (request.params ?? {}) as { readonly accountID?: string };
  const latencyMs = Math.round(reply.elapsedTime * ROUND) / ROUND;
  const wall = Date.now();
  const body = keptBody(request);
  const error = status >= ERROR_FROM && typeof payload === 'string' ? payload : undefined;
  let made: LoggedRequest | undefined;
  return () => {
    made ??= {
      id,
      time: formatRfc3339(now),
      wall: new Date(wall).toISOString(),
      method,
      path: withoutSecrets(url),
      status,
      latencyMs,
      origin: ORIGINS[sender],
      ...given({ operationId, accountID, fault: disturbedBy }),
      ...(transactionIDs === undefined ? {} : { transactionIDs: [...transactionIDs] }),
      ...given({ body: textOf(body), errorMessage: sentenceIn(error) }),
    };
    return made;
  };
}

/** The fields that have a value. */
function given<Name extends string>(
  fields: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const entries = Object.entries<string | undefined>(fields);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<
    Record<Name, string>
  >;
}

/** The body of a write: as it is while it is small, else its beginning. */
function keptBody({ method, body, headers }: FastifyRequest): unknown {
  if (method === 'GET' || method === 'HEAD' || body === undefined) return undefined;
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return length <= BODY_MAX ? body : textOf(body);
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return JSON.stringify(body).slice(0, BODY_MAX);
}

/** The sentence for people in an error's body. */
function sentenceIn(payload: string | undefined): string | undefined {
  if (payload === undefined) return undefined;
  try {
    const { errorMessage } = JSON.parse(payload) as { readonly errorMessage?: string };
    return errorMessage;
  } catch {
    return undefined;
  }
}
