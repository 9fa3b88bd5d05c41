/**
 * What is new in the drawings of a strategy since they were last looked at. The points of the last
 * instant may have changed since; then they are new again, and replace those before.
 */

import { countWhile } from '../../../core/base/bisect.js';
import type { Drawings } from '../../../core/strategy/tools/drawings.js';
import { type Plot, type PlotPoint, plotsOf } from './plot-book.js';

/** Owns the end of each drawing of one run as it was last reported. Only `of` moves the ends on. */
export class NewPoints {
  /** By plot, the points of its last instant as they were reported. */
  readonly #ends = new Map<string, readonly PlotPoint[]>();

  /** The plots with their new points alone; a plot without new points is left out. */
  of(drawings: Drawings): Plot[] {
    return plotsOf(drawings).flatMap(plot => this.#newOf(plot) ?? []);
  }

  #newOf(plot: Plot): Plot | undefined {
    const { points } = plot;
    const key = JSON.stringify([plot.instrument, plot.kind, plot.name]);
    const end = this.#ends.get(key) ?? [];
    const from = fromInstant(points, end[0]?.at ?? Number.NEGATIVE_INFINITY);
    if (JSON.stringify(from) === JSON.stringify(end)) return undefined;
    this.#ends.set(key, fromInstant(points, (points.at(-1) as PlotPoint).at));
    return { ...plot, points: from };
  }
}

function fromInstant(points: readonly PlotPoint[], at: number): readonly PlotPoint[] {
  return points.slice(countWhile(points.length, index => (points[index] as PlotPoint).at < at));
}
