/** The axis of a drawing: round levels that enclose its values, and where a value lies. */

/** The least and the most of some values. */
export type ValueRange = readonly [least: number, most: number];

/** Levels on an axis, about. */
const LEVELS = 5;
const STEPS = [1, 2, 2.5, 5, 10] as const;

/** The span of `values`; from infinity to minus infinity without any. */
export function spanOf(values: readonly number[]): ValueRange {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** Round values that enclose the span: multiples of 1, 2, 2.5 or 5 times a power of ten. */
export function levelsOf([least, most]: ValueRange): number[] {
  const width = (most - least || Math.abs(most) || 1) / (LEVELS - 1);
  const power = 10 ** Math.floor(Math.log10(width));
  const step = power * (STEPS.find(each => each * power >= width) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Decimals that a round step needs. */
export function digitsOf(step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const isWhole = Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6;
  return isWhole ? digits : digits + 1;
}

/** Where `value` lies between two positions; in the middle when the span has no width. */
export function place(value: number, [least, most]: ValueRange, [from, to]: ValueRange): number {
  return most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from);
}

/** A position as an attribute, to a tenth of a pixel. */
export function positionText(position: number): string {
  return String(Number(position.toFixed(1)));
}
