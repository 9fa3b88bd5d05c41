/**
 * A stop and a profit in the units in which traders think: a price, pips, money of the account, or R, which is
 * how often the risk is gained. Each is a distance from the price at which the order opens. Exact
 * decimals; a distance that comes of money or R is rounded to the decimals of a price: a stop loses no
 * more than was typed, a profit gains no less. Pure. Source: v20 semantics 5.1.
 */

import { type Decimal, decimal, formatFixed, formatTrimmed } from '../../../core/base/decimal.js';

/** The unit in which a level is typed. */
export type LevelUnit = 'price' | 'pips' | 'money' | 'R';

/** A stop or a profit as it stands in the ticket. */
export interface TypedLevel {
  readonly by: LevelUnit;
  /** A plain decimal text; empty: there is none. */
  readonly text: string;
}

/** What levels are worked out from. */
export interface LevelBasis {
  readonly isBuy: boolean;
  /** The price at which the order opens. */
  readonly entry: Decimal;
  /** The price of one pip. */
  readonly pip: Decimal;
  /** Decimals of a price. */
  readonly digits: number;
  /** Home money of one unit of the quote currency: of a loss, and of a gain. */
  readonly loss: Decimal;
  readonly gain: Decimal;
}

/** What else a level may depend on: units for money, the distance of the stop for R. */
export interface LevelContext {
  readonly units?: Decimal | undefined;
  readonly stop?: Decimal | undefined;
}

export type LevelKind = 'stop' | 'profit';

/** Decimals of money and of R, as they are shown. */
const SHOWN_DIGITS = 2;
const PIP_DIGITS = 2;

/**
 * How far a level is from the entry, above zero on its own side. Undefined while what it depends on is
 * missing. @param level - its text is a number.
 */
export function distanceOf(
  kind: LevelKind,
  { by, text }: TypedLevel,
  ground: LevelBasis,
  { units, stop }: LevelContext,
): Decimal | undefined {
  const value = decimal(text);
  const round = (far: Decimal) => far.round(ground.digits, kind === 'stop' ? 'floor' : 'ceiling');
  switch (by) {
    case 'price':
      return isAbove(kind, ground) ? value.minus(ground.entry) : ground.entry.minus(value);
    case 'pips':
      return value.times(ground.pip);
    case 'money': {
      const perPrice = units?.times(kind === 'stop' ? ground.loss : ground.gain);
      if (perPrice === undefined || !perPrice.gt(0)) return undefined;
      return round(value.div(perPrice));
    }
    case 'R':
      return stop?.gt(0) ? round(stop.times(value)) : undefined;
  }
}

/** The price at a distance from the entry, with all its decimals. */
export function priceAt(kind: LevelKind, distance: Decimal, ground: LevelBasis): string {
  const { entry, digits } = ground;
  const price = isAbove(kind, ground) ? entry.plus(distance) : entry.minus(distance);
  return formatFixed(price, digits);
}

/** What is lost or gained over a distance, home money. */
export function moneyOf(
  kind: LevelKind,
  distance: Decimal,
  ground: LevelBasis,
  units: Decimal,
): Decimal {
  return distance.times(units).times(kind === 'stop' ? ground.loss : ground.gain);
}

/** A level in another unit, as it is shown; undefined while what it depends on is missing. */
export function shownAs(
  by: LevelUnit,
  kind: LevelKind,
  distance: Decimal,
  from: LevelBasis & LevelContext,
): string | undefined {
  const { units, stop } = from;
  switch (by) {
    case 'price':
      return priceAt(kind, distance, from);
    case 'pips':
      return formatTrimmed(distance.div(from.pip), PIP_DIGITS);
    case 'money':
      return units && formatFixed(moneyOf(kind, distance, from, units), SHOWN_DIGITS);
    case 'R':
      return stop?.gt(0) ? ratioOf(distance, stop) : undefined;
  }
}

/** How often one distance has the other: `2`, `1.53`. */
export function ratioOf(profit: Decimal, stop: Decimal): string {
  return formatTrimmed(profit.div(stop), SHOWN_DIGITS);
}

/** Whether a level of this kind is above the entry. */
function isAbove(kind: LevelKind, { isBuy }: LevelBasis): boolean {
  return isBuy === (kind === 'profit');
}
