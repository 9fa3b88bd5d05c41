/**
 * Input and output of a study engine: plain data that can be posted to a thread or put into a
 * queue. A job is one run. Its index decides the place of its outcome, whichever worker runs it and
 * whenever.
 */

import type { Refusals } from '../../core/view/refusals.js';
import type { SeriesText } from '../../data/figures/account/daily-series.js';
import type { ReturnShape } from '../../data/figures/table/return-shape.js';
import type { RunFigures } from '../../data/figures/table/run-figures.js';
import type { SharedTicks } from '../../data/storage/tick-store/shared-ticks.js';
import type { ParameterSet } from '../search/parameter-sets.js';

/** One run: a combination of parameters and a window. */
export interface Job {
  readonly index: number;
  /** Values of the study's axes, in the order of the axes. */
  readonly values: ParameterSet;
  /** Microseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Whether the outcome includes the result of each trade. */
  readonly withTrades?: boolean;
  /** Whether the outcome includes the daily returns. */
  readonly withReturns?: boolean;
  /** Whether the outcome includes the daily returns as a series to lay beside those of other runs. */
  readonly withDaily?: boolean;
  /** How this run differs from the run that it repeats. */
  readonly resample?: ResampleOrder;
}

/** Another seed for the random draws of the execution model, or, with `block`, other ticks. */
export interface ResampleOrder {
  readonly seed: number;
  /** Length in ticks of the blocks in which recorded ticks are redrawn; at least 1. */
  readonly block?: number;
}

/** A run that reached its end. */
export interface FinishedRun {
  readonly index: number;
  readonly figures: RunFigures;
  /** What the daily returns say about luck; null when they are too few or all equal. */
  readonly shape: ReturnShape | null;
  /** Why figures are null, by their names; absent when none is. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Daily returns, oldest first, if requested; `at` in microseconds. */
  readonly returns?: readonly { readonly at: number; readonly fraction: number }[];
  /** The daily returns as a series, if requested. */
  readonly daily?: SeriesText;
  /** What the account was refused; absent in outcomes that an older version stored. */
  readonly refusals?: Refusals;
  /** Results of the closed trades in home currency, in order of closing, if requested. */
  readonly tradeResults?: readonly number[];
}

/** A run that failed, and why. */
export interface RunFailure {
  readonly index: number;
  readonly error: string;
  readonly figures?: undefined;
}

export type JobOutcome = FinishedRun | RunFailure;

/** What a worker needs before its first job. */
export interface WorkerSetup {
  readonly scenarioPath: string;
  /** Names of the parameters, in the order of a job's values. */
  readonly parameters: readonly string[];
  /** Names of the figures to compute for each run. */
  readonly figures: readonly string[];
  readonly allowPath: readonly string[];
  /** Folder of tick stores; null: beside each source; absent: no store is read or written. */
  readonly cacheFolder?: string | null;
  /** Ticks in shared memory; the worker opens those that are missing. */
  readonly ticks: readonly SharedTicks[];
}

/** What a thread is given: jobs, and the study that they belong to. */
export interface JobBatch {
  /** The number of the study in this process. */
  readonly study: number;
  readonly setup: WorkerSetup;
  readonly jobs: readonly Job[];
}

/** Runs jobs in any order and reports each outcome once. */
export interface StudyEngine {
  /** Whether outcomes may have been made on other machines. */
  readonly isElsewhere?: true;
  run(jobs: readonly Job[], onOutcome: (outcome: JobOutcome) => void): Promise<void>;
  close(): Promise<void>;
}

/** Whether the run failed. */
export function isFailed(outcome: JobOutcome): outcome is RunFailure {
  return 'error' in outcome;
}
