/**
 * The feed: merges the ticks of any number of instruments into one order: by time, then by
 * instrument in scenario order, then by row. It is one reused cursor that allocates nothing per
 * tick. After `next`, the fields `source`, `window`, `columns`, `row` and `time` describe the
 * current tick. `pass` skips ticks that cannot change anything. Invariant: times never decrease.
 * Source: decisions 0005, 0012.
 */

import type { QuietBand } from '../market/quiet-band.js';
import type { TickColumns, TickRows, TickWindow } from '../market/tick.js';
import { MergedOrder, MOST_ORDERED, type Slice } from './merged-order.js';
import { type PassListener, SourceCursor } from './source-cursor.js';
import { Tournament } from './tournament.js';

const ENDED = Number.POSITIVE_INFINITY;

/** Ticks of several sources in the order of the feed. */
export interface MergedTicks {
  /** The source of each tick. */
  readonly order: Uint8Array;
  /** Places in `order` of the first tick and after the last one. */
  readonly from: number;
  readonly to: number;
  /**
   * For each source, its rows and the number of the next one. Taking a tick adds one to that
   * number.
   */
  readonly sources: readonly TickRows[];
  readonly next: Int32Array;
}

/** Takes the ticks of a walk, or leaves one and ends the walk. Both return the number taken. */
export interface TickTaker {
  /** Takes rows of one source from `from` up to `to` (exclusive). */
  takeRun(rows: TickRows, from: number, to: number): number;
  /** Takes ticks of several sources. */
  takeMerged(ticks: MergedTicks): number;
}

/**
 * Owns the place in the merged ticks of all instruments. `next`, `walk`, `pass` and `seek` move it
 * on; `append` and `disturb` change ticks that are still to come. Invariant: times never decrease.
 */
export class FeedMerge {
  /** Index of the source of the current tick; -1 before the first tick. */
  source = -1;
  /** Window, columns and row of the current tick. */
  window: TickWindow | undefined;
  columns: TickColumns | undefined;
  row = -1;
  /** Time of the current tick, microseconds since the epoch. */
  time = Number.NEGATIVE_INFINITY;
  readonly #cursors: readonly SourceCursor[];
  readonly #tournament: Tournament;
  /** Whose order is that of the feed; undefined when ticks were added, or there is one source. */
  #sources: readonly (readonly TickWindow[])[] | undefined;
  /** For each source, the next row while a walk takes ticks of several sources; reused. */
  readonly #next: Int32Array;
  /** The source of the tick that `calmUntil` found outside its band; -1 when it found none. */
  #loud = -1;

  /**
   * @param sources - the windows of each instrument, in scenario order.
   * @param from - first instant, inclusive, microseconds.
   * @param to - end, exclusive, microseconds.
   */
  constructor(sources: readonly (readonly TickWindow[])[], from = -ENDED, to = ENDED) {
    this.#cursors = Array.from(sources, (windows, source) => new SourceCursor(source, windows, to));
    this.#tournament = new Tournament(sources.length);
    this.#next = new Int32Array(sources.length);
    if (sources.length > 1 && sources.length <= MOST_ORDERED) this.#sources = sources;
    this.seek(from);
  }

  /** Number of ticks that are still to come. */
  get remaining(): number {
    return this.#cursors.reduce((sum, cursor) => sum + cursor.remaining, 0);
  }

  /** Time of the next tick, microseconds; Infinity when there is none. */
  peekTime(): number {
    const { heads, winner } = this.#tournament;
    return winner < 0 ? ENDED : (heads[winner] as number);
  }

  /** Time of the first tick of a source that is to come and not before `time`, microseconds; Infinity when there is none. */
  peekTimeOf(source: number, time: number): number {
    return this.#cursors[source]?.timeFrom(time) ?? ENDED;
  }

  /**
   * Moves to the next tick.
   * @returns false when there is none; the cursor then stays where it is.
   */
  next(): boolean {
    const tournament = this.#tournament;
    const source = tournament.winner;
    const time = this.peekTime();
    if (time === ENDED) return false;
    const cursor = this.#cursors[source] as SourceCursor;
    this.source = source;
    this.window = cursor.window;
    this.columns = cursor.load();
    this.row = cursor.row;
    this.time = time;
    cursor.step();
    tournament.heads[source] = cursor.time;
    tournament.replay();
    return true;
  }

  /**
   * Takes the ticks before `limit` (microseconds), in order, up to the first that `taker` leaves.
   * @returns the number of ticks taken.
   */
  walk(limit: number, taker: TickTaker): number {
    let walked = 0;
    while (this.peekTime() < limit) {
      const slice = this.#sources && MergedOrder.of(this.#sources).sliceAt(this.peekTime());
      const stop = slice === undefined ? limit : this.#within(Math.min(limit, slice.end));
      if (slice !== undefined && this.peekTime() < stop) {
        walked += this.#walkSlice(slice, stop, taker);
        if (this.peekTime() < stop) break;
        continue;
      }
      // The last instant of a window is walked by itself: its ticks may lie in two windows.
      const end = slice === undefined ? limit : Math.min(limit, this.peekTime() + 1);
      walked += this.#walkRuns(end, taker);
      if (this.peekTime() < end) break;
    }
    return walked;
  }

  /** The place of a source. It moves with the feed; callers read it. */
  headOf(source: number): SourceCursor {
    return this.#cursors[source] as SourceCursor;
  }

  /**
   * Passes the ticks before `limit` while each is inside the band of its source.
   * @returns the number of ticks passed. The next tick, if it is before `limit`, needs a look.
   */
  pass(limit: number, bands: readonly QuietBand[], onPassed: PassListener): number {
    return this.#passTo(this.calmUntil(limit, bands), this.#loud, onPassed);
  }

  /** Passes the ticks before `time`, all of which `calmUntil` has found inside their bands. */
  passTo(time: number, onPassed: PassListener): number {
    return this.#passTo(time, -1, onPassed);
  }

  /** Moves the source `source` alone, to row `row` of its window, whose time is `time`. */
  moveTo(source: number, row: number, time: number): void {
    const cursor = this.#cursors[source] as SourceCursor;
    cursor.moveTo(row, time);
    this.#tournament.heads[source] = cursor.time;
    this.#tournament.rebuild();
  }

  /** The time of the first tick outside the band of its source, if it is before `limit`; or else `limit`. */
  calmUntil(limit: number, bands: readonly QuietBand[]): number {
    const cursors = this.#cursors;
    let stop = limit;
    this.#loud = -1;
    for (let source = 0; source < cursors.length; source++) {
      // Only times before the loud tick found so far matter: for equal times the earlier source
      // wins.
      const at = (cursors[source] as SourceCursor).scout(bands[source] as QuietBand, stop);
      if (at >= stop) continue;
      stop = at;
      this.#loud = source;
    }
    return stop;
  }

  /**
   * Makes the first tick at or after `time` the next one. The move can be forwards or backwards.
   */
  seek(time: number): void {
    this.#cursors.forEach((cursor, source) => {
      cursor.seek(time);
      this.#tournament.heads[source] = cursor.time;
    });
    this.#tournament.rebuild();
    this.source = -1;
    this.row = -1;
    this.window = undefined;
    this.columns = undefined;
    this.time = Number.NEGATIVE_INFINITY;
  }

  /** Adds ticks at the end of a source; none is before its last tick or before the current tick. */
  append(source: number, window: TickWindow): void {
    const cursor = this.#cursors[source] as SourceCursor;
    this.#sources = undefined;
    cursor.append(window);
    this.#tournament.heads[source] = cursor.time;
    this.#tournament.rebuild();
  }

  /** Gives the ticks still to come of a source as `disturb` makes them; it keeps their times. */
  disturb(source: number, disturb: (window: TickWindow) => TickWindow): void {
    (this.#cursors[source] as SourceCursor).disturb(disturb);
  }

  /** Time of the last tick of a source, microseconds; -Infinity when it has none. */
  lastTickOf(source: number): number {
    return (this.#cursors[source] as SourceCursor).windows.at(-1)?.lastTime ?? -ENDED;
  }

  /** A separate feed at the same place; the ticks are shared. */
  clone(): FeedMerge {
    const copy = new FeedMerge(this.#cursors.map(cursor => cursor.windows));
    this.#cursors.forEach((cursor, source) => {
      (copy.#cursors[source] as SourceCursor).copyFrom(cursor);
    });
    copy.#tournament.copyFrom(this.#tournament);
    copy.#sources = this.#sources;
    copy.source = this.source;
    copy.window = this.window;
    copy.columns = this.columns;
    copy.row = this.row;
    copy.time = this.time;
    return copy;
  }

  #passTo(stop: number, loud: number, onPassed: PassListener): number {
    const cursors = this.#cursors;
    const { heads } = this.#tournament;
    let passed = 0;
    for (let source = 0; source < cursors.length; source++) {
      const before = loud >= 0 && source < loud ? stop + 1 : stop;
      if (source !== loud && (heads[source] as number) >= before) continue;
      const cursor = cursors[source] as SourceCursor;
      passed += cursor.advance(before, source === loud, onPassed);
      heads[source] = cursor.time;
    }
    if (passed > 0) this.#tournament.rebuild();
    return passed;
  }

  /** Walks in the order of the tournament, run by run of one source. */
  #walkRuns(limit: number, taker: TickTaker): number {
    const tournament = this.#tournament;
    const { heads } = tournament;
    for (let taken = 0; ; ) {
      if (this.peekTime() >= limit) return taken;
      const { winner, second } = tournament;
      const cursor = this.#cursors[winner] as SourceCursor;
      const head = second < 0 ? ENDED : (heads[second] as number);
      const end = cursor.rowsBefore(Math.min(limit, second < winner ? head : head + 1));
      const run = end - cursor.row;
      const count = taker.takeRun(cursor as TickRows, cursor.row, end);
      taken += count;
      cursor.leap(count);
      heads[winner] = cursor.time;
      tournament.replay();
      if (count < run) return taken;
    }
  }

  /** The time up to which the next rows of all sources lie in their windows, at most `limit`. */
  #within(limit: number): number {
    let before = limit;
    for (const cursor of this.#cursors) before = cursor.within(before);
    return before;
  }

  /** Walks in the order of `slice`, in which the next tick is; `before` is as `#within` says. */
  #walkSlice(slice: Slice, before: number, taker: TickTaker): number {
    const { starts, sources: order } = slice;
    const cursors = this.#cursors;
    const { heads } = this.#tournament;
    const next = this.#next;
    let from = 0;
    for (const cursor of cursors) {
      from += cursor.place - (starts[cursor.source] as number);
      if (cursor.time < before) cursor.load();
      next[cursor.source] = cursor.row;
    }
    let to = before < slice.end ? from : order.length;
    if (before < slice.end) for (const cursor of cursors) to += cursor.rowsUpTo(before);
    const sources = cursors as readonly TickRows[];
    const taken = taker.takeMerged({ order, from, to, sources, next });
    for (const cursor of cursors) {
      const count = (next[cursor.source] as number) - cursor.row;
      if (count === 0) continue;
      cursor.leap(count);
      heads[cursor.source] = cursor.time;
    }
    this.#tournament.rebuild();
    return taken;
  }
}
