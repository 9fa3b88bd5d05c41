/**
 * Financing of whole days, and what it comes to in home currency. Both are kept by what they were computed from: the
 * runs of a study charge the same trades at the same prices, and their exact quotients are long.
 * Source: v20 semantics 5.7, 5.9.
 */

import { type Decimal, decimal, formatFixed, formatMoney, roundMoney } from '../../base/decimal.js';
import { type ConversionFactors, convert, FACTOR_DIGITS } from '../../market/conversion.js';
import { ratesOn } from '../../market/financing-terms.js';
import type { Instrument } from '../../market/instrument.js';
import type { TradeRecord } from '../account.js';

const DAYS_PER_YEAR = 365;

/**
 * The yearly rate of the trade's side, a fraction; a negative rate is a charge.
 * @param day - the day of trading that is charged.
 */
export function rateOf({ initialUnits }: TradeRecord, instrument: Instrument, day: number): string {
  const { longRate, shortRate } = ratesOn(instrument, day);
  return initialUnits.isNegative() ? shortRate : longRate;
}

/** Financing of `units` (unsigned) over `days` whole days, in base currency. */
export function dailyBaseFinancing(units: Decimal, rate: Decimal, days: number): Decimal {
  return units.times(rate).times(days).div(DAYS_PER_YEAR);
}

/** Financing in base currency, and as the ledger writes it. */
export interface BaseFinancing {
  readonly base: Decimal;
  readonly text: string;
  /** What it was computed from, where it is kept. */
  readonly key?: string;
}

/** Financing of whole days by units, rate and days: the same trades are charged day after day. */
const DAILY = new Map<string, BaseFinancing>();
const MOST_DAILY = 1_000;
/** The same in home currency, as texts, by the factor too: all runs of a study meet the same prices. */
const DAILY_HOME = new Map<string, string>();
const MOST_DAILY_HOME = 10_000;

/** Base-currency financing of a trade for the day of trading `day`, which counts `days` days. */
export function keptDaily(
  trade: TradeRecord,
  instrument: Instrument,
  { day, days }: { readonly day: number; readonly days: number },
): BaseFinancing {
  const rate = rateOf(trade, instrument, day);
  const key = `${trade.currentUnits} ${rate} ${days}`;
  const known = DAILY.get(key);
  if (known !== undefined) return known;
  if (DAILY.size === MOST_DAILY) DAILY.clear();
  const base = dailyBaseFinancing(trade.currentUnits.abs(), decimal(rate), days);
  const financing = { base, text: formatFixed(base, FACTOR_DIGITS), key };
  DAILY.set(key, financing);
  return financing;
}

/**
 * What is charged for `financing`, in home currency, as the ledger writes it.
 * @param charged - the financing itself, or its value in quote currency.
 */
export function homeText(
  { base, key }: BaseFinancing,
  charged: Decimal,
  { gain, loss }: ConversionFactors,
): string {
  const factor = charged.isNegative() ? loss : gain;
  const computed = () => formatMoney(roundMoney(convert(charged, factor)));
  if (key === undefined || charged !== base) return computed();
  const whole = `${key} ${factor.numerator} ${factor.denominator}`;
  const known = DAILY_HOME.get(whole);
  if (known !== undefined) return known;
  if (DAILY_HOME.size === MOST_DAILY_HOME) DAILY_HOME.clear();
  const text = computed();
  DAILY_HOME.set(whole, text);
  return text;
}
