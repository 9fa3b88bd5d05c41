/**
 * Completed candles for those who asked: a candle is announced at the instant at which its bucket
 * ends, before any tick of that instant, and only when it had a tick. Costs one comparison a tick.
 */

import { type Alignment, bucketEnd, bucketStart } from '../candle/alignment.js';
import { CandleSpan } from '../candle/candle-span.js';
import type { Granularity } from '../candle/granularity.js';
import type { CandleSeries } from '../candle/series.js';
import type { Instant } from '../time/instant.js';
import { type EngineState, Rank } from './state.js';
import type { Stage } from './step.js';

export interface CandleSubscription {
  readonly slot: number;
  readonly granularity: Granularity;
  readonly alignment: Alignment;
}

export class CandleSubscriptions {
  readonly #subscriptions: readonly CandleSubscription[];
  /** Start of the open bucket, by subscription; -1 when none is open. */
  readonly #open: number[];
  /** First row of the open bucket, by subscription. */
  readonly #firstRow: number[];
  /** By slot: 1 while some subscription has no open bucket. */
  readonly #awaits: Uint8Array;

  constructor(slots: number, subscriptions: readonly CandleSubscription[]) {
    this.#subscriptions = subscriptions;
    this.#open = subscriptions.map(() => -1);
    this.#firstRow = subscriptions.map(() => -1);
    this.#awaits = new Uint8Array(slots);
    for (const { slot } of subscriptions) this.#awaits[slot] = 1;
  }

  /** Whether the next tick of `slot` opens a bucket of some subscription. */
  awaitsTick(slot: number): boolean {
    return this.#awaits[slot] === 1;
  }

  /** Opens the buckets that hold `time`, that of the latest row, and schedules their ends. */
  open(state: EngineState, slot: number, time: Instant): void {
    this.#subscriptions.forEach((subscription, index) => {
      if (subscription.slot !== slot || this.#open[index] !== -1) return;
      const { granularity, alignment } = subscription;
      const start = bucketStart(time, granularity, alignment);
      this.#open[index] = start;
      this.#firstRow[index] = (state.candles[slot] as CandleSeries).length - 1;
      const end = bucketEnd(start, granularity, alignment);
      state.queue.push(end, Rank.DRIVER, { kind: 'candle', slot, subscription: index });
    });
    this.#awaits[slot] = 0;
  }

  /** Announces the candle whose bucket ends now: it holds every row since it was opened. */
  close(stage: Stage, slot: number, index: number): void {
    const { granularity } = this.#subscriptions[index] as CandleSubscription;
    const { state, outputs } = stage;
    const start = this.#open[index] as number;
    this.#open[index] = -1;
    this.#awaits[slot] = 1;
    const series = state.candles[slot] as CandleSeries;
    const candle = new CandleSpan(series, this.#firstRow[index] as number, series.length, start);
    const { name } = state.quotes.instrument(slot);
    outputs.onCandle?.({ instrument: name, granularity, candle });
  }
}
