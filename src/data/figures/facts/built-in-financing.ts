/**
 * Financing that was charged by built-in rates in another year than theirs. Rates follow the
 * interest rates of their time: those of 2023 can turn the result of another year round. Source:
 * v20 semantics 5.7.
 */

import { type Decimal, decimal, formatMoney, ZERO } from '../../../core/base/decimal.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable, RATES_YEAR } from '../../../core/market/instrument-table.js';
import { formatRfc3339, mustParse } from '../../../core/time/instant.js';
import { shiftedBy } from '../../../core/time/weeks.js';
import type { AccountRun } from '../account/account-run.js';

/** Financing by built-in rates in other years, in home currency. */
export interface BuiltInFinancing {
  /** The year of the rates. */
  readonly ratesOf: number;
  /** The first and the last year that they were charged to, leaving out their own. */
  readonly from: number;
  readonly to: number;
  /** The sum; a negative amount was paid. */
  readonly financing: Decimal;
}

const YEAR_DIGITS = 4;

/** What the account of `run` was charged; undefined when it was nothing. */
export function builtInFinancing({ entries, market }: AccountRun): BuiltInFinancing | undefined {
  const builtIn = new Map(
    market.flatMap(({ instrument }) =>
      hasBuiltInRates(instrument) ? [[instrument.name, instrument.plain?.weeks ?? 0]] : [],
    ),
  );
  let found: BuiltInFinancing | undefined;
  const add = (time: string, instrument: string, text: string) => {
    const amount = decimal(text);
    const weeks = builtIn.get(instrument);
    if (weeks === undefined || amount.isZero()) return;
    const year = yearOf(time, weeks);
    if (year === RATES_YEAR) return;
    const financing = (found?.financing ?? ZERO).plus(amount);
    found = { ratesOf: RATES_YEAR, from: found?.from ?? year, to: year, financing };
  };
  for (const entry of entries) {
    if (entry.type === 'DAILY_FINANCING') {
      for (const each of entry.positionFinancings) add(entry.time, each.instrument, each.financing);
    }
    // A fill that is not written out settles no financing.
    if (entry.type === 'ORDER_FILL' && 'financing' in entry) {
      add(entry.time, entry.instrument, entry.financing);
    }
  }
  return found;
}

/** The same in words, beside a profit that includes it. */
export function financingNote(
  { ratesOf, from, to, financing }: BuiltInFinancing,
  netProfit: Decimal,
  currency: string,
): string {
  const years = from === to ? String(from) : `${from} to ${to}`;
  const money = (amount: Decimal) => `${formatMoney(amount)} ${currency}`;
  return `includes ${money(financing)} of financing for ${years}, charged at the built-in rates of ${ratesOf}; without it: ${money(netProfit.minus(financing))}`;
}

/** The year in which the plain market was then. */
function yearOf(time: string, weeks: number): number {
  const plain = weeks === 0 ? time : formatRfc3339(shiftedBy(-weeks, mustParse(time)));
  return Number(plain.slice(0, YEAR_DIGITS));
}

function hasBuiltInRates({ name, plain, financing, datedRates }: Instrument): boolean {
  if (datedRates !== undefined) return false;
  const known = instrumentTable().get(plain?.name ?? name)?.financing;
  return known?.longRate === financing.longRate && known.shortRate === financing.shortRate;
}
