/**
 * What a strategy draws: lines of values over time, and marks with a text. They change nothing in
 * the run. Memory is bounded: a line that grows too long keeps every second of its points, and then
 * takes every second one, and so on; marks beyond their limit are counted only.
 */

import type { Instant } from '../../time/instant.js';
import { StrategyError } from './strategy-fault.js';

/** How a line looks. */
const PLOT_STYLES = ['line', 'steps', 'dots', 'bars'] as const;
/** How a line looks: joined, in steps, as points, or as bars from zero. */
export type PlotStyle = (typeof PLOT_STYLES)[number];

/** How to draw a line; only its first call counts. */
export interface PlotOptions {
  /** `price`, which is the default, is the pane of the candles; any other name is a pane below. */
  readonly pane?: string;
  readonly style?: PlotStyle;
  /**
   * The instrument whose chart it is on; default: that of the hook's argument, or the first of the
   * market.
   */
  readonly instrument?: string;
}

/** Where to put a mark. */
export type MarkOptions = Pick<PlotOptions, 'instrument'>;

/** One line, as drawn. */
export interface DrawnSeries {
  readonly name: string;
  readonly instrument: string;
  readonly pane: string;
  readonly style: PlotStyle;
  /** Microseconds since 1970, and the value; times ascend. */
  readonly points: readonly (readonly [at: number, value: number])[];
}

/** One mark, as drawn. */
export interface DrawnMark {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly instrument: string;
  readonly text: string;
}

/** Everything that a strategy has drawn. */
export interface Drawings {
  readonly series: readonly DrawnSeries[];
  readonly marks: readonly DrawnMark[];
  /** Number of marks beyond the limit, which were not kept. */
  readonly marksLeftOut: number;
}

/** Sees what is drawn, after it has been recorded. */
export interface DrawingWatch {
  /** A point was drawn; the board may thin it out later. */
  onPlot(at: Instant, value: number, series: Omit<DrawnSeries, 'points'>): void;
  /** A mark was drawn. */
  onMark(mark: DrawnMark): void;
}

/** Most lines; more are probably one line under a name that changes. */
export const MOST_SERIES = 64;
/** Most points of one line. */
export const MOST_POINTS = 50_000;
/** Most marks, and most characters of a mark. */
export const MOST_MARKS = 5_000;
const MOST_CHARACTERS = 200;

/** The pane of the candles. */
const PRICE_PANE = 'price';

interface Line {
  readonly series: Omit<DrawnSeries, 'points'>;
  readonly times: number[];
  readonly values: number[];
  /** One of so many points is kept. */
  stride: number;
  /** Points since the last one that was kept. */
  passed: number;
}

/** Owns what one strategy has drawn in one run. `plot` and `mark` add to it; memory is bounded. */
export class DrawingBoard {
  readonly #lines = new Map<string, Line>();
  readonly #marks: DrawnMark[] = [];
  #marksLeftOut = 0;

  /**
   * Adds a point; at the same instant it takes the place of the one before.
   * @throws StrategyError for an unknown style, and for too many lines.
   */
  plot(at: Instant, value: number, series: Omit<DrawnSeries, 'points'>): void {
    const line = this.#line(series);
    const { times, values } = line;
    const last = times.length - 1;
    if (times[last] === at) {
      values[last] = value;
      return;
    }
    line.passed += 1;
    if (line.passed < line.stride) return;
    line.passed = 0;
    times.push(at);
    values.push(value);
    if (times.length > MOST_POINTS) thin(line);
  }

  mark(mark: DrawnMark): void {
    if (this.#marks.length >= MOST_MARKS) this.#marksLeftOut += 1;
    else this.#marks.push({ ...mark, text: mark.text.slice(0, MOST_CHARACTERS) });
  }

  /** Everything so far; undefined when nothing was drawn. */
  drawn(): Drawings | undefined {
    if (this.#lines.size === 0 && this.#marks.length === 0) return undefined;
    const series = [...this.#lines.values()].map(({ series: named, times, values }) => ({
      ...named,
      points: times.map((at, index) => [at, values[index] as number] as const),
    }));
    return { series, marks: [...this.#marks], marksLeftOut: this.#marksLeftOut };
  }

  #line(series: Omit<DrawnSeries, 'points'>): Line {
    const { name, instrument, style } = series;
    const key = `${instrument} ${name}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    if (!PLOT_STYLES.includes(style)) {
      const styles = PLOT_STYLES.join(', ');
      throw new StrategyError(`plot ${name}: style must be one of ${styles}, was ${style}`);
    }
    if (this.#lines.size >= MOST_SERIES) {
      throw new StrategyError(`plot ${name}: a strategy draws at most ${MOST_SERIES} lines`);
    }
    const line = { series, times: [], values: [], stride: 1, passed: 0 };
    this.#lines.set(key, line);
    return line;
  }
}

/** The line that a call of `plot` means. @param told - the instrument of the hook. */
export function seriesOf(
  name: string,
  { pane = PRICE_PANE, style = 'line', instrument }: PlotOptions,
  told: string,
): Omit<DrawnSeries, 'points'> {
  return { name: String(name), instrument: instrument ?? told, pane: String(pane), style };
}

/** The drawings of several strategies as one. */
export function joined(drawings: readonly Drawings[]): Drawings {
  return {
    series: drawings.flatMap(({ series }) => series),
    marks: drawings.flatMap(({ marks }) => marks).sort((one, other) => one.at - other.at),
    marksLeftOut: drawings.reduce((sum, { marksLeftOut }) => sum + marksLeftOut, 0),
  };
}

/** What was drawn up to and including an instant, in microseconds since 1970. */
export function drawnUntil({ series, marks, marksLeftOut }: Drawings, last: number): Drawings {
  return {
    series: series.map(line => ({ ...line, points: line.points.filter(([at]) => at <= last) })),
    marks: marks.filter(({ at }) => at <= last),
    marksLeftOut,
  };
}

/** Keeps every second point. */
function thin(line: Line): void {
  line.stride *= 2;
  for (const column of [line.times, line.values]) {
    const half = Math.ceil(column.length / 2);
    for (let index = 1; index < half; index++) column[index] = column[index * 2] as number;
    column.length = half;
  }
}
