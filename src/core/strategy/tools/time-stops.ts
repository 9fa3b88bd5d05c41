/**
 * Time stops: a trade is closed when it has been open for a duration. v20 has no such order, so the
 * strategy's host keeps a timer for each trade and sends the close.
 */

import type { Transaction } from '../../ledger/transaction.js';
import { type Instant, instant, parseDuration, parseInstant } from '../../time/instant.js';
import type { AccountHoldings } from './held-account.js';
import { StrategyError } from './strategy-fault.js';

/** The timer of a trade; it calls no hook of the strategy. */
export class TradeTimer {
  readonly tradeID: string;

  constructor(tradeID: string) {
    this.tradeID = tradeID;
  }
}

/** What time stops need of the host of a strategy. */
export interface TimeStopHost {
  now(): Instant;
  readonly account: Pick<AccountHoldings, 'openTrades'>;
  /** Sets a timer; `at` is after the present. */
  setTradeTimer(timer: TradeTimer, at: Instant): void;
  closeTrade(tradeID: string): void;
}

/** Owns how long trades may be open, by instrument. `set` changes it; each trade has one timer at most. */
export class TimeStops {
  readonly #host: TimeStopHost;
  /** Microseconds by instrument. */
  readonly #limits = new Map<string, number>();
  /** The timer that holds, by trade. */
  readonly #timers = new Map<string, TradeTimer>();

  constructor(host: TimeStopHost) {
    this.#host = host;
  }

  /** Whether trades have to be seen as they open. */
  get isSet(): boolean {
    return this.#limits.size > 0;
  }

  /**
   * Limits how long a trade in `instrument` may be open, from now on and for trades that are open.
   * @param duration - such as `4h`; undefined: no limit.
   * @throws StrategyError for what is no duration above 0.
   */
  set(instrument: string, duration: string | undefined): void {
    if (duration === undefined) {
      this.#limits.delete(instrument);
    } else {
      const micros = parseDuration(String(duration));
      if (micros === undefined || micros <= 0) {
        throw new StrategyError(
          `closeAfter: must be a duration above 0 such as 4h, was ${String(duration)}`,
        );
      }
      this.#limits.set(instrument, micros);
    }
    for (const trade of this.#host.account.openTrades()) {
      if (trade.instrument === instrument) this.#watch(trade.id, instrument, trade.openTime);
    }
  }

  /** Takes a transaction of the account: a fill may open a trade. */
  take(transaction: Transaction): void {
    if (!this.isSet || transaction.type !== 'ORDER_FILL') return;
    const { tradeOpened, instrument, time } = transaction;
    if (tradeOpened !== undefined) this.#watch(tradeOpened.tradeID, instrument, time);
  }

  /** A timer is due: closes its trade if that is still open and the timer was not replaced. */
  fire(timer: TradeTimer): void {
    const { tradeID } = timer;
    if (this.#timers.get(tradeID) !== timer) return;
    this.#timers.delete(tradeID);
    const isOpen = this.#host.account.openTrades().some(({ id }) => id === tradeID);
    if (isOpen) this.#host.closeTrade(tradeID);
  }

  #watch(tradeID: string, instrument: string, openTime: string): void {
    this.#timers.delete(tradeID);
    const limit = this.#limits.get(instrument);
    const opened = parseInstant(openTime)?.at;
    if (limit === undefined || opened === undefined) return;
    const at = instant(opened + limit);
    if (at <= this.#host.now()) {
      this.#host.closeTrade(tradeID);
      return;
    }
    const timer = new TradeTimer(tradeID);
    this.#timers.set(tradeID, timer);
    this.#host.setTradeTimer(timer, at);
  }
}
