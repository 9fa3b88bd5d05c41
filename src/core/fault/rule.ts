/**
 * Rules of faults: what goes wrong, for which requests, when and how often.
 * docs/reference/faults.md describes every field. A rule is JSON as it was given, and is read when
 * it is used.
 */

import type { RejectReason } from '../reason/reject-reasons.js';
import type { Instant } from '../time/instant.js';
import type { Weekly } from './weekly.js';

/** A rule as it was given, checked, with the id that it was given under. */
export type GivenRule = Readonly<Record<string, unknown>> & { readonly id: string };

/** The answer that a client gets instead of its own. */
export interface ErrorAnswer {
  /** 400 to 599. */
  readonly status: number;
  readonly errorMessage?: string | undefined;
  readonly errorCode?: string | undefined;
  /** Seconds in the `Retry-After` header. */
  readonly retryAfter?: number | undefined;
}

/** A range of microseconds, both ends included; equal for a fixed length. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What goes wrong with a stream. Times are wall microseconds, sizes are bytes of the answer's body. */
export interface StreamFault {
  readonly latency?: number | undefined;
  readonly jitter?: number | undefined;
  /** Bytes a second. */
  readonly bandwidth?: number | undefined;
  /** Most bytes of a chunk. */
  readonly slicing?: number | undefined;
  /** Bytes after which the connection is closed. */
  readonly limitData?: number | undefined;
  readonly slowClose?: number | undefined;
  /** Lines that pass before `silent`, `timeout` or `reset` happens. */
  readonly afterLines?: number | undefined;
  readonly silent?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly reset?: boolean | undefined;
  readonly noHeartbeats?: boolean | undefined;
  /** Types of lines that are lost, sent twice, or sent after the line behind them. */
  readonly lose?: string | undefined;
  readonly duplicate?: string | undefined;
  readonly reorder?: string | undefined;
  /** Probability for each line of such a type; default: 1. */
  readonly chance?: number | undefined;
}

/** What goes wrong with the market of one instrument. Prices in points. */
export interface MarketFault {
  readonly instrument: string;
  readonly halt?: 'ALL' | 'BID' | 'ASK' | undefined;
  readonly reduceOnly?: 'ALL' | 'BID' | 'ASK' | undefined;
  readonly spread?: number | undefined;
  readonly gap?: number | undefined;
  readonly liquidity?: number | undefined;
}

/** A rule that has been read. */
export interface FaultRule {
  readonly id: string;
  /** An operationId, or `*` for all. */
  readonly operation: string;
  /** 0 to 1; default: 1. */
  readonly probability: number;
  /** Requests that pass first; default: 0. */
  readonly after: number;
  /** Most faults of the rule; default: Infinity. */
  readonly count: number;
  /** The simulated span in which it holds: first instant, and end, exclusive. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  /** The span of each week in which it holds, between `from` and `to`. */
  readonly weekly: Weekly | undefined;
  readonly seed: number;
  readonly error: ErrorAnswer | undefined;
  readonly reset: boolean;
  /** Whether the request takes effect before its answer is lost or late. */
  readonly applied: boolean;
  /** Wall microseconds. */
  readonly latency: Range | undefined;
  /** Simulated microseconds in which reads do not know a new order. */
  readonly lag: Range | undefined;
  readonly reject: RejectReason | undefined;
  readonly stream: StreamFault | undefined;
  readonly market: MarketFault | undefined;
}
