/**
 * The lines of a captured session: JSON lines that `orrery capture` writes and `orrery compare` and
 * `orrery parity` read. Wall times are RFC 3339 with milliseconds. Tokens are never among them.
 */

import type { Json } from './json.js';

/** The version of the form; a reader refuses others. */
export const CAPTURE_VERSION = 1;

/** The first line of every file. */
export interface CaptureHead {
  readonly kind: 'capture';
  readonly version: number;
  readonly at: string;
  /** The hosts, as given: of requests and of streams. */
  readonly url: string;
  readonly streamUrl: string;
}

/** A request, when the whole of it had come from the client. */
export interface RequestLine {
  readonly kind: 'request';
  readonly at: string;
  /** Counts requests from 1; answers and lines of streams have the number of their request. */
  readonly n: number;
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly path: string;
  /** The body as JSON; as text when it is none. */
  readonly body?: unknown;
  /** Absent: the client's. `capture`: sent by the proxy itself, to record the account. */
  readonly by?: 'capture';
}

/** An answer, when the whole of it had come from the host; of a stream, its head. */
export interface AnswerLine {
  readonly kind: 'answer';
  readonly at: string;
  readonly n: number;
  readonly status: number;
  readonly body?: unknown;
  /** Whether lines follow. */
  readonly stream?: true;
}

/** A line of a stream: a price, a transaction, a heartbeat, or anything else. */
export interface StreamLine {
  readonly kind: 'quote' | 'transaction' | 'heartbeat' | 'line';
  readonly at: string;
  readonly n: number;
  readonly value: unknown;
}

/** The end of a stream, or of a request without an answer. */
export interface EndLine {
  readonly kind: 'end';
  readonly at: string;
  readonly n: number;
  readonly why: string;
}

/** A line of a capture. */
export type CaptureLine = CaptureHead | RequestLine | AnswerLine | StreamLine | EndLine;

/** The kind of a line of a stream. */
export function streamKind(value: Json): StreamLine['kind'] {
  const { type } = value;
  if (type === 'HEARTBEAT') return 'heartbeat';
  if (type === 'PRICE' || (type === undefined && 'bids' in value)) return 'quote';
  return typeof type === 'string' && 'id' in value ? 'transaction' : 'line';
}
