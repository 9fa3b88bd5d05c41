/** Instants as places on the chart, and places as instants: between bars, and beyond the last one as if bars followed. */

import type { Coordinate, IChartApi, Logical, UTCTimestamp } from 'lightweight-charts';
import { type Bar, lastAtOrBefore } from './bars.js';

/** The times of the chart. */
export interface Times {
  bars(): readonly Bar[];
  /** Length of a bucket. */
  readonly seconds: number;
}

/** The x of an instant, in CSS pixels from the left; undefined while there are no bars. */
export function xOf(chart: IChartApi, { bars, seconds }: Times, time: number): number | undefined {
  const known = bars();
  const at = Math.max(0, lastAtOrBefore(known, time));
  const bar = known[at];
  if (bar === undefined) return undefined;
  const scale = chart.timeScale();
  const index = scale.timeToIndex(bar.time as UTCTimestamp, true);
  if (index === null) return undefined;
  const next = known[at + 1];
  const part = (time - bar.time) / seconds;
  // A gap in the market is no longer than one bar.
  const within = next === undefined ? part : Math.min(part, 1);
  // The scale has places of whole bars only; an instant between two is between their places.
  const whole = Math.floor(index + within);
  const left = scale.logicalToCoordinate(whole as Logical);
  const right = scale.logicalToCoordinate((whole + 1) as Logical);
  if (left === null || right === null) return undefined;
  return left + (index + within - whole) * (right - left);
}

/** The start of the bar at an x, or of one that would be there; undefined while there are no bars. */
export function timeAt(chart: IChartApi, { bars, seconds }: Times, x: number): number | undefined {
  const known = bars();
  const logical = chart.timeScale().coordinateToLogical(x as Coordinate);
  const [first, last] = [known[0], known.at(-1)];
  if (logical === null || first === undefined || last === undefined) return undefined;
  const index = Math.round(logical);
  if (index < 0) return first.time + index * seconds;
  return known[index]?.time ?? last.time + (index - known.length + 1) * seconds;
}
