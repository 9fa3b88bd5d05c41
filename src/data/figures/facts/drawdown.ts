/**
 * Drawdowns of the compounded daily returns: how far the account was below its highest value, and
 * for how long. Deposits and withdrawals do not change a drawdown. The opening of the run is the
 * first high.
 */

import type { Instant } from '../../../core/time/instant.js';
import type { DayReturn } from '../account/daily.js';

export interface DrawdownPoint {
  readonly at: Instant;
  /** 1 - value / highest value so far; 0 at a high, above 1 when more than everything was lost. */
  readonly fraction: number;
}

/** From a high until the value is back at it, or until the end of the run. */
export interface DrawdownEpisode {
  readonly from: Instant;
  /** Instant of the deepest point. */
  readonly bottom: Instant;
  readonly to: Instant;
  readonly isOver: boolean;
  readonly depth: number;
}

/** A smaller fraction below the high counts as the high: it is rounding noise of floats. */
const NOISE = 1e-12;

/** One point for the opening and one for each return. */
export function drawdowns(opening: Instant, returns: readonly DayReturn[]): DrawdownPoint[] {
  const points: DrawdownPoint[] = [{ at: opening, fraction: 0 }];
  let value = 1;
  let highest = 1;
  for (const { at, fraction } of returns) {
    value *= 1 + fraction;
    if (value > highest) highest = value;
    points.push({ at, fraction: below(value, highest) });
  }
  return points;
}

/**
 * The deepest fall of `values` below their highest value before; 0 when no value was above zero.
 */
export function deepestDrawdown(values: readonly number[]): number {
  let highest = 0;
  let deepest = 0;
  for (const value of values) {
    if (value > highest) highest = value;
    if (highest > 0) deepest = Math.max(deepest, below(value, highest));
  }
  return deepest;
}

function below(value: number, highest: number): number {
  const fraction = 1 - value / highest;
  return fraction < NOISE ? 0 : fraction;
}

/** The separate drawdowns, oldest first. */
export function episodes(points: readonly DrawdownPoint[]): DrawdownEpisode[] {
  const found: DrawdownEpisode[] = [];
  for (const [index, { at, fraction }] of points.entries()) {
    const current = found.at(-1);
    const isRunning = current !== undefined && !current.isOver;
    if (fraction === 0) {
      if (isRunning) found[found.length - 1] = { ...current, to: at, isOver: true };
    } else if (!isRunning) {
      const from = points[index - 1]?.at ?? at;
      found.push({ from, bottom: at, to: at, isOver: false, depth: fraction });
    } else {
      const deeper = fraction > current.depth ? { bottom: at, depth: fraction } : {};
      found[found.length - 1] = { ...current, ...deeper, to: at };
    }
  }
  return found;
}
