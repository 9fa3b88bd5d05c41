/**
 * Daily results of an account: NAV at 17:00 New York of each trading day, and the daily returns. A
 * day ends at 17:00 New York, Monday to Friday; a weekend belongs to Monday. The end of the run
 * ends the last day, however short it is.
 * Payments are not gains. A deposit counts from the start of its day, a withdrawal until the end of
 * its day: the return of a day is (NAV + out) / (NAV before + in) - 1 (time-weighted, as in fund
 * reports), even if much of the day's gain was withdrawn.
 * Days before the first and after the last money are not trading days. A day that loses everything
 * is the last day with a return, even if money is paid in later.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import { type Decimal, decimal, ZERO } from '../../../core/base/decimal.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { NEW_YORK, rolloverAfter, tradingDay } from '../../../core/time/calendar.js';
import {
  civilFromDays,
  formatRfc3339,
  type Instant,
  instant,
  parseInstant,
} from '../../../core/time/instant.js';
import { zone } from '../../../core/time/zone.js';
import type { AccountRun } from './account-run.js';

export interface DayEnd {
  readonly at: Instant;
  readonly time: string;
  readonly NAV: string;
  readonly balance: string;
  readonly marginUsed: string;
  /** Deposits less withdrawals since the previous day end, in home currency. */
  readonly paidIn: Decimal;
}

export interface DayReturn {
  readonly at: Instant;
  /** Return of the day; 0.01 is a gain of 1 %. */
  readonly fraction: number;
}

/** The instant of a time text that the engine wrote. */
export function instantOf(time: string): Instant {
  return ensureDefined(parseInstant(time), 'instant', time).at;
}

/** The opening, the end of each trading day, and the end of the run. */
export function dayEnds({ from, equity, entries }: AccountRun): DayEnd[] {
  const payments = entries.filter(entry => entry.type === 'TRANSFER_FUNDS');
  let next = 0;
  const paidUntil = (at: Instant): Decimal => {
    let total: Decimal = ZERO;
    for (; next < payments.length; next++) {
      const payment = payments[next] as Transaction & { readonly amount: string };
      if (instantOf(payment.time) > at) break;
      total = total.plus(payment.amount);
    }
    return total;
  };
  const opening = paidUntil(from);
  const money = opening.toFixed(4);
  const start = { at: from, time: formatRfc3339(from), NAV: money, balance: money };
  const ends: DayEnd[] = [{ ...start, marginUsed: '0.0000', paidIn: opening }];
  for (const [index, { time, NAV, balance, marginUsed }] of equity.entries()) {
    const at = instantOf(time);
    const isLast = index === equity.length - 1;
    const before = ends.at(-1)?.NAV;
    if (at <= from || (isWeekend(at) && !(isLast && NAV !== before))) continue;
    if (equity[index + 1]?.time === time) continue;
    ends.push({ at, time, NAV, balance, marginUsed, paidIn: paidUntil(at) });
  }
  return ends;
}

/** Whether the first rollover after `at` ends no trading day. */
function isWeekend(at: Instant): boolean {
  const day = tradingDay(at);
  return day === 'SATURDAY' || day === 'SUNDAY';
}

/** The rollover that ends the day of `at`; at 17:00 it is `at` itself. */
function dayOf(at: Instant): Instant {
  return rolloverAfter(instant(at - 1));
}

/** Daily returns, oldest first. */
export function dailyReturns(ends: readonly DayEnd[]): DayReturn[] {
  const returns: DayReturn[] = [];
  for (const [index, { at, NAV, paidIn }] of ends.entries()) {
    if (index === 0) continue;
    const before = decimal(ends[index - 1]?.NAV ?? '0');
    const base = paidIn.isNegative() ? before : before.plus(paidIn);
    if (base.isZero() && decimal(NAV).isZero()) continue;
    const isRuined = (returns.at(-1)?.fraction ?? 0) <= -1;
    if (isRuined || base.lte(0)) break;
    const gain = decimal(NAV).minus(before).minus(paidIn);
    returns.push({ at, fraction: gain.toNumber() / base.toNumber() });
  }
  return returns;
}

export interface MonthReturn {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly return: number;
}

/** Daily returns compounded per calendar month of New York; the end of a day decides its month. */
export function monthlyReturns(returns: readonly DayReturn[]): MonthReturn[] {
  const months: { year: number; month: number; growth: number }[] = [];
  for (const { at, fraction } of returns) {
    const { year, month } = civilFromDays(zone(NEW_YORK).toLocal(dayOf(at)).days);
    const last = months.at(-1);
    if (last?.year === year && last.month === month) last.growth *= 1 + fraction;
    else months.push({ year, month, growth: 1 + fraction });
  }
  return months.map(({ year, month, growth }) => ({ year, month, return: growth - 1 }));
}
