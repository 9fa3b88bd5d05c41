/**
 * What an engine of studies is given and gives back: plain data that can be posted to a thread or
 * put into a queue. A job is one run; its index is the place of its outcome, whoever runs it when.
 */

import type { ReturnShape } from '../../figures/table/return-shape.js';
import type { RunFigures } from '../../figures/table/run-figures.js';
import type { SharedTicks } from '../../storage/tick-store/shared-ticks.js';
import type { ParameterSet } from '../search/parameter-sets.js';

/** One run: a combination of parameters over a window. */
export interface Job {
  readonly index: number;
  /** Values of the study's axes, in their order. */
  readonly values: ParameterSet;
  /** Microseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Whether to tell what each trade came to, too. */
  readonly withTrades?: boolean;
  /** How this run differs from the one that it repeats. */
  readonly resample?: Resample;
}

/** Another seed for what the execution model draws, or, with a block, other ticks. */
export interface Resample {
  readonly seed: number;
  /** Ticks of the blocks in which the recorded ones are drawn. */
  readonly block?: number;
}

/** A run that came to its end. */
export interface Finished {
  readonly index: number;
  readonly figures: RunFigures;
  /** What its returns say about luck; null where they are too few, or all the same. */
  readonly shape: ReturnShape | null;
  /** What each closed trade came to, in the order of closing, if asked for. */
  readonly tradeResults?: readonly number[];
}

/** A run that did not, and why. */
export interface Failed {
  readonly index: number;
  readonly error: string;
  readonly figures?: undefined;
}

export type JobOutcome = Finished | Failed;

/** What a worker needs to know before its first job. */
export interface WorkerSetup {
  readonly scenarioPath: string;
  /** Names of the parameters that a job's values are of. */
  readonly parameters: readonly string[];
  /** Names of the figures of each run. */
  readonly figures: readonly string[];
  readonly allowPath: readonly string[];
  /** Folder of tick stores, null beside each source; absent: none is read or written. */
  readonly cacheFolder?: string | null;
  /** Ticks in shared memory; those that are missing are opened by the worker. */
  readonly ticks: readonly SharedTicks[];
}

/** Runs jobs somewhere, in any order; tells each outcome once. */
export interface StudyEngine {
  run(jobs: readonly Job[], onOutcome: (outcome: JobOutcome) => void): Promise<void>;
  close(): Promise<void>;
}

/** Whether the run failed. */
export function isFailed(outcome: JobOutcome): outcome is Failed {
  return 'error' in outcome;
}
