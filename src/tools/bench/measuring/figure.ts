/**
 * A figure of the bench: a value, its yardstick and its goal. The ratio is the value over the
 * yardstick's value, in the same unit and from the same run, because absolute figures of a shared
 * machine mean little.
 */

import { present } from '../../../core/base/present.js';

/** A goal: a value or ratio of at least or at most `limit`. */
export interface Goal {
  readonly limit: number;
  readonly kind: 'at least' | 'at most';
  readonly of: 'value' | 'ratio';
}

/** One row of the table. */
export interface BenchFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value was compared with, and its own value. */
  readonly yardstick: string;
  /** Value over yardstick; NaN when there is nothing to compare with. */
  readonly ratio: number;
  readonly goal?: Goal;
}

/** What a figure may have beside its value. */
interface Comparison {
  /** What the value is compared with, and its value in the same unit. */
  readonly beside?: readonly [what: string, value: number];
  readonly goal?: Goal | undefined;
}

/** A figure; without a yardstick it has no ratio. */
export function figure(
  name: string,
  value: number,
  unit: string,
  { beside: [what, other] = ['', Number.NaN], goal }: Comparison = {},
): BenchFigure {
  const yardstick = what === '' ? '' : `${what}, ${shortNumber(other)} ${unit}`;
  return { name, value, unit, yardstick, ratio: value / other, ...present({ goal }) };
}

/** A goal for a rate: more is better. */
export function atLeast(limit: number): Goal {
  return { limit, kind: 'at least', of: 'value' };
}

/** A goal for time or memory: less is better. */
export function atMost(limit: number): Goal {
  return { limit, kind: 'at most', of: 'value' };
}

/** A goal for the ratio to the yardstick: at least `limit`. */
export function ratioAtLeast(limit: number): Goal {
  return { limit, kind: 'at least', of: 'ratio' };
}

/** A goal for growth: the ratio is at most `limit`. */
export function ratioAtMost(limit: number): Goal {
  return { limit, kind: 'at most', of: 'ratio' };
}

/** Whether `figure` reaches its goal; undefined when it has none. */
export function isMet({ value, ratio, goal }: BenchFigure): boolean | undefined {
  if (goal === undefined) return undefined;
  const reached = goal.of === 'value' ? value : ratio;
  return goal.kind === 'at least' ? reached >= goal.limit : reached <= goal.limit;
}

/** The JSON form: null for what is not there. */
export function recordOf(figure: BenchFigure) {
  const { goal, ratio } = figure;
  return {
    ...figure,
    ratio: Number.isFinite(ratio) ? ratio : null,
    goal: goal?.limit ?? null,
    goalOf: goal?.of ?? null,
    met: isMet(figure) ?? null,
  };
}

/** A number in three to four digits: 1,234 M, 12.3 k, 0.142. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1e6) return `${digits(value / 1e6)} M`;
  if (size >= 1e4) return `${digits(value / 1e3)} k`;
  return digits(value);
}

function digits(value: number): string {
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(places).replace(/\B(?=(\d{3})+(?!\d|\.))/g, size >= 1000 ? ',' : '');
}
