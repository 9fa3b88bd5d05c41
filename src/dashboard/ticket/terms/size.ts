/**
 * The size of an order: units, lots, or a risk that the stop turns into units. Whole steps of the
 * instrument, rounded down, so that the loss at the stop is at most the risk, and less than one step
 * below it. Exact decimals. Pure.
 */

import { type Decimal, decimal, formatUnits } from '../../../core/base/decimal.js';

/** The unit in which a size is typed. */
export type SizeUnit = 'units' | 'lots' | 'percent' | 'money';

/** A size as it stands in the ticket. */
export interface TypedSize {
  readonly by: SizeUnit;
  /** A plain decimal text. */
  readonly text: string;
}

/** Units of a standard lot. */
const LOT = 100_000;
/** Decimals in which a size is shown again after its unit has changed. */
const SHOWN_DIGITS = 2;
const LOT_DIGITS = 10;

/** What a risk is turned into units with. */
export interface RiskBasis {
  /** The net asset value, home money. */
  readonly nav: Decimal;
  /** Lost by one unit at the stop, home money; undefined without a stop. */
  readonly lossOfUnit: Decimal | undefined;
}

/** Whether the stop decides the units. */
export function isRisk(by: SizeUnit): boolean {
  return by === 'percent' || by === 'money';
}

/**
 * The units of a size; undefined for a risk without a stop. @param size - its text is a number.
 * @param decimals - of units of the instrument; only a risk is rounded to them.
 */
export function unitsOf(
  { by, text }: TypedSize,
  { nav, lossOfUnit }: RiskBasis,
  decimals: number,
): Decimal | undefined {
  const value = decimal(text);
  if (by === 'units') return value;
  if (by === 'lots') return value.times(LOT);
  if (lossOfUnit === undefined || !lossOfUnit.gt(0)) return undefined;
  const risk = by === 'money' ? value : nav.times(value).div(100);
  return risk.divRound(lossOfUnit, decimals, 'floor');
}

/** A number of units in another unit, as it is shown; undefined while what it depends on is missing. */
export function sizeAs(
  by: SizeUnit,
  units: Decimal,
  { nav, lossOfUnit }: RiskBasis,
): string | undefined {
  if (by === 'units') return formatUnits(units);
  if (by === 'lots') return units.div(LOT).round(LOT_DIGITS, 'nearest').toFixed();
  if (lossOfUnit === undefined || !lossOfUnit.gt(0) || !nav.gt(0)) return undefined;
  const risk = units.times(lossOfUnit);
  const value = by === 'money' ? risk : risk.times(100).div(nav);
  return value.round(SHOWN_DIGITS, 'nearest').toFixed();
}
