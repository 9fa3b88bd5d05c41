/**
 * Completed candles for subscribers. A candle is announced at the instant at which its bucket ends,
 * before any tick of that instant, and only when it holds a tick, which may lie before the window
 * of the run. Candles of one instant come in the order of the subscriptions. The ends are not in the
 * queue of events: a bucket is a step along a column (bucket-rows.ts), and quiet ticks are passed
 * from end to end.
 */

import { bucketEnd, bucketStart } from '../../candle/alignment.js';
import { BucketPlace } from '../../candle/bucket-rows.js';
import { CandleSpan } from '../../candle/candle-span.js';
import type { CandleSeries } from '../../candle/series.js';
import type { FeedMerge } from '../../feed/merge.js';
import type { TickColumns } from '../../market/tick.js';
import type { EngineState } from './engine-state.js';
import type { CandleSubscription, Outputs } from './outputs.js';

const NEVER = Number.POSITIVE_INFINITY;

/** A subscription and its open bucket. */
interface Watch {
  readonly subscription: CandleSubscription;
  /** The bucket of the tick that was looked at last. */
  readonly place: BucketPlace;
  /** Start and end of the open bucket, microseconds; `end` is NEVER when no bucket is open. */
  start: number;
  end: number;
  /** The first row of the open bucket. */
  firstRow: number;
  /** Whether no more candles are wanted. */
  isOver: boolean;
}

/** The candle subscriptions of one engine. */
export class CandleSubscriptions {
  /** When the first of the open buckets ends, microseconds; Infinity when none is open. */
  nextEnd = NEVER;
  readonly #watches: readonly Watch[];
  /** By slot: 1 while a subscription has no open bucket. */
  readonly #awaits: Uint8Array;

  constructor(slots: number, subscriptions: readonly CandleSubscription[]) {
    this.#watches = subscriptions.map(subscription => ({
      subscription,
      place: new BucketPlace(subscription.granularity, subscription.alignment),
      start: NEVER,
      end: NEVER,
      firstRow: 0,
      isOver: false,
    }));
    this.#awaits = new Uint8Array(slots);
    this.#note();
  }

  /** Whether the next tick of `slot` opens a bucket of a subscription. */
  awaitsTick(slot: number): boolean {
    return this.#awaits[slot] === 1;
  }

  /**
   * Opens the buckets that hold row `row` of `columns`, a tick of `slot`.
   * @param seriesRow - the same row in the price series.
   */
  open(slot: number, columns: TickColumns, row: number, seriesRow: number): void {
    for (const watch of this.#watches) {
      if (watch.subscription.slot !== slot || watch.end !== NEVER || watch.isOver) continue;
      const { place } = watch;
      place.moveTo(columns, row);
      watch.start = place.start;
      watch.end = place.end;
      watch.firstRow = seriesRow;
      if (watch.end < this.nextEnd) this.nextEnd = watch.end;
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
      if (row >= series.length) continue;
      watch.start = start;
      watch.end = bucketEnd(start, granularity, alignment);
      watch.firstRow = row;
    }
    this.#note();
  }

  /**
   * When the next bucket ends, if the ticks before `limit` (microseconds) are those of `feed`: one
   * that is open, or one that the next tick of its instrument opens. The feed is told which rows come
   * before that, so that it need not search.
   */
  endIn(feed: FeedMerge, limit: number): number {
    let first = NEVER;
    for (const { place, subscription, end, isOver } of this.#watches) {
      const head = feed.headOf(subscription.slot);
      let ends = end;
      if (head.time < limit && head.time < end && !isOver) {
        place.moveTo(head.columns as TickColumns, head.row);
        if (end === NEVER) ends = place.end;
        if (ends === place.end) head.expect(ends, place.rowsEnd);
      }
      if (ends < first) first = ends;
    }
    return first;
  }

  /**
   * Announces the first candle whose bucket ends at `nextEnd`. It holds every row since the bucket
   * was opened.
   */
  closeNext(state: EngineState, outputs: Outputs): void {
    const watch = this.#watches.find(({ end }) => end === this.nextEnd) as Watch;
    const { subscription, start, firstRow } = watch;
    const { slot, granularity } = subscription;
    const series = state.candles[slot] as CandleSeries;
    const candle = new CandleSpan(series, firstRow, series.length, start);
    const instrument = state.quotes.instrument(slot).name;
    outputs.onCandle?.({ subscription, instrument, granularity, candle });
    watch.end = NEVER;
    watch.isOver = subscription.isOver?.() === true;
    this.#note();
  }

  /** Notes the first end, and who awaits a tick. */
  #note(): void {
    this.nextEnd = NEVER;
    this.#awaits.fill(0);
    for (const { subscription, end, isOver } of this.#watches) {
      if (end < this.nextEnd) this.nextEnd = end;
      if (end === NEVER && !isOver) this.#awaits[subscription.slot] = 1;
    }
  }
}
