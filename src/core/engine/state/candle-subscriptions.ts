/**
 * Completed candles for subscribers. A candle is announced at the instant at which its bucket ends,
 * before any tick of that instant, and only when it holds a tick, which may lie before the window
 * of the run. Candles of one instant come in the order of the subscriptions. The cost is one
 * comparison per tick.
 */

import { type Alignment, bucketEnd, bucketStart } from '../../candle/alignment.js';
import { CandleSpan } from '../../candle/candle-span.js';
import type { Granularity } from '../../candle/granularity.js';
import type { CandleSeries } from '../../candle/series.js';
import type { Instant } from '../../time/instant.js';
import { type EngineEvent, type EngineState, Rank } from './engine-state.js';
import type { Outputs } from './outputs.js';

/** The candles that a subscriber wants: of the instrument in `slot`. */
export interface CandleSubscription {
  /** Slot of the instrument. */
  readonly slot: number;
  readonly granularity: Granularity;
  readonly alignment: Alignment;
}

/** A subscription and its open bucket. */
interface Watch extends CandleSubscription {
  readonly event: EngineEvent;
  readonly rank: number;
  /** Start of the open bucket, microseconds; NONE when no bucket is open. */
  start: number;
  /** The first row of the open bucket. */
  firstRow: number;
}

const NONE = -1;

/** Opens the bucket that starts at `start`, from row `row` on, and schedules its end. */
function begin({ queue }: EngineState, watch: Watch, start: Instant, row: number): void {
  watch.start = start;
  watch.firstRow = row;
  queue.push(bucketEnd(start, watch.granularity, watch.alignment), watch.rank, watch.event);
}

/** The candle subscriptions of one engine. */
export class CandleSubscriptions {
  readonly #watches: readonly Watch[];
  /** The same subscriptions by slot. */
  readonly #bySlot: readonly (readonly Watch[])[];
  /** By slot: 1 while a subscription has no open bucket. */
  readonly #awaits: Uint8Array;

  constructor(slots: number, subscriptions: readonly CandleSubscription[]) {
    const watches = subscriptions.map(({ slot, granularity, alignment }, subscription) => ({
      slot,
      granularity,
      alignment,
      event: { kind: 'candle', slot, subscription } as const,
      rank: Rank.CANDLE + subscription / subscriptions.length,
      start: NONE,
      firstRow: NONE,
    }));
    this.#watches = watches;
    this.#bySlot = Array.from({ length: slots }, (_, slot) =>
      watches.filter(watch => watch.slot === slot),
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
      begin(state, watch, bucketStart(time, watch.granularity, watch.alignment), row);
    }
    this.#awaits[slot] = 0;
  }

  /** Opens the buckets that hold the start of the window and already have ticks from before it. */
  resume(state: EngineState): void {
    for (const watch of this.#watches) {
      const series = state.candles[watch.slot] as CandleSeries;
      const start = bucketStart(state.from, watch.granularity, watch.alignment);
      const row = series.rowAtOrAfter(start);
      if (row < series.length) begin(state, watch, start, row);
    }
    this.#bySlot.forEach((watches, slot) => {
      this.#awaits[slot] = watches.some(({ start }) => start === NONE) ? 1 : 0;
    });
  }

  /** Announces the candle whose bucket ends now. It holds every row since the bucket was opened. */
  close(state: EngineState, outputs: Outputs, slot: number, index: number): void {
    const watch = this.#watches[index] as Watch;
    const series = state.candles[slot] as CandleSeries;
    const candle = new CandleSpan(series, watch.firstRow, series.length, watch.start);
    watch.start = NONE;
    this.#awaits[slot] = 1;
    const { name } = state.quotes.instrument(slot);
    outputs.onCandle?.({ instrument: name, granularity: watch.granularity, candle });
  }
}
