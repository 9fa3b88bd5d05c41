/**
 * A strategy as a driver: turns what the engine says into callbacks, and the strategy's wishes
 * into commands of its account.
 */

import { ensureDefined } from '../base/assert.js';
import { DEFAULT_ALIGNMENT } from '../candle/alignment.js';
import { isGranularity } from '../candle/granularity.js';
import type { Transaction } from '../ledger/transaction.js';
import { valueAccount } from '../ledger/valuation.js';
import { formatPoints } from '../market/points.js';
import type { QuoteBoard } from '../market/quote.js';
import { formatRfc3339, type Instant, instant } from '../time/instant.js';
import type { CandleSubscription } from './candle-subscriptions.js';
import type { Driver } from './driver.js';
import type { Engine } from './engine.js';
import { LazyCandle } from './lazy-candle.js';
import type { CandleOutput, Outcome } from './outputs.js';
import type { Scenario } from './scenario.js';
import type { Strategy, StrategyContext, StrategyTick } from './strategy.js';

/** A strategy asked for what the market does not have; the message names it. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}

export class StrategyDriver implements Driver {
  readonly candles: readonly CandleSubscription[];
  readonly wantsTicks: boolean;
  readonly #strategy: Strategy;
  readonly #accountID: string;
  #context: StrategyContext | undefined;
  #quotes: QuoteBoard | undefined;

  /** @throws StrategyError when the strategy wants candles that do not exist. */
  constructor(strategy: Strategy, accountID: string, market: Scenario['market']) {
    this.#strategy = strategy;
    this.#accountID = accountID;
    this.wantsTicks = strategy.onTick !== undefined;
    this.candles = (strategy.candles ?? []).map(({ instrument, granularity }) => {
      const slot = market.findIndex(entry => entry.instrument.name === instrument);
      if (slot < 0)
        throw new StrategyError(`candles of ${instrument}: not in the scenario's market`);
      if (!isGranularity(granularity)) {
        throw new StrategyError(`candles of ${instrument}: unknown granularity ${granularity}`);
      }
      return { slot, granularity, alignment: DEFAULT_ALIGNMENT };
    });
  }

  start(engine: Engine): void {
    this.#quotes = engine.state.quotes;
    this.#context = contextOf(engine, this.#accountID);
    this.#strategy.onStart?.(this.#context);
  }

  onTick(slot: number, time: Instant, bid: number, ask: number): void {
    const context = this.#context;
    if (context === undefined || this.#quotes === undefined) return;
    this.#strategy.onTick?.(context, tickOf(this.#quotes, slot, time, bid, ask));
  }

  onCandle({ instrument, granularity, candle }: CandleOutput): void {
    const context = this.#context;
    if (context === undefined || this.#quotes === undefined) return;
    const { displayPrecision } = this.#quotes.instrument(this.#quotes.mustSlot(instrument));
    const told = new LazyCandle(candle, displayPrecision, instrument, granularity);
    this.#strategy.onCandle?.(context, told);
  }

  /** A malformed order is a bug of the strategy, and no broker would answer it with a fill. */
  onOutcome({ accountID, badParameter }: Outcome): void {
    if (badParameter === undefined || accountID !== this.#accountID) return;
    throw new StrategyError(
      `sent a malformed request: Invalid value specified for '${badParameter}'`,
    );
  }

  onTransaction(transaction: Transaction): void {
    const context = this.#context;
    if (context === undefined || transaction.accountID !== this.#accountID) return;
    this.#strategy.onTransaction?.(context, transaction);
  }
}

function tickOf(
  quotes: QuoteBoard,
  slot: number,
  time: Instant,
  bid: number,
  ask: number,
): StrategyTick {
  const { name, displayPrecision } = quotes.instrument(slot);
  return {
    instrument: name,
    time: formatRfc3339(time),
    bid: formatPoints(bid, displayPrecision),
    ask: formatPoints(ask, displayPrecision),
  };
}

function contextOf(engine: Engine, accountID: string): StrategyContext {
  const cell = engine.account(accountID);
  const { quotes } = engine.state;
  return {
    get time() {
      return formatRfc3339(engine.now);
    },
    accountID,
    account: cell.state,
    value: () => valueAccount(cell.state, cell.market),
    quote(instrument) {
      const slot = quotes.slot(instrument);
      if (slot === undefined || !quotes.isPriced(slot)) return undefined;
      const time = instant(ensureDefined(quotes.time[slot], 'quote time'));
      return tickOf(quotes, slot, time, quotes.bidPoints(slot), quotes.askPoints(slot));
    },
    createOrder: order => engine.accept(accountID, { type: 'CreateOrder', order }),
    submit: command => engine.accept(accountID, command),
  };
}
