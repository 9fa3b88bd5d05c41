/** Parts of a trade and the turn of a position, in whole steps of the instrument. Exact decimals. Pure. */

import { decimal, formatUnits } from '../../../core/base/decimal.js';

/** A part of the units of a trade, without a sign, rounded down. @param decimals - of units. */
export function partOf(units: string, percent: number, decimals: number): string {
  const part = decimal(units).abs().times(percent).div(100);
  return formatUnits(part.round(decimals, 'floor'));
}

/** The units that turn a position around: twice its net, with the other sign. */
export function reversedUnits(long: string, short: string): string {
  const net = decimal(long).plus(short);
  return formatUnits(net.times(-2));
}
