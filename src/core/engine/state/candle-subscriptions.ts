/**
 * Completed candles for subscribers. A candle is announced at the instant at which its bucket ends,
 * before any tick of that instant, and only when it holds a tick, which may lie before the window
 * of the run. Candles of one instant come in the order of the subscriptions. The cost is one
 * comparison per tick.
 */

import { bucketEnd, bucketStart } from '../../candle/alignment.js';
import { CandleSpan } from '../../candle/candle-span.js';
import type { CandleSeries } from '../../candle/series.js';
import type { Instant } from '../../time/instant.js';
import { type EngineEvent, type EngineState, Rank } from './engine-state.js';
import type { CandleSubscription, Outputs } from './outputs.js';

/** A subscription and its open bucket. */
interface Watch {
  readonly subscription: CandleSubscription;
  readonly event: EngineEvent;
  readonly rank: number;
  /** Start of the open bucket, microseconds; NONE when no bucket is open, OVER after the last. */
  start: number;
  /** The first row of the open bucket. */
  firstRow: number;
}

const NONE = -1;
const OVER = -2;

/** Opens the bucket that starts at `start`, from row `row` on, and schedules its end. */
function begin({ queue }: EngineState, watch: Watch, start: Instant, row: number): void {
  watch.start = start;
  watch.firstRow = row;
  const { granularity, alignment } = watch.subscription;
  queue.push(bucketEnd(start, granularity, alignment), watch.rank, watch.event);
}

/** The candle subscriptions of one engine. */
export class CandleSubscriptions {
  readonly #watches: readonly Watch[];
  /** The same subscriptions by slot. */
  readonly #bySlot: readonly (readonly Watch[])[];
  /** By slot: 1 while a subscription has no open bucket. */
  readonly #awaits: Uint8Array;

  constructor(slots: number, subscriptions: readonly CandleSubscription[]) {
    const watches = subscriptions.map((subscription, index) => ({
      subscription,
      event: { kind: 'candle', slot: subscription.slot, subscription: index } as const,
      rank: Rank.CANDLE + index / subscriptions.length,
      start: NONE,
      firstRow: NONE,
    }));
    this.#watches = watches;
    this.#bySlot = Array.from({ length: slots }, (_, slot) =>
      watches.filter(watch => watch.subscription.slot === slot),
    );
    this.#awaits = new Uint8Array(slots);
    for (const { slot } of subscriptions) this.#awaits[slot] = 1;
  }

  /** Whether the next tick of `slot` opens a bucket of a subscription. */
  awaitsTick(slot: number): boolean {
    return this.#awaits[slot] === 1;
  }

  /** Opens the buckets that hold `time`, the time of the latest row, and schedules their ends. */
  open(state: EngineState, slot: number, time: Instant): void {
    const row = (state.candles[slot] as CandleSeries).length - 1;
    for (const watch of this.#bySlot[slot] ?? []) {
      if (watch.start !== NONE) continue;
      const { granularity, alignment } = watch.subscription;
      begin(state, watch, bucketStart(time, granularity, alignment), row);
    }
    this.#awaits[slot] = 0;
  }

  /** Opens the buckets that hold the start of the window and already have ticks from before it. */
  resume(state: EngineState): void {
    for (const watch of this.#watches) {
      const { slot, granularity, alignment } = watch.subscription;
      const series = state.candles[slot] as CandleSeries;
      const start = bucketStart(state.from, granularity, alignment);
      const row = series.rowAtOrAfter(start);
      if (row < series.length) begin(state, watch, start, row);
    }
    for (const slot of this.#bySlot.keys()) this.#noteAwaited(slot);
  }

  /** Announces the candle whose bucket ends now. It holds every row since the bucket was opened. */
  close(state: EngineState, outputs: Outputs, slot: number, index: number): void {
    const watch = this.#watches[index] as Watch;
    const series = state.candles[slot] as CandleSeries;
    const candle = new CandleSpan(series, watch.firstRow, series.length, watch.start);
    const { subscription } = watch;
    const { name } = state.quotes.instrument(slot);
    const { granularity } = subscription;
    outputs.onCandle?.({ subscription, instrument: name, granularity, candle });
    watch.start = subscription.isOver?.() === true ? OVER : NONE;
    this.#noteAwaited(slot);
  }

  #noteAwaited(slot: number): void {
    const isAwaited = this.#bySlot[slot]?.some(({ start }) => start === NONE) === true;
    this.#awaits[slot] = isAwaited ? 1 : 0;
  }
}
