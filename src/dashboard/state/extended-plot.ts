/** What a strategy drew, with what it drew since. */

import type { Plot } from '../wire/feed-events.js';

/** Points of a plot that are kept. */
const POINTS_MAX = 20_000;

/**
 * `more` with the points before it. A point at an earlier time than the last one follows a rewind:
 * the points from there on are replaced, as in the server.
 */
export function extendedPlot(known: Plot | undefined, more: Plot): Plot {
  const [first] = more.points;
  const earlier = known?.points.filter(({ time }) => first === undefined || time < first.time);
  return { ...more, points: [...(earlier ?? []), ...more.points].slice(-POINTS_MAX) };
}
