/**
 * A pair with real ticks, as a leg of generated pairs: its mid and its spread at any instant. Before its
 * first tick and after its last one the generated path goes on from there, so that nothing jumps.
 */

import { countWhile } from '../../base/bisect.js';
import { firstAtOrAfter, type TickWindow } from '../../market/tick.js';

/** Mids and spreads at ascending instants; a spread is a fraction of the mid. */
export interface PairRows {
  readonly mid: Float64Array;
  readonly spread: Float64Array;
}

/** A tick, as the place where a path goes on. */
interface Joint {
  readonly time: number;
  readonly mid: number;
}

/** The ticks of one pair. */
export class RealPair {
  readonly #windows: readonly TickWindow[];
  readonly #points: number;
  readonly first: Joint;
  readonly last: Joint;

  /** @param windows - at least one. @param points - points of a price of 1. */
  constructor(windows: readonly TickWindow[], points: number) {
    this.#windows = windows;
    this.#points = points;
    this.first = this.#jointAt(windows[0] as TickWindow, 0);
    const last = windows.at(-1) as TickWindow;
    this.last = this.#jointAt(last, last.length - 1);
  }

  /**
   * Writes mid and spread of the last tick at or before each of `times`; instants before the first tick
   * and after the last one are left as they are.
   */
  fill(times: Float64Array, { mid, spread }: PairRows): void {
    const windows = this.#windows;
    const length = times.length;
    const end = firstAtOrAfter(times, length, this.last.time + 1);
    let at = firstAtOrAfter(times, length, this.first.time);
    while (at < end) {
      const time = times[at] as number;
      const begun = (each: number) => (windows[each] as TickWindow).firstTime <= time;
      const index = countWhile(windows.length, begun) - 1;
      const columns = (windows[index] as TickWindow).columns();
      const until = windows[index + 1]?.firstTime ?? Number.POSITIVE_INFINITY;
      let row = Math.max(0, firstAtOrAfter(columns.time, columns.length, time + 1) - 1);
      for (; at < end && (times[at] as number) < until; at++) {
        const now = times[at] as number;
        while (row + 1 < columns.length && (columns.time[row + 1] as number) <= now) row++;
        const bid = columns.bid[row] as number;
        const ask = columns.ask[row] as number;
        mid[at] = (bid + ask) / 2 / this.#points;
        spread[at] = (2 * (ask - bid)) / (bid + ask);
      }
    }
  }

  #jointAt(window: TickWindow, row: number): Joint {
    const { time, bid, ask } = window.columns();
    const sum = (bid[row] as number) + (ask[row] as number);
    return { time: time[row] as number, mid: sum / 2 / this.#points };
  }
}
