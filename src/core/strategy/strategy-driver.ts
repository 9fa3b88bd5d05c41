/**
 * A strategy as a driver: turns outputs of the engine into hook calls, and requests of the strategy
 * into commands of its account. A fault in a hook stops the run; the error names the hook and the
 * time.
 */

import { present } from '../base/present.js';
import { wordsOf } from '../base/words-of.js';
import { DEFAULT_ALIGNMENT } from '../candle/alignment.js';
import type { CandleRows } from '../candle/candle-rows.js';
import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { EngineSetup } from '../engine/state/engine-state.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import type { CandleSubscription, Outcome, TimerOutput } from '../engine/state/outputs.js';
import type { Transaction } from '../ledger/transaction.js';
import type { CalendarEvent } from '../risk/calendar.js';
import { formatRfc3339, type Instant } from '../time/instant.js';
import { callHook } from './call-hook.js';
import { type CandleNeed, candleNeeds, granularityNamed } from './candles/candle-reading.js';
import { type CandleGap, WarmUp } from './candles/warm-up.js';
import { type ContextSetup, EngineContext, tickOf } from './engine-context.js';
import { strategyEvent } from './event.js';
import type { HookWatch } from './hook-watch.js';
import { type CandleKind, LazyCandle } from './lazy-candle.js';
import type { CandleInterest, Strategy } from './strategy.js';
import { ofAccount, StrategyError, type StrategyHook } from './strategy-error.js';
import type { Drawings } from './tools/drawings.js';

/** What a driver is made from, beside its strategy and account. */
export interface DriverSetup
  extends Pick<EngineSetup, 'market' | 'seed'>,
    Pick<ContextSetup, 'draws' | 'timerNumber' | 'acts'> {
  /** Sees its hooks begin and return; absent: nothing does. */
  readonly watch?: HookWatch | undefined;
}

/** When a strategy with a warm-up began, unless that was at the start of the run. */
export interface StrategyDelay {
  readonly accountID: string;
  /** RFC 3339; absent when it never began. */
  readonly began?: string;
  /** The candles that it still waited for at the end. */
  readonly gaps: readonly CandleGap[];
}

/**
 * Owns one strategy in a run: its context, its wait for candles and the hook that runs. Outputs of
 * the engine call hooks. Always: no hook is called before `onStart` or after the end.
 */
export class StrategyDriver implements Driver {
  readonly candles: readonly CandleSubscription[];
  readonly wantsTicks: boolean;
  readonly wantsCandlesEnd: boolean;
  readonly accountID: string;
  readonly #strategy: Strategy;
  readonly #setup: DriverSetup;
  readonly #needs: readonly CandleNeed[];
  /** The candles that the strategy receives; others are awaited until it begins. */
  readonly #told: ReadonlyMap<CandleSubscription, CandleKind>;
  /** The subscription of the last candle, and its kind: mostly the next candle is of the same. */
  #latest: CandleSubscription | undefined;
  #latestKind: CandleKind | undefined;
  /** The candles of this instant so far, for a strategy that receives them together. */
  #ended: LazyCandle[] = [];
  #context: EngineContext | undefined;
  #warmUp: WarmUp | undefined;
  /** When the strategy began, RFC 3339; undefined before. */
  #began: string | undefined;
  /** Whether it did not begin at the start of the run. */
  #isLate = false;
  #engine: Engine | undefined;
  /** The hook that is running; undefined when none is. */
  #hook: StrategyHook | undefined;

  /** @throws StrategyError when the strategy asks for candles that do not exist. */
  constructor(strategy: Strategy, accountID: string, setup: DriverSetup) {
    this.#strategy = strategy;
    this.accountID = accountID;
    this.#setup = setup;
    const { candles, needs, wantsTicks, wantsCandlesEnd } = readWishes(strategy);
    this.wantsTicks = wantsTicks;
    this.wantsCandlesEnd = wantsCandlesEnd;
    this.#needs = needs;
    const told = candles.map(each => subscription(setup.market, each));
    this.#told = new Map(told.map(each => [each, kindOf(setup.market, each)]));
    const isOver = () => this.#began !== undefined;
    const awaited = needs.flatMap(need => {
      const each = subscription(setup.market, need);
      return need.count > 0 ? [{ ...each, isOver }] : [];
    });
    // They come first: a strategy begins before it receives a candle of the same instant.
    this.candles = [...awaited, ...told];
  }

  start(engine: Engine): void {
    const { seed, draws, timerNumber, acts } = this.#setup;
    const setup = { seed, draws, timerNumber, acts, needs: this.#needs };
    const context = new EngineContext(engine, this.accountID, setup);
    this.#engine = engine;
    this.#context = context;
    this.#warmUp = new WarmUp(this.#needs, need => context.known.known(need));
    this.#beginIfWarm();
    this.#isLate = this.#began === undefined;
  }

  onTick(slot: number, time: Instant): void {
    if (this.#engine === undefined) return;
    this.#call('onTick', tickOf(this.#engine.state.quotes, slot, time));
  }

  onCandle(candle: CandleRows, subscription: CandleSubscription): void {
    const kind = this.#kindOf(subscription);
    if (this.#began === undefined && this.candles.includes(subscription)) this.#beginIfWarm();
    if (kind === undefined) return;
    const told = new LazyCandle(candle, kind);
    if (this.wantsCandlesEnd) this.#ended.push(told);
    this.#call('onCandle', told);
  }

  onCandlesEnd(): void {
    if (this.#ended.length === 0) return;
    const ended = this.#ended;
    this.#ended = [];
    this.#call('onCandles', ended);
  }

  onTimer({ timer, time }: TimerOutput): void {
    const name = this.#context?.takeTimer(timer);
    if (name === undefined) return;
    if (typeof name !== 'string') this.#context?.tools.fire(name);
    else this.#call('onTimer', { name, time: formatRfc3339(time) });
  }

  onEvent(event: CalendarEvent): void {
    this.#call('onEvent', strategyEvent(event));
  }

  /** A malformed request is a bug of the strategy: no broker would fill it. */
  onOutcome({ accountID, badParameter }: Outcome): void {
    if (badParameter === undefined || accountID !== this.accountID) return;
    const rule = `sent a malformed request: Invalid value specified for '${badParameter}'`;
    throw ofAccount(new StrategyError(`at ${this.#context?.time}: ${rule}`), accountID);
  }

  /** Linked orders and time stops are watched too. */
  wantsTransactions(): boolean {
    return this.#hasTransactionHook || this.#context?.tools.needsTransactions === true;
  }

  onTransaction(transaction: Transaction): void {
    if (transaction.accountID !== this.accountID) return;
    this.#context?.tools.takeTransaction(transaction);
    // This is the ledger's own object, so it is frozen: a strategy must not change it.
    if (this.#hasTransactionHook) freezeAll(transaction);
    this.#call('onTransaction', transaction);
  }

  /** Whether it has the candles that it waits for: hooks are called from then on. */
  get hasBegun(): boolean {
    return this.#began !== undefined;
  }

  /** What the strategy has drawn so far; undefined when it has drawn nothing. */
  drawn(): Drawings | undefined {
    return this.#context?.tools.drawn();
  }

  /** The error for a hook that was ended from outside; undefined when none was running. */
  stalled(): StrategyError | undefined {
    if (this.#hook === undefined) return undefined;
    const words = `${this.#hook} at ${this.#context?.time}: did not return in time, and was ended`;
    return ofAccount(new StrategyError(words), this.accountID);
  }

  stop(): void {
    if (this.#context === undefined) return;
    this.#context.isOver = true;
    this.#call('onStop', undefined);
  }

  /** How late the strategy began; undefined when it began at the start of the run. */
  get delay(): StrategyDelay | undefined {
    if (!this.#isLate) return undefined;
    const gaps = this.#began === undefined ? (this.#warmUp?.gaps() ?? []) : [];
    return { accountID: this.accountID, ...present({ began: this.#began }), gaps };
  }

  /** Asked each time: a strategy may get the hook later, for one in `onStart`. */
  get #hasTransactionHook(): boolean {
    return 'onTransaction' in this.#strategy;
  }

  /** What the strategy is told of the candles of `subscription`; undefined when it is told nothing. */
  #kindOf(subscription: CandleSubscription): CandleKind | undefined {
    if (subscription !== this.#latest) {
      this.#latest = subscription;
      this.#latestKind = this.#told.get(subscription);
    }
    return this.#latestKind;
  }

  #beginIfWarm(): void {
    if (this.#began !== undefined || this.#warmUp?.isDone() !== true) return;
    this.#began = this.#context?.time;
    this.#call('onStart', undefined);
  }

  /** Calls a hook if the strategy has it and has begun. @throws StrategyError */
  #call(hook: StrategyHook, told: unknown): void {
    const context = this.#context;
    const engine = this.#engine;
    if (context === undefined || engine === undefined || this.#began === undefined) return;
    this.#hook = hook;
    context.tools.beginHook(told);
    const { watch } = this.#setup;
    watch?.onHook(hook, this.accountID, engine.now);
    try {
      callHook(this.#strategy, hook, context, told);
    } catch (error) {
      throw ofAccount(error, this.accountID);
    } finally {
      watch?.onReturn();
    }
    this.#hook = undefined;
  }
}

/** The subscription to candles. @throws StrategyError when there are no such candles. */
function subscription(
  market: DriverSetup['market'],
  { instrument, granularity }: CandleInterest,
): CandleSubscription {
  const what = `candles of ${instrument}`;
  const slot = market.findIndex(entry => entry.instrument.name === instrument);
  if (slot < 0) throw new StrategyError(`${what}: the scenario's market does not have it`);
  return { slot, granularity: granularityNamed(what, granularity), alignment: DEFAULT_ALIGNMENT };
}

function kindOf(
  market: DriverSetup['market'],
  { slot, granularity }: CandleSubscription,
): CandleKind {
  const { name, displayPrecision } = (market[slot] as MarketEntry).instrument;
  return { instrument: name, granularity, displayPrecision };
}

/** Reads what the strategy receives. @throws StrategyError when a field of it throws. */
function readWishes(strategy: Strategy) {
  try {
    const candles = (strategy.candles ?? []).map(({ instrument, granularity }) => {
      return { instrument, granularity };
    });
    const needs = candleNeeds(strategy);
    const wantsCandlesEnd = strategy.onCandles !== undefined;
    return { candles, needs, wantsTicks: strategy.onTick !== undefined, wantsCandlesEnd };
  } catch (error) {
    if (error instanceof StrategyError) throw error;
    throw new StrategyError(`cannot be read: ${wordsOf(error)}`, { cause: error });
  }
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeAll(part);
}
