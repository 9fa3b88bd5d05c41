/**
 * Financing that was charged by built-in rates in another year than theirs. Rates follow the
 * interest rates of their time: those of 2023 can turn the result of another year round. Source:
 * v20 semantics 5.7.
 */

import { type Decimal, decimal, formatMoney, ZERO } from '../../../core/base/decimal.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable, RATES_YEAR } from '../../../core/market/instrument-table.js';
import type { AccountRun } from '../account/account-run.js';

/** Financing by built-in rates in other years, in home currency. */
export interface BuiltInFinancing {
  /** Of the rates. */
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
  const builtIn = new Set(
    market.flatMap(each => (hasBuiltInRates(each.instrument) ? [each.instrument.name] : [])),
  );
  let found: BuiltInFinancing | undefined;
  const add = (time: string, instrument: string, text: string) => {
    const amount = decimal(text);
    const year = Number(time.slice(0, YEAR_DIGITS));
    if (amount.isZero() || year === RATES_YEAR || !builtIn.has(instrument)) return;
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

function hasBuiltInRates({ name, financing, datedRates }: Instrument): boolean {
  if (datedRates !== undefined) return false;
  const known = instrumentTable().get(name)?.financing;
  return known?.longRate === financing.longRate && known.shortRate === financing.shortRate;
}
