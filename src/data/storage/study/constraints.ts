/** Constraints between the axes of a study, such as `fast < slow`: combinations that break one never run. */

import { nearest } from '../document/suggest.js';

const COMPARISONS = {
  '<': (a: Operand, b: Operand) => a < b,
  '<=': (a: Operand, b: Operand) => a <= b,
  '>': (a: Operand, b: Operand) => a > b,
  '>=': (a: Operand, b: Operand) => a >= b,
  '==': (a: Operand, b: Operand) => a === b,
  '!=': (a: Operand, b: Operand) => a !== b,
} as const;

type Operand = string | number | boolean;
type Comparison = keyof typeof COMPARISONS;

/** A side of a constraint: a place among the axes, or a number. */
type Side = { readonly axis: number } | { readonly number: number };

/** A comparison of two axes, or of an axis with a number. */
export interface Constraint {
  readonly left: Side;
  readonly comparison: Comparison;
  readonly right: Side;
}

const FORM = /^\s*([\w.-]+)\s*(<=|>=|==|!=|<|>)\s*([\w.-]+)\s*$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Reads a constraint.
 * @param names - of the axes, in their order.
 * @returns the rule that the text breaks, if it is none.
 */
export function readConstraint(text: string, names: readonly string[]): Constraint | string {
  const [, left, comparison, right] = FORM.exec(text) ?? [];
  if (left === undefined || comparison === undefined || right === undefined) {
    return `must compare two axes, or an axis with a number, as in fast < slow; was ${text}`;
  }
  const sides = [left, right].map(side => sideOf(side, names));
  const unknown = [left, right].find((_, index) => sides[index] === undefined);
  if (unknown !== undefined) return `no axis ${unknown}${nearest(unknown, names)}`;
  return { left: sides[0] as Side, comparison: comparison as Comparison, right: sides[1] as Side };
}

/** Whether a combination keeps a constraint. @param values - one per axis. */
export function keeps(
  { left, comparison, right }: Constraint,
  values: readonly Operand[],
): boolean {
  return COMPARISONS[comparison](operandOf(left, values), operandOf(right, values));
}

function sideOf(text: string, names: readonly string[]): Side | undefined {
  const axis = names.indexOf(text);
  if (axis >= 0) return { axis };
  return NUMBER.test(text) ? { number: Number(text) } : undefined;
}

function operandOf(side: Side, values: readonly Operand[]): Operand {
  return 'number' in side ? side.number : (values[side.axis] as Operand);
}
