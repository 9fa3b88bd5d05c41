/**
 * What strategies draw beside a session: lines of values and marks with a text. Memory is bounded as
 * that of a strategy's own drawings.
 */

import { countWhile } from '../../../core/base/bisect.js';
import {
  type Drawings,
  MOST_POINTS,
  MOST_SERIES,
  type PlotStyle,
} from '../../../core/strategy/tools/drawings.js';

/** A point of a line has a value, one of marks a text. */
export interface PlotPoint {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly value?: number;
  readonly text?: string;
}

/** One line, or the marks of one name. */
export interface Plot {
  readonly name: string;
  /** `price` is the pane of the candles. */
  readonly pane: string;
  readonly kind: 'line' | 'mark';
  readonly style?: PlotStyle;
  readonly instrument: string;
  /** Times ascend; marks may share one. */
  readonly points: readonly PlotPoint[];
}

/**
 * Owns the plots of one session. `add` adds points, `cutAfter` drops those after a rewind's place.
 * The number of points has a limit.
 */
export class PlotBook {
  readonly #plots = new Map<string, Plot>();
  #beforeRead: () => void = () => undefined;

  /**
   * Adds points to the plots of those names, or begins them: all or none. A point at an earlier
   * time than the last one follows a rewind: the points from there on are replaced.
   * @returns whether there was room for the new plots.
   */
  add(plots: readonly Plot[]): boolean {
    const keys = new Set([...this.#plots.keys(), ...plots.map(keyOf)]);
    if (keys.size > MOST_SERIES) return false;
    for (const plot of plots) this.#add(plot);
    return true;
  }

  /** Forgets the points after an instant, because time went back to it. */
  cutAfter(at: number): void {
    for (const [key, plot] of this.#plots) {
      this.#plots.set(key, { ...plot, points: pointsBefore(plot.points, at + 1) });
    }
  }

  /** Calls `bring` before the plots are read: it adds what was drawn since. */
  bringBeforeRead(bring: () => void): void {
    this.#beforeRead = bring;
  }

  all(): readonly Plot[] {
    this.#beforeRead();
    return [...this.#plots.values()];
  }

  #add(plot: Plot): void {
    const key = keyOf(plot);
    const known = this.#plots.get(key);
    const [first] = plot.points;
    const before = first === undefined ? known?.points : pointsBefore(known?.points, first.at);
    this.#plots.set(key, { ...plot, points: thinned([...(before ?? []), ...plot.points]) });
  }
}

/** What is one plot however often it is drawn. */
function keyOf({ instrument, kind, name }: Plot): string {
  return JSON.stringify([instrument, kind, name]);
}

/** What a strategy drew, as plots. */
export function plotsOf({ series, marks }: Drawings): Plot[] {
  const lines = series.map(({ points, ...line }): Plot => {
    return { ...line, kind: 'line', points: points.map(([at, value]) => ({ at, value })) };
  });
  const instruments = new Set(marks.map(({ instrument }) => instrument));
  const noted = [...instruments].map((instrument): Plot => {
    const own = marks.filter(mark => mark.instrument === instrument);
    const points = own.map(({ at, text }) => ({ at, text }));
    return { name: 'marks', pane: 'price', kind: 'mark', instrument, points };
  });
  return [...lines, ...noted];
}

function pointsBefore(points: readonly PlotPoint[] = [], at: number): readonly PlotPoint[] {
  return points.slice(
    0,
    countWhile(points.length, index => (points[index] as PlotPoint).at < at),
  );
}

/** Every second point of a line that has too many. */
function thinned(points: readonly PlotPoint[]): readonly PlotPoint[] {
  return points.length <= MOST_POINTS ? points : points.filter((_, index) => index % 2 === 1);
}
