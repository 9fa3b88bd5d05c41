/**
 * Where one instrument's ticks stand: a window and a row in it, moved tick by tick or over rows
 * that nobody has to look at. Windows are loaded only when a row of theirs is looked at.
 */

import { QuietBand } from '../market/quiet-band.js';
import { firstAtOrAfter, type TickColumns, type TickWindow } from '../market/tick.js';

const ENDED = Number.POSITIVE_INFINITY;

/** Told which rows of which source were passed; windows come in order. */
export type OnPassed = (source: number, window: TickWindow, from: number, to: number) => void;

export class SourceCursor {
  readonly windows: readonly TickWindow[];
  /** The next row in its window. */
  row = 0;
  /** Its time; Infinity at the end. */
  time = ENDED;
  #end: number;
  #index = 0;
  /** The window of the next row. */
  window: TickWindow | undefined;
  #columns: TickColumns | undefined;
  /** Rows that end before `#end`, in the current window. */
  #stop = 0;
  /** Up to here, in window `#calmIndex`, every row was found inside `#calmBand`. */
  #calmIndex = 0;
  #calmRow = 0;
  #calmBand = new QuietBand();
  /** Where `scout` found a row outside its band. */
  #loudIndex = 0;
  #loudRow = 0;
  /** The row that was last searched for: what is scouted is mostly passed right after. */
  #soughtIndex = -1;
  #soughtTime = ENDED;
  #soughtLow = 0;
  #soughtRow = 0;

  /** @param end - first instant that is no longer part. */
  constructor(windows: readonly TickWindow[], end: number) {
    this.windows = windows;
    this.#end = end;
  }

  /** Its columns, loaded when first asked for. */
  get columns(): TickColumns | undefined {
    this.#columns ??= this.window?.columns();
    return this.#columns;
  }

  /** Rows still to come. */
  get remaining(): number {
    if (this.window === undefined) return 0;
    let rows = Math.max(0, this.#stop - this.row);
    for (let index = this.#index + 1; index < this.windows.length; index++) {
      rows += this.#rowsBefore(index, this.#end, 0);
    }
    return rows;
  }

  /** Stands on the first row at or after `time`. */
  seek(time: number): void {
    const found = this.windows.findIndex(window => window.lastTime >= time);
    const index = found < 0 ? this.windows.length : found;
    const row = found < 0 ? 0 : this.#rowsBefore(index, time, 0);
    this.#calmIndex = index;
    this.#calmRow = 0;
    this.#standOn(index, row);
  }

  /** Moves one row on. */
  step(): void {
    this.row += 1;
    if (this.row < this.#stop) this.time = (this.columns as TickColumns).time[this.row] as number;
    else this.#standOn(this.#index, this.row);
  }

  /** Rows of the current window before `time`; at least those that have been taken. */
  rowsBefore(time: number): number {
    const { columns } = this;
    if (columns === undefined || this.time >= time) return this.row;
    return firstAtOrAfter(columns.time, this.#stop, time, this.row);
  }

  /** Moves `count` rows on, within the window. */
  leap(count: number): void {
    this.#standOn(this.#index, this.row + count);
  }

  /**
   * The time of the first row before `limit` that lies outside `band`; Infinity when there is none.
   * What was found inside a band is not looked at again while the band stays as wide.
   */
  scout(band: QuietBand, limit: number): number {
    const before = Math.min(limit, this.#end);
    if (this.time >= before) return ENDED;
    this.#keepCalm(band);
    for (let index = this.#index; index < this.windows.length; index++) {
      const window = this.windows[index] as TickWindow;
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
   * @param source - its number, for `onPassed`, which is told of each window's rows.
   * @returns how many.
   */
  advance(before: number, toLoud: boolean, source: number, onPassed: OnPassed): number {
    const end = Math.min(before, this.#end);
    let passed = 0;
    for (;;) {
      const window = this.window;
      if (window === undefined) return passed;
      const to = toLoud ? this.#rowsToLoud(window) : this.#rowsBefore(this.#index, end, this.row);
      const loudHere = toLoud && this.#index === this.#loudIndex;
      if (to > this.row) {
        onPassed(source, window, this.row, to);
        passed += to - this.row;
      }
      const isWhole = to === window.length;
      this.#standOn(this.#index, to);
      if (!isWhole || loudHere) return passed;
    }
  }

  /** Stands where `other` stands. */
  copyFrom(other: SourceCursor): void {
    this.#end = other.#end;
    this.#standOn(other.#index, other.row);
  }

  #rowsToLoud(window: TickWindow): number {
    return this.#index === this.#loudIndex ? this.#loudRow : window.length;
  }

  /** Keeps what was found calm, unless the band has become narrower. */
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

  /** Rows of window `index` before `time`, which are at least `low`. */
  #rowsBefore(index: number, time: number, low: number): number {
    const window = this.windows[index] as TickWindow;
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
    while (at < this.windows.length && on >= (this.windows[at] as TickWindow).length) {
      at += 1;
      on = 0;
    }
    this.row = on;
    if (at !== this.#index || this.window === undefined) {
      this.#index = at;
      this.window = this.windows[at];
      this.#columns = undefined;
      this.#stop = this.window === undefined ? 0 : this.#rowsBefore(at, this.#end, 0);
    }
    this.time =
      on >= this.#stop
        ? ENDED
        : on === 0
          ? (this.window as TickWindow).firstTime
          : ((this.columns as TickColumns).time[on] as number);
  }
}
