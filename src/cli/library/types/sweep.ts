/** A study: options and result. The result is the document of `orrery sweep --json`. */

import type { ScenarioOptions } from './loading.js';

/** How a study is run; none of it changes its results. */
export interface SweepOptions extends ScenarioOptions {
  /** Largest number of worker threads, of which a short study starts fewer; default: one for each core. */
  readonly workers?: number;
  /** Seconds after which a run is ended and counted as failed; default 600. */
  readonly timeLimit?: number;
  /** Number of best runs that get a report of their own in `out`; default 3. */
  readonly reports?: number;
}

/** A row of a table by column: `param.NAME`, figures, `error`. */
export type StudyRow = Readonly<Record<string, unknown>>;

/** The result of a study. Everything but `timing` and `resumed` is the same on every run. */
export interface SweepResult {
  readonly study: string;
  /** The figure by which runs are ranked. */
  readonly rank: string;
  /** The figures by whose places runs are ranked; present when the study has several goals. */
  readonly goals?: readonly string[];
  /** Number of the best run, from 1; null when none has the figure. */
  readonly best: number | null;
  /** One row a run. */
  readonly runs: readonly StudyRow[];
  /** One row a fold; present when the study walks forward. */
  readonly walkForward?: readonly StudyRow[];
  /** Runs that an earlier start had finished. */
  readonly resumed: number;
  readonly timing: { readonly seconds: number; readonly runsPerSecond: number };
  /** Path of the page; present when `out` was given. */
  readonly report?: string;
}
