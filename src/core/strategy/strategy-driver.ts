/**
 * A strategy as a driver: turns outputs of the engine into hook calls, and requests of the strategy
 * into commands of its account. A fault in a hook stops the run; the error names the hook and the
 * time.
 */

import { wordsOf } from '../base/words-of.js';
import { DEFAULT_ALIGNMENT } from '../candle/alignment.js';
import { isGranularity } from '../candle/granularity.js';
import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { CandleSubscription } from '../engine/state/candle-subscriptions.js';
import type { EngineSetup } from '../engine/state/engine-state.js';
import type { CandleOutput, Outcome, TimerOutput } from '../engine/state/outputs.js';
import type { Transaction } from '../ledger/transaction.js';
import type { QuoteBoard } from '../market/quote.js';
import type { CalendarEvent } from '../risk/calendar.js';
import { formatRfc3339, type Instant } from '../time/instant.js';
import { callHook } from './call-hook.js';
import { EngineContext, tickOf } from './engine-context.js';
import { strategyEvent } from './event.js';
import { LazyCandle } from './lazy-candle.js';
import type { Strategy } from './strategy.js';
import { StrategyError, type StrategyHook } from './strategy-error.js';

/** The driver of one strategy. */
export class StrategyDriver implements Driver {
  readonly candles: readonly CandleSubscription[];
  readonly wantsTicks: boolean;
  readonly #strategy: Strategy;
  readonly #tellsTransactions: boolean;
  readonly #accountID: string;
  readonly #seed: number;
  #context: EngineContext | undefined;
  #quotes: QuoteBoard | undefined;
  /** The hook that is running; undefined when none is. */
  #hook: StrategyHook | undefined;

  /** @throws StrategyError when the strategy asks for candles that do not exist. */
  constructor(
    strategy: Strategy,
    accountID: string,
    { market, seed }: Pick<EngineSetup, 'market' | 'seed'>,
  ) {
    this.#strategy = strategy;
    this.#accountID = accountID;
    this.#seed = seed;
    const { candles, wantsTicks, wantsTransactions } = readWishes(strategy);
    this.wantsTicks = wantsTicks;
    this.#tellsTransactions = wantsTransactions;
    this.candles = candles.map(({ instrument, granularity }) => {
      const slot = market.findIndex(entry => entry.instrument.name === instrument);
      if (slot < 0)
        throw new StrategyError(`candles of ${instrument}: the scenario's market does not have it`);
      if (!isGranularity(granularity)) {
        throw new StrategyError(`candles of ${instrument}: unknown granularity ${granularity}`);
      }
      return { slot, granularity, alignment: DEFAULT_ALIGNMENT };
    });
  }

  start(engine: Engine): void {
    this.#quotes = engine.state.quotes;
    this.#context = new EngineContext(engine, this.#accountID, this.#seed);
    this.#call('onStart', undefined);
  }

  onTick(slot: number, time: Instant): void {
    if (this.#quotes === undefined) return;
    this.#call('onTick', tickOf(this.#quotes, slot, time));
  }

  onCandle({ instrument, granularity, candle }: CandleOutput): void {
    if (this.#quotes === undefined) return;
    const { displayPrecision } = this.#quotes.instrument(this.#quotes.mustSlot(instrument));
    this.#call('onCandle', new LazyCandle(candle, displayPrecision, instrument, granularity));
  }

  onTimer({ timer, time }: TimerOutput): void {
    const name = this.#context?.takeTimer(timer);
    if (name === undefined) return;
    this.#call('onTimer', { name, time: formatRfc3339(time) });
  }

  onEvent(event: CalendarEvent): void {
    this.#call('onEvent', strategyEvent(event));
  }

  /** A malformed request is a bug of the strategy: no broker would fill it. */
  onOutcome({ accountID, badParameter }: Outcome): void {
    if (badParameter === undefined || accountID !== this.#accountID) return;
    throw new StrategyError(
      `at ${this.#context?.time}: sent a malformed request: Invalid value specified for '${badParameter}'`,
    );
  }

  onTransaction(transaction: Transaction): void {
    if (transaction.accountID !== this.#accountID) return;
    // This is the ledger's own object, so it is frozen: a strategy must not change it.
    if (this.#tellsTransactions) freezeAll(transaction);
    this.#call('onTransaction', transaction);
  }

  /** The error for a hook that was ended from outside; undefined when none was running. */
  stalled(): StrategyError | undefined {
    if (this.#hook === undefined) return undefined;
    return new StrategyError(`${this.#hook} at ${this.#context?.time}: did not return`);
  }

  stop(): void {
    if (this.#context === undefined) return;
    this.#context.isOver = true;
    this.#call('onStop', undefined);
  }

  /** Calls a hook if the strategy has it and the run has started. @throws StrategyError */
  #call(hook: StrategyHook, told: unknown): void {
    const context = this.#context;
    if (context === undefined) return;
    this.#hook = hook;
    callHook(this.#strategy, hook, context, told);
    this.#hook = undefined;
  }
}

/** Reads what the strategy wants to receive. @throws StrategyError when a field of it throws. */
function readWishes(strategy: Strategy) {
  try {
    const candles = (strategy.candles ?? []).map(({ instrument, granularity }) => {
      return { instrument, granularity };
    });
    const wantsTransactions = strategy.onTransaction !== undefined;
    return { candles, wantsTicks: strategy.onTick !== undefined, wantsTransactions };
  } catch (error) {
    throw new StrategyError(`cannot be read: ${wordsOf(error)}`, { cause: error });
  }
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeAll(part);
}
