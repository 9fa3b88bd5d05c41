/**
 * The order of the merged ticks of several sources, as one byte a tick: the source. A processor
 * cannot predict which source is next, so that merging costs as much as the rest of a quiet tick. The
 * order is therefore worked out once, slice by slice of time, and shared by all feeds over the same
 * sources. Invariant: a slice holds exactly the ticks of its time, in the order of the feed.
 */

import type { TickWindow } from '../market/tick.js';
import { SourceCursor } from './source-cursor.js';
import { Tournament } from './tournament.js';

/** Ticks of a slice, on average. */
const SLICE_TICKS = 16_384;
/** Most ticks of which one market keeps the order, which is a byte each. */
const MOST_KEPT = 1 << 24;
/** Most sources whose number is a byte. */
export const MOST_ORDERED = 256;

/** The ticks of one span of time. */
export interface Slice {
  /** End of the span, exclusive, microseconds. */
  readonly end: number;
  /** For each source, the number of ticks before the slice. */
  readonly starts: Float64Array;
  /** The source of each tick. */
  readonly sources: Uint8Array;
}

const ORDERS = new WeakMap<readonly TickWindow[], MergedOrder>();

/**
 * Owns the computed slices of the order of the ticks of `sources`; feeds over the same lists of
 * windows share it. A slice never changes; old ones are dropped.
 */
export class MergedOrder {
  readonly #sources: readonly (readonly TickWindow[])[];
  readonly #slices = new Map<number, Slice>();
  #kept = 0;
  readonly #first: number;
  /** Microseconds of one slice. */
  readonly #width: number;

  private constructor(sources: readonly (readonly TickWindow[])[]) {
    this.#sources = sources;
    const windows = sources.flat();
    const ticks = windows.reduce((sum, window) => sum + window.length, 0);
    this.#first = Math.min(...sources.map(([window]) => window?.firstTime ?? Infinity));
    const last = Math.max(...sources.map(each => each.at(-1)?.lastTime ?? -Infinity));
    const slices = Math.max(1, Math.ceil(ticks / SLICE_TICKS));
    this.#width = Math.max(1, Math.ceil((last + 1 - this.#first) / slices));
  }

  /** The order of `sources`, at least one. Their windows may be replaced by others of equal times. */
  static of(sources: readonly (readonly TickWindow[])[]): MergedOrder {
    const [key = []] = sources;
    const known = ORDERS.get(key);
    if (known !== undefined && areSame(known.#sources, sources)) return known;
    const made = new MergedOrder(sources);
    ORDERS.set(key, made);
    return made;
  }

  /** The slice of a tick at `time`, microseconds. */
  sliceAt(time: number): Slice {
    const index = Math.floor((time - this.#first) / this.#width);
    const known = this.#slices.get(index);
    if (known !== undefined) return known;
    const start = this.#first + index * this.#width;
    const slice = sliceOf(this.#sources, start, start + this.#width);
    this.#kept += slice.sources.length;
    if (this.#kept > MOST_KEPT) {
      this.#slices.clear();
      this.#kept = slice.sources.length;
    }
    this.#slices.set(index, slice);
    return slice;
  }
}

/** Whether both are the same lists of windows. */
function areSame(
  sources: readonly (readonly TickWindow[])[],
  others: readonly (readonly TickWindow[])[],
): boolean {
  return (
    sources.length === others.length &&
    sources.every((windows, source) => windows === others[source])
  );
}

/** Merges the ticks from `start` to `end` (exclusive), microseconds. */
function sliceOf(sources: readonly (readonly TickWindow[])[], start: number, end: number): Slice {
  const tournament = new Tournament(sources.length);
  const cursors = sources.map((windows, source) => {
    const cursor = new SourceCursor(source, windows, end);
    cursor.seek(start);
    tournament.heads[source] = cursor.time;
    return cursor;
  });
  tournament.rebuild();
  const starts = Float64Array.from(cursors, cursor => cursor.place);
  const order = new Uint8Array(cursors.reduce((sum, cursor) => sum + cursor.remaining, 0));
  for (let at = 0; at < order.length; at++) {
    const source = tournament.winner;
    order[at] = source;
    const cursor = cursors[source] as SourceCursor;
    cursor.step();
    tournament.heads[source] = cursor.time;
    tournament.replay();
  }
  return { end, starts, sources: order };
}
