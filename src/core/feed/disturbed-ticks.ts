/**
 * Ticks as a fault of the market changes them: wider spreads, moved prices, little volume. The
 * times stay. Everything behind the feed sees changed ticks as if the source had them, so candles,
 * triggers and the passing of quiet ticks have no code for faults.
 */

import { present } from '../base/present.js';
import {
  firstAtOrAfter,
  residentWindows,
  type TickColumns,
  type TickWindow,
} from '../market/tick.js';
import type { Instant } from '../time/instant.js';

/** A change of the ticks of one instrument in a span of time. */
export interface TickChange {
  /** The span: first instant, and end, exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  /** Points added on each side of the spread; at least 0. */
  readonly spread?: number;
  /**
   * The factor of the spread, in thousandths, at least 1000; each side takes half of the
   * difference, rounded up to a point. It comes before `spread`.
   */
  readonly widen?: number;
  /** Points added to both prices; negative: the prices fall. */
  readonly gap?: number;
  /** Units on each side of the book, at least 1, instead of those of the tick. */
  readonly liquidity?: number;
  /** Whether the ticks do not come at all; see `heardWindow`. */
  readonly quiet?: boolean;
}

/** A spread as it was, in thousandths. */
const NO_WIDER = 1_000;
/** The highest price in points. */
const POINTS_MAX = 2_000_000_000;

/**
 * The window with its ticks changed, one change after the other; the window itself when no tick of it
 * is in the span of any. Prices stay at 1 point at least.
 */
export function disturbedWindow(window: TickWindow, changes: readonly TickChange[]): TickWindow {
  const touching = changes.filter(
    ({ from, to }) => from <= window.lastTime && window.firstTime < to,
  );
  if (touching.length === 0) return window;
  const changed = touching.reduce(changedColumns, window.columns());
  return residentWindows(changed)[0] as TickWindow;
}

/**
 * The window without the ticks of quiet spans; none when it has no others. The ticks that are left keep
 * their rows' order, and the first after a span is a jump.
 */
export function heardWindow(window: TickWindow, changes: readonly TickChange[]): TickWindow[] {
  const quiet = changes.filter(
    each => each.quiet === true && each.from <= window.lastTime && window.firstTime < each.to,
  );
  if (quiet.length === 0) return [window];
  const columns = window.columns();
  const rows = Array.from({ length: columns.length }, (_, row) => row).filter(row => {
    const at = columns.time[row] as number;
    return !quiet.some(({ from, to }) => from <= at && at < to);
  });
  return residentWindows(rowsOnly(columns, rows));
}

function rowsOnly(columns: TickColumns, rows: readonly number[]): TickColumns {
  const { time, bid, ask, bidVolume, askVolume, leg, prices } = columns;
  const taken = <Column extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
    column: Column,
  ): Column => {
    const kept = column.slice(0, rows.length) as Column;
    rows.forEach((row, at) => {
      kept[at] = column[row] as number;
    });
    return kept;
  };
  const legs = leg && taken(leg);
  rows.forEach((row, at) => {
    if (legs !== undefined && at > 0 && rows[at - 1] !== row - 1) legs[at] = 0;
  });
  return {
    length: rows.length,
    ...{ time: taken(time), bid: taken(bid), ask: taken(ask) },
    ...present({
      bidVolume: bidVolume && taken(bidVolume),
      askVolume: askVolume && taken(askVolume),
      leg: legs,
      prices: prices && taken(prices),
    }),
  };
}

function changedColumns(columns: TickColumns, change: TickChange): TickColumns {
  const { length, time } = columns;
  const { from, to, spread = 0, widen = NO_WIDER, gap = 0, liquidity } = change;
  const bid = columns.bid.slice();
  const ask = columns.ask.slice();
  const bidVolume = volumes(columns.bidVolume, length);
  const askVolume = volumes(columns.askVolume, length);
  for (let row = 0; row < length; row++) {
    const at = time[row] as number;
    if (at < from || at >= to) continue;
    const wide = (ask[row] as number) - (bid[row] as number);
    const extra = spread + Math.ceil((wide * (widen - NO_WIDER)) / (2 * NO_WIDER));
    bid[row] = withinPoints((bid[row] as number) + gap - extra);
    ask[row] = withinPoints((ask[row] as number) + gap + extra);
    if (liquidity === undefined) continue;
    bidVolume[row] = liquidity;
    askVolume[row] = liquidity;
  }
  const leg = gap === 0 ? columns.leg : withJumps(columns, change);
  const { prices } = columns;
  return { length, time, bid, ask, bidVolume, askVolume, ...present({ leg, prices }) };
}

/** The legs without those into the span and out of it: there the price jumps by the gap. */
function withJumps({ length, time, leg }: TickColumns, { from, to }: TickChange) {
  if (leg === undefined) return undefined;
  const legs = leg.slice();
  for (const edge of [from, to]) {
    const row = firstAtOrAfter(time, length, edge);
    if (row < length) legs[row] = 0;
  }
  return legs;
}

/** A copy of a column of volumes; 0, which means unknown, where the source has none. */
function volumes(column: TickColumns['bidVolume'], length: number): Float64Array {
  return column === undefined ? new Float64Array(length) : Float64Array.from(column);
}

function withinPoints(points: number): number {
  return Math.min(Math.max(points, 1), POINTS_MAX);
}
