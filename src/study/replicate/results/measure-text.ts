/** Numbers of a replication as text: the same on the terminal, in the page and in the documents. */

import type { Check, Measure } from './replicated.js';

/** What stands where there is no number. */
const NONE = '-';
/** Digits of a difference that is not 0. */
const SIGNIFICANT = 2;

/** A number of a row; never `-0.00`. */
export function numberText(value: number | undefined, digits: number): string {
  if (value === undefined) return NONE;
  const text = value.toFixed(digits);
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

/** Whether any row has a unit: a table of plain numbers needs no column for it. */
export function hasUnits(measures: readonly Measure[]): boolean {
  return measures.some(({ unit }) => unit !== '');
}

/** What the source prints, with the page. */
export function sourceText({ source, digits }: Measure): string {
  return source === undefined ? NONE : `${numberText(source.value, digits)} (${source.page})`;
}

/** How far the engine is from the arithmetic, and how far it may be. */
export function checkText({ what, difference, limit, unit }: Check): string {
  const of = unit === '' ? '' : ` ${unit}`;
  const found = difference === 0 ? '0' : plainText(Math.abs(difference));
  return `${what}: ${found}${of} (at most ${plainText(limit)}${of})`;
}

/** A small number without an exponent. */
function plainText(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, SIGNIFICANT - 1 - Math.floor(Math.log10(value)));
  return String(value.toFixed(Math.min(20, digits)))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
