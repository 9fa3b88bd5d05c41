/** The result of a suite: a table of properties and cases, and the failures. */

import type { Plan } from './cases/suite-case.js';

/** One property under one case. */
export interface SuiteCell {
  readonly property: string;
  /** Runs in which it was looked at, and in which it was broken. */
  readonly judged: number;
  readonly broken: number;
}

/** What broke a property under a case. */
export interface SuiteFailure {
  readonly property: string;
  /** How it was broken, a sentence. */
  readonly words: string;
  /** The run of the case that found it, from 1. */
  readonly run: number;
  /** The smallest faults that still break it. */
  readonly plan: Plan;
  /** The effects of the faults. */
  readonly fired: readonly string[];
  /** Rules of the plan as it was found, and runs that made it smaller. */
  readonly foundRules: number;
  readonly shrinkRuns: number;
}

/** One row of the table. */
export interface SuiteRow {
  readonly name: string;
  readonly about: string;
  readonly duty: string;
  /** Why the client is not concerned; absent when it is. */
  readonly unless?: string;
  /** Runs, and those in which the fault met the client. */
  readonly runs: number;
  readonly met: number;
  readonly cells: readonly SuiteCell[];
  readonly failures: readonly SuiteFailure[];
}

/** The verdict of a suite. */
export type SuiteVerdict =
  | {
      readonly kind: 'done' | 'stopped';
      readonly properties: readonly string[];
      /**
       * Instruments in which the client follows signals: its position there at the end is not
       * checked.
       */
      readonly follows: readonly string[];
      readonly rows: readonly SuiteRow[];
    }
  | { readonly kind: 'broken-without-faults'; readonly breach: SuiteBreach }
  | { readonly kind: 'differs' };

/** A property that a run broke, in words. */
interface SuiteBreach {
  readonly property: string;
  readonly words: string;
}
