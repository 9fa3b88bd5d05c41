/**
 * Drawdowns of the compounded daily returns: how far below its highest an account stood, and for
 * how long. Money paid in or out moves no drawdown. A run's opening counts as its first high.
 */

import type { Instant } from '../../core/time/instant.js';
import type { DayReturn } from '../account/daily.js';

export interface DrawdownPoint {
  readonly at: Instant;
  /** 1 - value / highest value so far: 0 on a high; above 1 where more was lost than there was. */
  readonly fraction: number;
}

/** From a high until the value has come back to it, or until the end. */
export interface DrawdownEpisode {
  readonly from: Instant;
  /** Where it was deepest. */
  readonly bottom: Instant;
  readonly to: Instant;
  readonly isOver: boolean;
  readonly depth: number;
}

/** What falls short of a high by less is on the high: the noise of products of floats. */
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

/** The deepest that `values` ever were below the highest before; 0 where nothing was ever there. */
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

/** The drawdowns one by one, oldest first. */
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
