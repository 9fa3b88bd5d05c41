/**
 * Sizes an order by the risk of the account: the units at which a stop loss at a distance costs the
 * risk. Source: v20 semantics 5.1 (conversion), 5.3 (margin).
 */

import {
  type Decimal,
  decimal,
  formatUnits,
  MONEY_DIGITS,
  roundFloor,
  ZERO,
} from '../../base/decimal.js';
import type { Factor } from '../../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../../market/instrument.js';
import { type NumberLike, numberOf } from './price-text.js';
import { marginTaken } from './sent-orders.js';
import type { SizingHost } from './sizing-host.js';
import { StrategyError } from './strategy-fault.js';

/** A request for the number of units. */
export interface UnitsRequest {
  readonly instrument: string;
  /** What a stop may cost: a part of the balance, such as `1%`, or an amount in home currency. */
  readonly risk: NumberLike;
  /** The distance from the opening to the stop, in quote currency per unit; above 0. */
  readonly stopDistance: NumberLike;
}

/** The fields of an instrument that sizes depend on. */
export type SizedInstrument = Pick<
  Instrument,
  'name' | 'displayPrecision' | 'marginRate' | 'maximumOrderUnits' | 'minimumTradeSize'
> & { readonly tradeUnitsPrecision: number };

const PER_CENT = 100;
const PERCENTAGE = /^(.*)%$/;

/**
 * The units, unsigned: as many as the risk pays for, at most as many as the margin available
 * carries (5.5) beside the orders that were sent before and as one order may have, rounded down to the precision of units. `0` when that is less than
 * the smallest trade, or a price that it depends on is not known yet.
 * @throws StrategyError unless risk and distance are above 0.
 */
export function unitsFor(
  { risk, stopDistance }: UnitsRequest,
  instrument: SizedInstrument,
  host: SizingHost,
): string {
  const distance = numberOf(stopDistance, 'unitsFor: stopDistance');
  const amount = riskAmount(risk, host);
  for (const [name, value] of [
    ['stopDistance', distance],
    ['risk', amount],
  ] as const) {
    if (value.lte(0)) throw new StrategyError(`unitsFor: ${name} must be above 0, was ${value}`);
  }
  const slot = host.quotes.mustSlot(instrument.name);
  const quote = host.conversion.factors(quoteCurrency(instrument));
  const base = host.conversion.factors(baseCurrency(instrument));
  if (quote === undefined || base === undefined || !host.quotes.isPriced(slot)) return '0';
  const margin = decimal(host.account.marginAvailable).minus(
    marginTaken(host, host.sent?.() ?? []),
  );
  const most = [
    quotient(amount, distance, quote.spreadLoss),
    margin.isNegative() ? ZERO : quotient(margin, host.marginRate(instrument), base.mid),
    decimal(instrument.maximumOrderUnits),
  ].reduce((least, each) => (each.lt(least) ? each : least));
  const units = roundFloor(most, instrument.tradeUnitsPrecision);
  return formatUnits(units.lt(instrument.minimumTradeSize) ? ZERO : units);
}

/** The risk in home currency; a part of the balance is rounded down to money. */
function riskAmount(risk: NumberLike, { account }: SizingHost): Decimal {
  const [, part] = PERCENTAGE.exec(String(risk)) ?? [];
  if (part === undefined) return numberOf(risk, 'unitsFor: risk');
  const fraction = numberOf(part, 'unitsFor: risk').div(PER_CENT);
  return roundFloor(decimal(account.balance).times(fraction), MONEY_DIGITS);
}

/** `amount` / (`each` x `factor`), with one division. */
function quotient(amount: Decimal, each: Decimal, factor: Factor): Decimal {
  return amount.times(factor.denominator).div(each.times(factor.numerator));
}
