/**
 * The values of a line of the watch list beside the price: the spread in pips and the change of the
 * day. Exact decimals. Pure.
 */

import { decimal, formatFixed, formatTrimmed } from '../../core/base/decimal.js';
import type { Quote } from '../wire/types.js';

const PIP_DIGITS = 1;
const PERCENT_DIGITS = 2;

/** The spread of a quote in pips: `1.2`. */
export function spreadPips({ bid, ask }: Quote, pipLocation: number): string {
  return formatTrimmed(decimal(ask).minus(bid).div(`1e${pipLocation}`), PIP_DIGITS);
}

/** The change of the mid price since the day began, in percent with its sign: `+0.21`. */
export function dayChange({ bid, ask }: Quote, open: string): string {
  const mid = decimal(bid).plus(ask).div(2);
  const percent = mid.minus(open).times(100).div(open);
  const text = formatFixed(percent, PERCENT_DIGITS);
  return percent.gt(0) && /[1-9]/.test(text) ? `+${text}` : text;
}
