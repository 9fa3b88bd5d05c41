/**
 * What an engine tells whoever listens. Listeners may enqueue commands; they never reach into the
 * engine otherwise, and an engine without listeners does exactly the same (invariant S6).
 */

import type { CandleSpan } from '../../candle/candle-span.js';
import type { Transaction } from '../../ledger/transaction.js';
import type { Instant } from '../../time/instant.js';

/** What became of a command. */
export interface Outcome {
  /** The number that `accept` gave. */
  readonly ticket: number;
  readonly accountID: string;
  readonly requestID: string;
  readonly transactions: readonly Transaction[];
  /** The malformed parameter, when the request was no v20 request at all. */
  readonly badParameter?: string;
}

/** A completed candle that someone asked to hear of. */
export interface CandleOutput {
  readonly instrument: string;
  readonly granularity: string;
  readonly candle: CandleSpan;
}

/** A timer that is due; its number is the one under which it was set. */
export interface TimerOutput {
  readonly timer: number;
  readonly time: Instant;
}

export interface Outputs {
  onTransaction?(transaction: Transaction): void;
  onOutcome?(outcome: Outcome): void;
  /** Every tradeable tick, prices in points. Costs a call a tick; leave it out when not needed. */
  onTick?(slot: number, time: Instant, bid: number, ask: number): void;
  onCandle?(output: CandleOutput): void;
  onTimer?(output: TimerOutput): void;
}
