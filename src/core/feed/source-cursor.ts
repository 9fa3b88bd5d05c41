/**
 * The place of one instrument in its ticks: a window and a row. It moves tick by tick, or over rows
 * that cannot change anything. A window is loaded only when one of its rows is read.
 */

import { QuietBand } from '../market/quiet-band.js';
import { firstAtOrAfter, type TickColumns, type TickWindow } from '../market/tick.js';

const ENDED = Number.POSITIVE_INFINITY;

/** Receives the rows [from, to) that were passed, with their source; windows come in order. */
export type PassListener = (source: number, window: TickWindow, from: number, to: number) => void;

/**
 * Owns a place in the windows of one instrument. It only moves forward, but for `copyFrom`;
 * `append` and `disturb` change rows that are still to come.
 */
export class SourceCursor {
  readonly source: number;
  readonly #windows: TickWindow[];
  /** Number of rows before each window, and of all rows. */
  readonly #places: number[] = [0];
  /** The ticks as the source has them; absent while nothing disturbs them. */
  #originals: TickWindow[] | undefined;
  #disturb: (window: TickWindow) => TickWindow = window => window;
  /** The next row in its window. */
  row = 0;
  /** Time of the next row, microseconds; Infinity at the end. */
  time = ENDED;
  #end: number;
  #index = 0;
  /** The window of the next row. */
  window: TickWindow | undefined;
  /**
   * The columns of the window, once `load` was called; plain fields, because a tick reads them
   * several times.
   */
  columns: TickColumns | undefined;
  /** The end (exclusive) of the rows before `#end` in the current window. */
  #stop = 0;
  /** All rows before this place, in window `#calmIndex`, were found inside `#calmBand`. */
  #calmIndex = 0;
  #calmRow = 0;
  #calmBand = new QuietBand();
  /** The place at which `scout` found a row outside its band. */
  #loudIndex = 0;
  #loudRow = 0;
  /** The row of the last search: rows that were scouted are mostly passed right after. */
  #soughtIndex = -1;
  #soughtTime = ENDED;
  #soughtLow = 0;
  #soughtRow = 0;

  /**
   * @param source - number of the source.
   * @param windows - the ticks, in order of time.
   * @param end - end of the ticks, exclusive, microseconds.
   */
  constructor(source: number, windows: readonly TickWindow[], end: number) {
    this.source = source;
    this.#windows = [...windows];
    this.#end = end;
    for (const { length } of windows) this.#places.push((this.#places.at(-1) as number) + length);
  }

  /** The ticks of the source. */
  get windows(): readonly TickWindow[] {
    return this.#windows;
  }

  /** Adds ticks at the end; none is before the last tick of the source. */
  append(window: TickWindow): void {
    this.#originals?.push(window);
    this.#windows.push(this.#disturb(window));
    this.#places.push((this.#places.at(-1) as number) + window.length);
    if (this.window === undefined) this.#standOn(this.#index, this.row);
  }

  /**
   * From the next row on, gives each window as `disturb` makes it from the window of the source. It
   * replaces the function before. Lengths and times of windows must stay.
   */
  disturb(disturb: (window: TickWindow) => TickWindow): void {
    this.#originals ??= [...this.#windows];
    this.#disturb = disturb;
    for (let index = this.#index; index < this.#windows.length; index++) {
      this.#windows[index] = disturb(this.#originals[index] as TickWindow);
    }
    this.#calmIndex = this.#index;
    this.#calmRow = this.row;
    this.window = undefined;
    this.#standOn(this.#index, this.row);
  }

  /** Loads the columns of the current window. There must be a next row. */
  load(): TickColumns {
    this.columns ??= (this.window as TickWindow).columns();
    return this.columns;
  }

  /** Number of rows before the next row, over all windows. */
  get place(): number {
    return (this.#places[this.#index] as number) + this.row;
  }

  /**
   * The time before which all rows from the next one on lie in the current window, at most `limit`
   * and the end.
   */
  within(limit: number): number {
    const { window } = this;
    if (window === undefined) return limit;
    const before = Math.min(limit, this.#end);
    return this.#index === this.#windows.length - 1 ? before : Math.min(before, window.lastTime);
  }

  /** Number of rows that are still to come. */
  get remaining(): number {
    if (this.window === undefined) return 0;
    let rows = Math.max(0, this.#stop - this.row);
    for (let index = this.#index + 1; index < this.#windows.length; index++) {
      rows += this.#rowsBefore(index, this.#end, 0);
    }
    return rows;
  }

  /** The time of the first row from the next one on that is not before `time`; Infinity when there is none. */
  timeFrom(time: number): number {
    if (this.time >= time) return this.time;
    for (let index = this.#index; index < this.#windows.length; index++) {
      const window = this.#windows[index] as TickWindow;
      if (window.lastTime < time) continue;
      const row = this.#rowsBefore(index, time, index === this.#index ? this.row : 0);
      const found = row === 0 ? window.firstTime : (window.columns().time[row] as number);
      return found < this.#end ? found : ENDED;
    }
    return ENDED;
  }

  /** Moves to the first row at or after `time`, microseconds. */
  seek(time: number): void {
    const found = this.#windows.findIndex(window => window.lastTime >= time);
    const index = found < 0 ? this.#windows.length : found;
    const row = found < 0 ? 0 : this.#rowsBefore(index, time, 0);
    this.#calmIndex = index;
    this.#calmRow = 0;
    this.#standOn(index, row);
  }

  /** Moves to the next row. */
  step(): void {
    this.leap(1);
  }

  /** Moves forward by `count` rows, at most those that are left in the window. */
  leap(count: number): void {
    this.row += count;
    if (this.row < this.#stop) this.time = this.load().time[this.row] as number;
    else this.#standOn(this.#index, this.row);
  }

  /** Number of rows from the next one on that are before `time`; they lie in the current window. */
  rowsUpTo(time: number): number {
    return this.time < time ? this.rowsBefore(time) - this.row : 0;
  }

  /** End (exclusive) of the rows of the window from the next row on that are before `time`. */
  rowsBefore(time: number): number {
    return firstAtOrAfter(this.load().time, this.#stop, time, this.row);
  }

  /** Moves forward to row `row` of the current window, whose time is `time`. */
  moveTo(row: number, time: number): void {
    this.row = row;
    this.time = row < this.#stop ? time : ENDED;
  }

  /**
   * The time of the first row before `limit` that is outside `band`; Infinity when there is none.
   * Rows found inside a band are not checked again unless the band becomes narrower.
   */
  scout(band: QuietBand, limit: number): number {
    const before = Math.min(limit, this.#end);
    if (this.time >= before) return ENDED;
    this.#keepCalm(band);
    for (let index = this.#index; index < this.#windows.length; index++) {
      const window = this.#windows[index] as TickWindow;
      if (window.firstTime >= before) return ENDED;
      const first = index === this.#index ? this.row : 0;
      const from = Math.max(first, index === this.#calmIndex ? this.#calmRow : 0);
      if (index < this.#calmIndex) continue;
      const to = this.#rowsBefore(index, before, first);
      const row = from < to ? window.bounds.firstOutside(band, from, to, window) : to;
      if (from <= to) {
        this.#calmIndex = index;
        this.#calmRow = Math.max(from, row);
      }
      if (row < to) {
        this.#loudIndex = index;
        this.#loudRow = row;
        return window.columns().time[row] as number;
      }
      if (to < window.length) return ENDED;
    }
    return ENDED;
  }

  /**
   * Passes the rows before `before`, or before the row that `scout` found (`toLoud`).
   * @param onPassed - receives the rows of each window.
   * @returns the number of rows passed.
   */
  advance(before: number, toLoud: boolean, onPassed: PassListener): number {
    const end = Math.min(before, this.#end);
    let passed = 0;
    for (;;) {
      const window = this.window;
      if (window === undefined) return passed;
      const to = toLoud ? this.#rowsToLoud(window) : this.#rowsBefore(this.#index, end, this.row);
      const loudHere = toLoud && this.#index === this.#loudIndex;
      if (to > this.row) {
        onPassed(this.source, window, this.row, to);
        passed += to - this.row;
      }
      const isWhole = to === window.length;
      this.#standOn(this.#index, to);
      if (!isWhole || loudHere) return passed;
    }
  }

  /** Moves to the place of `other`. */
  copyFrom(other: SourceCursor): void {
    this.#end = other.#end;
    this.#originals = other.#originals && [...other.#originals];
    this.#disturb = other.#disturb;
    this.window = undefined;
    this.#standOn(other.#index, other.row);
  }

  #rowsToLoud(window: TickWindow): number {
    return this.#index === this.#loudIndex ? this.#loudRow : window.length;
  }

  /** Keeps the rows that were found inside the band, unless the band has become narrower. */
  #keepCalm(band: QuietBand): void {
    const isBehind =
      this.#calmIndex < this.#index ||
      (this.#calmIndex === this.#index && this.#calmRow <= this.row);
    if (isBehind || !band.covers(this.#calmBand)) {
      this.#calmIndex = this.#index;
      this.#calmRow = this.row;
    }
    this.#calmBand.copyFrom(band);
  }

  /** Number of rows of window `index` before `time`; it is known to be at least `low`. */
  #rowsBefore(index: number, time: number, low: number): number {
    const window = this.#windows[index] as TickWindow;
    if (window.lastTime < time) return window.length;
    if (window.firstTime >= time) return 0;
    const isKnown =
      index === this.#soughtIndex &&
      time === this.#soughtTime &&
      low >= this.#soughtLow &&
      low <= this.#soughtRow;
    if (isKnown) return this.#soughtRow;
    this.#soughtIndex = index;
    this.#soughtTime = time;
    this.#soughtLow = low;
    this.#soughtRow = firstAtOrAfter(window.columns().time, window.length, time, low);
    return this.#soughtRow;
  }

  #standOn(index: number, row: number): void {
    let at = index;
    let on = row;
    while (at < this.#windows.length && on >= (this.#windows[at] as TickWindow).length) {
      at += 1;
      on = 0;
    }
    this.row = on;
    if (at !== this.#index || this.window === undefined) {
      this.#index = at;
      this.window = this.#windows[at];
      this.columns = undefined;
      this.#stop = this.window === undefined ? 0 : this.#rowsBefore(at, this.#end, 0);
    }
    this.time =
      on >= this.#stop
        ? ENDED
        : on === 0
          ? (this.window as TickWindow).firstTime
          : (this.load().time[on] as number);
  }
}
