/**
 * Takes the place of a strategy whose hooks run in another thread: at each call it repeats what the
 * strategy did there. Invariant: both runs call at the same places.
 */

import { assert, ensureDefined } from '../../../core/base/assert.js';
import { DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import type { Engine } from '../../../core/engine/engine.js';
import type { CandleSubscription } from '../../../core/engine/state/outputs.js';
import type { LiveDriver } from '../../../core/strategy/live-strategy.js';
import { ofAccount, StrategyError } from '../../../core/strategy/strategy-error.js';
import { DrawingBoard, type Drawings } from '../../../core/strategy/tools/drawings.js';
import type { CallRecord, StrategyAct, WishedCandles, Wishes } from './transcript.js';

/**
 * Owns the calls of the strategies that were made together, as another thread wrote them down.
 * `give` adds the calls of a step, `next` takes one. Always: a call is taken once, in order.
 */
export class Playback {
  readonly whys: WeakMap<StrategyError, string>;
  #count = 0;
  #calls: readonly CallRecord[] = [];
  /** The place in `#calls` of the next one. */
  #next = 0;

  /** @param whys - takes the text with the place in the source of each fault. */
  constructor(whys: WeakMap<StrategyError, string>) {
    this.whys = whys;
  }

  /** Gives the calls that are still to come, once those before are done. */
  give(calls: readonly CallRecord[]): void {
    this.checkDone();
    this.#calls = calls;
    this.#next = 0;
  }

  /** Counts a call. @returns what happened in it; undefined when nothing did. */
  next(): CallRecord | undefined {
    this.#count += 1;
    const next = this.#calls[this.#next];
    if (next?.call !== this.#count) return undefined;
    this.#next += 1;
    return next;
  }

  /** @throws InvariantError when calls were written down that did not come. */
  checkDone(): void {
    const isDone = this.#next === this.#calls.length;
    assert(isDone, 'Invariant: both runs call at the same places', this.#count);
  }
}

/**
 * A driver that repeats what was written down. Owns the drawings that it repeats; each hook takes
 * its call from the playback.
 */
export class EchoDriver implements LiveDriver {
  readonly accountID: string;
  readonly candles: readonly CandleSubscription[];
  readonly wantsTicks: boolean;
  readonly wantsCandlesEnd: boolean;
  readonly #playback: Playback;
  readonly #board = new DrawingBoard();
  #engine: Engine | undefined;
  #hasBegun = false;

  constructor(wishes: Wishes, playback: Playback) {
    const { accountID, candles, wantsTicks, wantsCandlesEnd } = wishes;
    this.accountID = accountID;
    this.wantsTicks = wantsTicks;
    this.wantsCandlesEnd = wantsCandlesEnd;
    this.candles = candles.map(each => this.#subscription(each));
    this.#playback = playback;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  drawn(): Drawings | undefined {
    return this.#board.drawn();
  }

  start(engine: Engine): void {
    this.#engine = engine;
    this.#repeat();
  }

  onTick(): void {
    this.#repeat();
  }

  onCandle(): void {
    this.#repeat();
  }

  onCandlesEnd(): void {
    this.#repeat();
  }

  onTimer(): void {
    this.#repeat();
  }

  onEvent(): void {
    this.#repeat();
  }

  wantsTransactions(): boolean {
    return true;
  }

  onTransaction(): void {
    this.#repeat();
  }

  onOutcome(): void {
    this.#repeat();
  }

  stop(): void {
    this.#repeat();
  }

  #subscription({ slot, granularity, isAwaited }: WishedCandles): CandleSubscription {
    const subscription = { slot, granularity, alignment: DEFAULT_ALIGNMENT };
    return isAwaited ? { ...subscription, isOver: () => this.#hasBegun } : subscription;
  }

  #repeat(): void {
    const record = this.#playback.next();
    if (record === undefined) return;
    for (const act of record.acts) this.#do(act);
    if (record.hasBegun === true) this.#hasBegun = true;
    if (record.fault === undefined) return;
    const fault = ofAccount(new StrategyError(record.fault.message), this.accountID);
    this.#playback.whys.set(fault, record.fault.why);
    throw fault;
  }

  #do(act: StrategyAct): void {
    const engine = ensureDefined(this.#engine, 'engine of', this.accountID);
    switch (act[0]) {
      case 'command':
        engine.accept(this.accountID, act[1]);
        return;
      case 'timer':
        engine.setTimer(act[1], act[2]);
        return;
      case 'plot':
        this.#board.plot(act[1], act[2], act[3]);
        return;
      default:
        this.#board.mark(act[1]);
    }
  }
}
