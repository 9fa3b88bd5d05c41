/** What a strategy drew, with what it drew since. */

import type { Plot } from '../wire/feed-events.js';

/** Points of a plot that are kept. */
const POINTS_MAX = 20_000;

/**
 * `more` with the points before it. Who draws at an earlier time than before has gone back: the
 * points from there on are replaced, as the server does.
 */
export function extendedPlot(known: Plot | undefined, more: Plot): Plot {
  const [first] = more.points;
  const earlier = known?.points.filter(({ time }) => first === undefined || time < first.time);
  return { ...more, points: [...(earlier ?? []), ...more.points].slice(-POINTS_MAX) };
}
