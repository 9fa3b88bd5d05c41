/**
 * The volume of a bar: a count of prices, which is spread over the ticks of the bar. Programs write it
 * as a whole number, as a float, or as a sum of lots with decimals; it becomes a whole number. It is no
 * depth of the market.
 * Source: docs/reference/tick-files.md 4.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';

const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;
/** What programs write for a value that they do not have. */
const MISSING = /^(?:|-|nan|null|none)$/i;
const TICKS = 4;

/** The volume that a cell holds, to the nearest whole number; undefined for none. @throws RowFault */
export function barVolume(cell: string): number | undefined {
  const text = cell.trim();
  if (MISSING.test(text)) return undefined;
  if (!NUMBER.test(text)) {
    throw new RowFault('volume', `must be a number or empty, was ${shown(cell)}`);
  }
  const volume = Math.round(Number(text));
  if (Number.isSafeInteger(volume)) return volume;
  throw new RowFault('volume', `is too large, was ${shown(cell)}`);
}

/** The prices that tick `step` (from 0) of a bar stands for: a quarter, the first one with the rest. */
export function pricesOfTick(volume: number, step: number): number {
  const quarter = Math.floor(volume / TICKS);
  return step === 0 ? volume - quarter * (TICKS - 1) : quarter;
}
