/**
 * A strategy whose acts are written down call by call, for a run without it.
 */

import type { CandleRows } from '../../../core/candle/candle-rows.js';
import type { Engine } from '../../../core/engine/engine.js';
import type { ReadCommand } from '../../../core/engine/state/command.js';
import type {
  CandleSubscription,
  Outcome,
  TimerOutput,
} from '../../../core/engine/state/outputs.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { CalendarEvent } from '../../../core/risk/calendar.js';
import type { ActWatch } from '../../../core/strategy/hook-watch.js';
import type { LiveDriver } from '../../../core/strategy/live-strategy.js';
import type { StrategyDriver } from '../../../core/strategy/strategy-driver.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import type { Drawings, DrawnMark, DrawnSeries } from '../../../core/strategy/tools/drawings.js';
import type { Instant } from '../../../core/time/instant.js';
import type { CallRecord, StrategyAct, Wishes } from './transcript.js';

/** A call as it is written down; its fault has no place in a source yet. */
export type WrittenCall = Omit<CallRecord, 'fault'> & { readonly fault?: StrategyError };

/**
 * Owns the calls of the strategies that were made together, since the last `takeCalls`. Each call
 * of a hook adds one, each act is noted in its call.
 */
export class Script implements ActWatch {
  #count = 0;
  #acts: StrategyAct[] = [];
  #calls: WrittenCall[] = [];
  #isInCall = false;

  beforeAct(): void {
    if (!this.#isInCall) throw new StrategyError('acted outside of its hooks');
  }

  onCommand(command: ReadCommand): void {
    // A copy: the strategy may change objects that it has given.
    this.#acts.push(['command', JSON.parse(JSON.stringify(command)) as ReadCommand]);
  }

  onTimer(at: Instant, number: number): void {
    this.#acts.push(['timer', at, number]);
  }

  onPlot(at: Instant, value: number, series: Omit<DrawnSeries, 'points'>): void {
    this.#acts.push(['plot', at, value, series]);
  }

  onMark(mark: DrawnMark): void {
    this.#acts.push(['mark', mark]);
  }

  /** Counts a call and writes it down, unless nothing has happened in it. */
  call(driver: StrategyDriver, hooks: () => void): void {
    this.#count += 1;
    const before = driver.hasBegun;
    let fault: StrategyError | undefined;
    this.#isInCall = true;
    try {
      hooks();
    } catch (error) {
      if (error instanceof StrategyError) fault = error;
      throw error;
    } finally {
      this.#isInCall = false;
      const hasBegun = driver.hasBegun && !before;
      if (this.#acts.length > 0 || hasBegun || fault !== undefined) {
        this.#calls.push({
          call: this.#count,
          acts: this.#acts,
          ...(hasBegun && { hasBegun }),
          ...(fault && { fault }),
        });
        this.#acts = [];
      }
    }
  }

  /** The calls since this was asked last. */
  takeCalls(): readonly WrittenCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }
}

/** A driver whose calls are written down. */
export class RecordedDriver implements LiveDriver {
  readonly #driver: StrategyDriver;
  readonly #script: Script;

  /** @param script - also the `acts` that the driver was made with. */
  constructor(driver: StrategyDriver, script: Script) {
    this.#driver = driver;
    this.#script = script;
  }

  get accountID(): string {
    return this.#driver.accountID;
  }

  get candles(): readonly CandleSubscription[] {
    return this.#driver.candles;
  }

  get wantsTicks(): boolean {
    return this.#driver.wantsTicks;
  }

  get wantsCandlesEnd(): boolean {
    return this.#driver.wantsCandlesEnd;
  }

  get hasBegun(): boolean {
    return this.#driver.hasBegun;
  }

  get wishes(): Wishes {
    const { accountID, wantsTicks, wantsCandlesEnd } = this;
    const candles = this.candles.map(({ slot, granularity, isOver }) => {
      return { slot, granularity, isAwaited: isOver !== undefined };
    });
    return { accountID, wantsTicks, wantsCandlesEnd, candles };
  }

  drawn(): Drawings | undefined {
    return this.#driver.drawn();
  }

  start(engine: Engine): void {
    this.#call(driver => driver.start(engine));
  }

  onTick(slot: number, time: Instant): void {
    this.#call(driver => driver.onTick(slot, time));
  }

  onCandle(candle: CandleRows, subscription: CandleSubscription): void {
    this.#call(driver => driver.onCandle(candle, subscription));
  }

  onCandlesEnd(): void {
    this.#call(driver => driver.onCandlesEnd());
  }

  onTimer(output: TimerOutput): void {
    this.#call(driver => driver.onTimer(output));
  }

  onEvent(event: CalendarEvent): void {
    this.#call(driver => driver.onEvent(event));
  }

  /**
   * Always: the run without the strategy counts the same calls, and does not have the strategy's
   * choices.
   */
  wantsTransactions(): boolean {
    return true;
  }

  onTransaction(transaction: Transaction): void {
    this.#call(driver => driver.onTransaction(transaction));
  }

  onOutcome(outcome: Outcome): void {
    this.#call(driver => driver.onOutcome(outcome));
  }

  stop(): void {
    this.#call(driver => driver.stop());
  }

  #call(hooks: (driver: StrategyDriver) => void): void {
    this.#script.call(this.#driver, () => hooks(this.#driver));
  }
}
