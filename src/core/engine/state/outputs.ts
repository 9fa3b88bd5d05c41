/**
 * What an engine sends to its listeners. A listener may enqueue commands and does nothing else to
 * the engine. An engine without listeners has the same results (invariant S6).
 */

import type { Alignment } from '../../candle/alignment.js';
import type { CandleRows } from '../../candle/candle-rows.js';
import type { Granularity } from '../../candle/granularity.js';
import type { Transaction } from '../../ledger/transaction.js';
import type { CalendarEvent } from '../../risk/calendar.js';
import type { RiskBreach } from '../../risk/risk-book.js';
import type { Instant } from '../../time/instant.js';

/** The result of a command. */
export interface Outcome {
  /** The number that `accept` returned. */
  readonly ticket: number;
  readonly accountID: string;
  /** 17 digits as text. */
  readonly requestID: string;
  /** The transactions that the command wrote, in order. */
  readonly transactions: readonly Transaction[];
  /** The malformed parameter, when the request was not a v20 request. */
  readonly badParameter?: string;
}

/** The candles that a subscriber receives: of the instrument in `slot`. */
export interface CandleSubscription {
  /** Slot of the instrument. */
  readonly slot: number;
  readonly granularity: Granularity;
  readonly alignment: Alignment;
  /** Asked after each candle: whether no more are wanted. Default: they are wanted to the end. */
  readonly isOver?: () => boolean;
}

/** A timer that is due; `timer` is the number that was set. */
export interface TimerOutput {
  readonly timer: number;
  readonly time: Instant;
}

/** The listeners of an engine. */
export interface Outputs {
  /** Every committed transaction, in commit order. */
  onTransaction?(transaction: Transaction): void;
  /**
   * Whether `onTransaction` has to be called now; default yes. A fill without a subscriber need not
   * be written out.
   */
  wantsTransactions?(): boolean;
  /** The result of each command, after its transactions. */
  onOutcome?(outcome: Outcome): void;
  /**
   * Every tradeable tick; prices in points. It costs one call per tick, so leave it out when not
   * needed.
   */
  onTick?(slot: number, time: Instant, bid: number, ask: number): void;
  /**
   * A completed candle.
   * @param candle - valid during the call only: the same object holds the next candle.
   * @param subscription - that of one listener, though all listeners are called.
   */
  onCandle?(candle: CandleRows, subscription: CandleSubscription): void;
  /** After the candles of one instant; absent where no listener needs it. */
  onCandlesEnd?(): void;
  /** An event of the calendar, before the candles and ticks of its instant. */
  onEvent?(event: CalendarEvent): void;
  /** A rule of risk that was broken, after what it did. */
  onBreach?(breach: RiskBreach): void;
  onTimer?(output: TimerOutput): void;
}
