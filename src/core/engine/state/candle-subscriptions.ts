/**
 * Completed candles for subscribers. A candle is announced at the instant at which its bucket ends,
 * before any tick of that instant, and only when it holds a tick, which may lie before the window
 * of the run. Candles of one instant come in the order of the subscriptions. The ends are not in the
 * queue of events: a bucket is a step along a column (bucket-rows.ts), and quiet ticks are passed
 * from end to end.
 */

import { bucketEnd, bucketStart } from '../../candle/alignment.js';
import { BucketPlace } from '../../candle/bucket-rows.js';
import type { CandleRows } from '../../candle/candle-rows.js';
import type { CandleSeries } from '../../candle/series.js';
import type { FeedMerge } from '../../feed/merge.js';
import type { QuoteBoard } from '../../market/quote.js';
import type { TickColumns, TickWindow } from '../../market/tick.js';
import type { Instant } from '../../time/instant.js';
import { type EngineState, setQuote } from './engine-state.js';
import type { CandleSubscription, Outputs } from './outputs.js';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * A subscription and its open bucket. Listeners get this object as the rows of the candle: a run has
 * tens of thousands of candles, and an object for each was a quarter of its garbage.
 */
interface Watch extends CandleRows {
  readonly subscription: CandleSubscription;
  /** The bucket of the tick that was looked at last. */
  readonly place: BucketPlace;
  /** Start and end of the open bucket, microseconds; `end` is NEVER when no bucket is open. */
  start: number;
  end: number;
  /** The first row of the open bucket. */
  from: number;
  /** The end of its rows and the prices of the last one, once it has ended. */
  to: number;
  bid: number;
  ask: number;
  /** Whether no more candles are wanted. */
  isOver: boolean;
}

/**
 * Owns the open buckets of the candle subscriptions of one engine. Ticks open a bucket, its end
 * closes it. Always: `nextEnd` is the earliest end of an open bucket.
 */
export class CandleSubscriptions {
  /** When the first of the open buckets ends, microseconds; Infinity when none is open. */
  nextEnd = NEVER;
  readonly #watches: readonly Watch[];
  /** The only one that receives more, where the market has one instrument; else undefined. */
  #alone: Watch | undefined;
  /** For each slot: 1 while a subscription has no open bucket. */
  readonly #awaits: Uint8Array;

  /** @param candles - the price series of all instruments, by slot. */
  constructor(candles: EngineState['candles'], subscriptions: readonly CandleSubscription[]) {
    this.#watches = subscriptions.map(subscription => ({
      subscription,
      place: new BucketPlace(subscription.granularity, subscription.alignment),
      series: candles[subscription.slot] as CandleSeries,
      start: NEVER,
      end: NEVER,
      from: 0,
      to: 0,
      bid: 0,
      ask: 0,
      isOver: false,
    }));
    this.#awaits = new Uint8Array(candles.length);
    this.#findAlone();
    for (const { slot } of subscriptions) this.#awaits[slot] = 1;
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
      watch.from = seriesRow;
      if (watch.end < this.nextEnd) this.nextEnd = watch.end;
    }
    this.#awaits[slot] = 0;
  }

  /** Opens the buckets that hold the start of the window and already have ticks from before it. */
  resume(state: EngineState): void {
    this.#awaits.fill(0);
    for (const watch of this.#watches) {
      const { series, subscription } = watch;
      const { slot, granularity, alignment } = subscription;
      const start = bucketStart(state.from, granularity, alignment);
      const row = series.rowAtOrAfter(start);
      if (row >= series.length) {
        this.#awaits[slot] = 1;
        continue;
      }
      watch.start = start;
      watch.end = bucketEnd(start, granularity, alignment);
      watch.from = row;
      if (watch.end < this.nextEnd) this.nextEnd = watch.end;
    }
  }

  /**
   * When the next bucket ends, if the ticks before `limit` (microseconds) are those of `feed`: one
   * that is open, or one that the next tick of its instrument opens.
   */
  endIn(feed: FeedMerge, limit: number): number {
    let first = this.nextEnd;
    for (const watch of this.#watches) {
      if (watch.end !== NEVER || watch.isOver) continue;
      const head = feed.headOf(watch.subscription.slot);
      if (head.time >= limit) continue;
      watch.place.moveTo(head.load(), head.row);
      if (watch.place.end < first) first = watch.place.end;
    }
    return first;
  }

  /**
   * Passes the rows of the buckets that end at `end`, as far as they lie in one window with the next
   * tick: no row is searched, and the quote comes from the column of last ticks.
   * @returns the number of rows.
   */
  passRows(state: EngineState, feed: FeedMerge, end: number): number {
    let passed = 0;
    for (const { subscription, place, series } of this.#watches) {
      const { slot } = subscription;
      const head = feed.headOf(slot);
      if (head.time >= end) continue;
      const { window, row } = head;
      const columns = head.load();
      place.moveTo(columns, row);
      const { rowsEnd } = place;
      if (place.end !== end || rowsEnd === columns.length) continue;
      if (this.#awaits[slot] === 1) this.open(slot, columns, row, series.length);
      series.append(window as TickWindow, row, rowsEnd);
      setQuote(state, slot, place.last, place.at);
      feed.moveTo(slot, rowsEnd, place.next);
      passed += rowsEnd - row;
    }
    return passed;
  }

  /**
   * Passes whole buckets, where one subscription and one instrument are all there is, and announces
   * each. It ends before the first bucket that does not end before `calm` and the next event, or
   * that may go on in another window.
   * @returns the number of rows.
   */
  passAlone(state: EngineState, feed: FeedMerge, calm: number, outputs: Outputs): number {
    const watch = this.#alone;
    const head = feed.headOf(0);
    if (watch === undefined || head.time >= calm) return 0;
    const { row: from, window } = head;
    const { place, series } = watch;
    place.moveTo(head.load(), from);
    const { start, end, first, last, next, length } = place.buckets;
    // An open bucket may have no more ticks.
    if (watch.end !== NEVER && watch.end !== place.end) return 0;
    const { queue, clock } = state;
    let row = from;
    let nextTime = head.time;
    try {
      for (let { at } = place; at + 1 < length && !watch.isOver; at++) {
        const time = end[at] as Instant;
        if (time >= calm || time >= queue.peekTime()) break;
        if (watch.end === NEVER) {
          watch.start = start[at] as number;
          watch.from = series.length;
        }
        const to = first[at + 1] as number;
        series.append(window as TickWindow, row, to);
        setQuote(state, 0, last, at);
        row = to;
        nextTime = next[at] as number;
        clock.advanceTo(time);
        this.nextEnd = NEVER;
        this.#announce(watch, state.quotes, outputs);
        outputs.onCandlesEnd?.();
      }
    } finally {
      // Once for all buckets, also when a listener throws: the feed stands where the series ends.
      feed.moveTo(0, row, nextTime);
    }
    return row - from;
  }

  /**
   * Announces the candles whose buckets end at `nextEnd`. They hold every row since the bucket was
   * opened.
   */
  close(state: EngineState, outputs: Outputs): void {
    const at = this.nextEnd;
    this.nextEnd = NEVER;
    for (const watch of this.#watches) {
      if (watch.end === at) this.#announce(watch, state.quotes, outputs);
      if (watch.end < this.nextEnd) this.nextEnd = watch.end;
    }
    outputs.onCandlesEnd?.();
  }

  #announce(watch: Watch, quotes: QuoteBoard, outputs: Outputs): void {
    const { subscription, series } = watch;
    const { slot } = subscription;
    watch.end = NEVER;
    watch.to = series.length;
    // The quote is the last row of the candle.
    watch.bid = quotes.bidPoints(slot);
    watch.ask = quotes.askPoints(slot);
    outputs.onCandle?.(watch, subscription);
    watch.isOver = subscription.isOver?.() === true;
    if (watch.isOver) this.#findAlone();
    else this.#awaits[slot] = 1;
  }

  #findAlone(): void {
    const wanting = this.#watches.filter(watch => !watch.isOver);
    this.#alone = this.#awaits.length === 1 && wanting.length === 1 ? wanting[0] : undefined;
  }
}
