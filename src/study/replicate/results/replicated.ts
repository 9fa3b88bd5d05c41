/**
 * The result of a replication: a table of what is measured, with what the source prints, what plain
 * arithmetic gives and what the engine gives; which claims hold; and what could not be reproduced.
 */

import type { UsedPackage } from '../packages/open-package.js';

/** A row of the table. */
export interface Measure {
  /** What is measured, with its period or instrument. */
  readonly what: string;
  /** The unit of the numbers: `% a year`, `USD`; empty for a plain number. */
  readonly unit: string;
  /** Decimals that are shown. */
  readonly digits: number;
  /** What the source itself prints, and the page, or `from memory`; absent when it is not known. */
  readonly source?: { readonly value: number; readonly page: string };
  /** What plain arithmetic gives, without the engine; absent when there is nothing to compare. */
  readonly arithmetic?: number;
  /** What Orrery gives: its engine, or a test of its studies; absent where it has no part. */
  readonly orrery?: number;
}

/** Whether what a source says, or what was expected, holds here. */
export interface Claim {
  readonly says: string;
  readonly holds: boolean;
  /** One sentence with the numbers. */
  readonly because: string;
}

/** A difference between engine and arithmetic that must not be larger than its limit. */
export interface Check {
  readonly what: string;
  readonly difference: number;
  readonly limit: number;
  readonly unit: string;
}

/** A curve or several in one picture. */
export interface Picture {
  readonly title: string;
  readonly caption: string;
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
  readonly bands?: readonly {
    readonly name: string;
    readonly points: readonly (readonly [x: number, low: number, high: number])[];
  }[];
  /** What x is: microseconds of a date, or a number with its unit. */
  readonly x: 'date' | { readonly unit: string; readonly digits: number };
  /** The unit of y. */
  readonly y: string;
}

/** Data that was used, so that the figures can be made again. */
export interface UsedData extends UsedPackage {
  /** What was taken from it. */
  readonly data: string;
  /** First and last day of it, `2024-03-05`. */
  readonly from: string;
  readonly to: string;
}

/** The whole result. The same inputs give the same result. */
export interface ReplicationResult {
  readonly measures: readonly Measure[];
  readonly claims: readonly Claim[];
  readonly checks: readonly Check[];
  /** What the source has and this replication has not, one sentence each. */
  readonly notReproduced: readonly string[];
  /** What the numbers mean, one sentence each. */
  readonly notes: readonly string[];
  /** Seeds and numbers that decide the result, by name. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly data: readonly UsedData[];
  readonly pictures: readonly Picture[];
}

/** Whether the engine agrees with the arithmetic in every check. */
export function agrees({ checks }: Pick<ReplicationResult, 'checks'>): boolean {
  return checks.every(({ difference, limit }) => Math.abs(difference) <= limit);
}
