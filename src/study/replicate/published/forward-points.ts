/**
 * Financing beside forward points: the yearly rates of each month are worked out from the prices of spot
 * and forward, and given to the engine as a file of dated rates. What a position is then paid and charged
 * over a month must be the points of the forward. It shows that days and arithmetic are right; that
 * forwards and interest rates agree is assumed, not shown.
 */

import { type Decimal, decimal, ZERO } from '../../../core/base/decimal.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { DatedRates, Instrument } from '../../../core/market/instrument.js';
import { priceOf } from '../../../core/market/points.js';
import { dateText, instantOf } from '../../../core/time/instant.js';
import { readRates } from '../../../data/storage/scenario/financing/rates-files.js';
import { fixingTicks } from '../engine/fixing-ticks.js';
import { oneMarket, pairLikeEuro } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import { afterWeekend, endOf, type ForwardSeries } from '../series/monthly-forwards.js';
import { fixingOn } from '../series/price-series.js';
import { monthlySide } from '../strategies/monthly-side.js';

export const UNITS = 1_000_000;
const DAYS_PER_YEAR = 365;
const PIP_DIGITS = 4;
/** Decimals of a rate in the file: the rest moves a month by less than a millionth of a pip. */
const RATE_DIGITS = 12;

/** What a held position was paid, month by month, in pips of 0.0001; negative is a charge. */
export interface HeldMonths {
  readonly side: 1 | -1;
  /** The payments by the forwards, for this side. */
  readonly expected: readonly number[];
  /** The payments by the engine. */
  readonly financing: readonly number[];
  /** Greatest distance of the two in a month, in pips. */
  readonly largest: number;
}

/** The instrument of a series with the rates of its forwards, read from a file of rates as a scenario's. */
export async function financedPair(series: ForwardSeries): Promise<Instrument> {
  const { base, quote, precision } = series.spot;
  const pair = pairLikeEuro(base, quote, precision);
  const rates = await readRates('rates.csv', ratesText(pair.name, series));
  return { ...pair, datedRates: rates.get(pair.name) as readonly DatedRates[] };
}

/** Holds one side through all months. */
export function heldMonths(
  instrument: Instrument,
  series: ForwardSeries,
  side: 1 | -1,
): HeldMonths {
  const { spot, forward } = series;
  const scenario = oneMarket({
    name: `one side of ${instrument.name}`,
    instrument,
    ticks: fixingTicks(spot, () => 0),
    to: fixingOn(endOf(series)),
    financing: 'DAILY',
  });
  const strategy = monthlySide({ instrument: instrument.name, units: UNITS, sides: [side] });
  const paid = paidByMonth(runStrategies(scenario, strategy).ledger, spot.days);
  const pip = 10 ** (spot.precision - PIP_DIGITS);
  const expected = spot.points.map(
    (points, month) => (side * (points - (forward[month] as number))) / pip,
  );
  const perPip = priceOf(pip, spot.precision).times(UNITS);
  const financing = paid.map(amount => Number(amount.div(perPip).toFixed()));
  const distances = financing.map((pips, month) => Math.abs(pips - (expected[month] as number)));
  return { side, expected, financing, largest: Math.max(...distances) };
}

/** The file of rates: each month has those that make up for its forward over the days that it counts. */
function ratesText(name: string, { spot, forward }: ForwardSeries): string {
  const rows = spot.days.map((day, month) => {
    const { points } = spot;
    const days = daysCounted(day, spot.days[month + 1] ?? endOf({ spot, forward }));
    const gain = decimal((points[month] as number) - (forward[month] as number));
    const rate = gain.times(DAYS_PER_YEAR).div(decimal(points[month] as number).times(days));
    const long = rate.toFixed(RATE_DIGITS);
    const short = ZERO.minus(rate).toFixed(RATE_DIGITS);
    return `${name},${dateText(day)},${long},${short}`;
  });
  return `instrument,from,long,short\n${rows.join('\n')}\n`;
}

/** Days between the deliveries of two days of trading: what the rollovers between them count. */
export function daysCounted(from: number, to: number): number {
  return delivery(to) - delivery(from);
}

/** Two working days later. */
function delivery(day: number): number {
  return afterWeekend(afterWeekend(day + 1) + 1);
}

/** The sums of the daily financing from each day on, up to the next one. */
function paidByMonth(ledger: readonly Transaction[], days: readonly number[]): readonly Decimal[] {
  const begins = days.map(fixingOn);
  const sums = days.map((): Decimal => ZERO);
  let month = 0;
  for (const transaction of ledger) {
    if (transaction.type !== 'DAILY_FINANCING') continue;
    const at = instantOf(transaction.time);
    while ((begins[month + 1] ?? Number.POSITIVE_INFINITY) <= at) month += 1;
    sums[month] = (sums[month] as Decimal).plus(transaction.financing);
  }
  return sums;
}
