/**
 * Runs a strategy against Orrery with its clock in manual mode: the backtest over HTTP. The clock
 * is turned to each instant at which a backtest would call the strategy, and stands there during
 * the call: after each tick or event that wrote a transaction, after each tick for a strategy with
 * `onTick`, and where a candle ends or a timer is due, before the ticks of that instant. Commands
 * are sent after all ticks of their instant. Invariant: the ledger equals that of the backtest.
 * Decision 0005.
 */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { TurnStop } from '../../core/run/turn-end.js';
import type { Strategy } from '../../core/strategy/strategy.js';
import { type Instant, instant } from '../../core/time/instant.js';
import type { HostCandleWatch } from './market/candle-watch.js';
import type { HostClockState, ManualClock } from './market/manual-clock.js';
import type { HostQuote, RemoteMarket } from './market/remote-market.js';
import type { TickFeed } from './market/tick-feed.js';
import type { EventList } from './risk/event-list.js';
import type { Trader } from './trader.js';

export interface ManualRunParts {
  readonly strategy: Strategy;
  readonly market: RemoteMarket;
  readonly candles: HostCandleWatch;
  readonly trader: Trader;
  readonly clock: ManualClock;
  readonly events: EventList;
  /** The ticks, for a strategy with `onTick`. */
  readonly feed: TickFeed | undefined;
  /** Ends the run before the end of the window. */
  readonly signal: AbortSignal;
}

/**
 * Owns the state of the host's clock and the instant of the last reading. Only `run` moves them,
 * forward; the strategy is called before time moves on.
 */
export class ManualRun {
  readonly #parts: ManualRunParts;
  /** Whether orders have been linked or trades timed: from then on transactions are read as they come. */
  #needsTransactions = false;
  /** State of the clock now, and when prices and transactions were last read. */
  #at: HostClockState;
  #readAt: HostClockState;
  /** What the last tick changed. */
  #lastQuote: HostQuote | undefined;

  /** @param at - state of the clock; the market has been read at that instant. */
  constructor(parts: ManualRunParts, at: HostClockState) {
    this.#parts = parts;
    this.#at = at;
    this.#readAt = at;
  }

  /** Where the clock stops besides the ends of candles and timers. */
  get #until(): TurnStop | undefined {
    const { strategy, trader } = this.#parts;
    if (strategy.onTick !== undefined) return 'tick';
    this.#needsTransactions ||= trader.needsTransactions;
    return strategy.onTransaction !== undefined || this.#needsTransactions
      ? 'transaction'
      : undefined;
  }

  /** Runs to the end of the window. */
  async run(): Promise<void> {
    const { signal, trader } = this.#parts;
    while (!signal.aborted) {
      const due = this.#due();
      if (trader.hasCommands && due > this.#at.now) {
        await this.#finishInstant();
      } else if (!(await this.#turn(due, 'timers'))) {
        // Without news the clock stands at the requested instant, or the window is over.
        if (this.#at.now < due) return;
        await this.#tellDue();
      }
    }
  }

  /** Sends commands when no tick of this instant is left that the strategy must see first. */
  async #finishInstant(): Promise<void> {
    const { clock, trader } = this.#parts;
    if (this.#until !== undefined) {
      if (await this.#turn(this.#at.now, 'commands')) return;
      // There may have been ticks without news; the effects of commands are valued at their prices.
      await this.#read();
    }
    await trader.sendAll();
    this.#at = await clock.look();
    this.#readAt = { ...this.#readAt, transactions: this.#at.transactions };
  }

  /** The next unreported end of a candle or timer, or the end of the window. */
  #due(): Instant {
    const { candles, trader, events } = this.#parts;
    return instant(Math.min(candles.due, trader.timers.due, events.due, this.#at.end));
  }

  /** Turns the clock and reports what happened. @returns whether anything happened. */
  async #turn(to: Instant, through: 'timers' | 'commands'): Promise<boolean> {
    const { clock, market } = this.#parts;
    const before = this.#at;
    this.#at = await clock.turn({ to, through, until: this.#until });
    market.sawTime(this.#at.now);
    if (this.#until === undefined) return false;
    const { ticks, transactions } = this.#at;
    const isTick = this.#until === 'tick' && ticks > before.ticks;
    if (!isTick && transactions === before.transactions) return false;
    const news = await this.#read();
    for (const transaction of news.transactions) this.#parts.trader.tellTransaction(transaction);
    market.account.settle();
    if (isTick) this.#tellTick(news.quotes);
    return true;
  }

  /**
   * Reports a tick that changes nothing as another tick of the instrument that had the last one.
   */
  #tellTick(changed: readonly HostQuote[]): void {
    const [quote = this.#lastQuote] = changed;
    this.#lastQuote = quote;
    if (quote?.at !== this.#at.now || !quote.isTradeable) return;
    this.#parts.trader.tellTick(quote.tick);
  }

  async #tellDue(): Promise<void> {
    const { candles, trader, market, events } = this.#parts;
    const { now, ticks } = this.#at;
    const [complete, news] = await Promise.all([candles.read(now, ticks), this.#read()]);
    // Only a strategy without `onTransaction` can have unreported transactions here.
    for (const transaction of news.transactions) trader.tellTransaction(transaction);
    market.account.settle();
    for (const { candle } of complete) candles.store.add(candle, [candle]);
    for (const event of events.dueBy(now)) trader.tellEvent(event);
    trader.beginIfWarm();
    for (const { candle, isTold } of complete) if (isTold) trader.tellCandle(candle);
    trader.tellCandlesEnd();
    for (const timer of trader.timers.dueBy(now)) trader.tellTimer(timer);
  }

  /** Reads the values; without an open trade nothing in an account depends on prices. */
  async #readValues(): Promise<void> {
    const { market } = this.#parts;
    if (market.account.hasOpenTrades) await market.readValues();
  }

  /** Reads what has changed since the last reading. */
  async #read(): Promise<{ quotes: readonly HostQuote[]; transactions: readonly Transaction[] }> {
    const { market, feed } = this.#parts;
    const hasTicks = this.#at.ticks > this.#readAt.ticks;
    const hasTransactions = this.#at.transactions > this.#readAt.transactions;
    this.#readAt = this.#at;
    const [quotes, transactions] = await Promise.all([
      hasTicks ? (feed?.read() ?? market.readPrices()) : [],
      hasTransactions ? market.newTransactions() : [],
      hasTransactions ? market.readAccount() : hasTicks ? this.#readValues() : undefined,
    ]);
    return { quotes, transactions };
  }
}
