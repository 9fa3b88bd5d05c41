/**
 * Runs of an account made up for tests of figures: a series of NAVs at 17:00 New York, payments,
 * and closed trades, as the ledger of a run would have them.
 */

import { decimal, formatMoney } from '../../../src/core/base/decimal.js';
import { CandleSeries } from '../../../src/core/candle/series.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import { rolloverAfter, tradingDay } from '../../../src/core/time/calendar.js';
import { formatRfc3339, type Instant } from '../../../src/core/time/instant.js';
import type { TradeSummary } from '../../../src/core/view/trades.js';
import {
  type AccountRun,
  PERIODS_PER_YEAR,
  type RunTrade,
} from '../../../src/data/figures/account/account-run.js';
import type { FigureRow } from '../../../src/data/figures/table/report-data.js';
import { figuresOf } from '../../../src/data/figures/table/table.js';
import { at, pair } from '../market/fixtures.js';
import { oneTick } from '../market/one-tick.js';

export interface MadeTrade {
  readonly pl: string;
  readonly financing?: string;
  readonly dividendAdjustment?: string;
  readonly units?: string;
  readonly price?: string;
  readonly closePrice?: string;
  readonly openTime?: string;
  readonly closeTime?: string;
}

export interface MadeRun {
  /** NAV at the opening. */
  readonly opening?: string;
  readonly from?: string;
  /** NAV at the rollovers of the trading days that follow. */
  readonly navs?: readonly (string | number)[];
  /** Payments by the index of the NAV before which they happen. */
  readonly payments?: Readonly<Record<number, string>>;
  readonly trades?: readonly MadeTrade[];
  readonly ledger?: readonly Transaction[];
  /** Bids of EUR_USD in points, a second before each of `navs`; asks are 10 points higher. */
  readonly bids?: readonly number[];
}

/** Friday noon UTC before the US clock change of 2024. */
const FROM = '2024-03-01T12:00:00Z';

/** A run whose NAVs stand at consecutive ends of trading days. */
export function madeRun(made: MadeRun = {}): AccountRun {
  const { opening = '10000', navs = [], payments = {}, trades = [] } = made;
  const from = at(made.from ?? FROM);
  const ledger: Transaction[] = [payment(from, opening)];
  const equity: AccountRun['equity'][number][] = [];
  const prices = new CandleSeries();
  const quote = (time: number, bid: number) => prices.append(oneTick(time, bid, bid + 10), 0, 1);
  quote(from, 110_000);
  let now: Instant = from;
  for (const [index, nav] of navs.entries()) {
    const paid = payments[index];
    const before = now;
    do now = rolloverAfter(now);
    while (/SATURDAY|SUNDAY/.test(tradingDay(now)));
    if (paid !== undefined) ledger.push(payment((before + 1_000_000) as Instant, paid));
    const bid = made.bids?.[index];
    if (bid !== undefined) quote(now - 1_000_000, bid);
    const NAV = formatMoney(decimal(nav));
    const time = formatRfc3339(now);
    equity.push({ time, balance: NAV, NAV, unrealizedPL: '0.0000', marginUsed: '0.0000' });
  }
  return {
    accountID: '101-001-1000001-001',
    currency: 'USD',
    conversionMarkup: '0',
    financing: 'DAILY',
    positionAggregation: 'MAXIMAL_SIDE',
    from,
    to: now,
    equity,
    trades: trades.map(tradeOf),
    tradeRecords: trades.map(tradeOf).map(recordOf),
    ledger: [...ledger, ...(made.ledger ?? [])],
    entries: [...ledger, ...(made.ledger ?? [])],
    market: [{ instrument: pair('EUR_USD'), halts: [], prices }],
    periodsPerYear: PERIODS_PER_YEAR,
  };
}

function payment(time: Instant, amount: string): Transaction {
  return {
    id: '2',
    accountID: '101-001-1000001-001',
    userID: 1000001,
    batchID: '1',
    time: formatRfc3339(time),
    type: 'TRANSFER_FUNDS',
    amount,
    fundingReason: 'CLIENT_FUNDING',
    accountBalance: amount,
  };
}

function tradeOf(made: MadeTrade, index: number): TradeSummary {
  const {
    pl,
    financing = '0.0000',
    dividendAdjustment = '0.0000',
    units = '1000',
    price = '1.10000',
  } = made;
  return {
    id: String(10 + index),
    instrument: 'EUR_USD',
    price,
    openTime: made.openTime ?? '2024-03-01T12:00:00.000000000Z',
    initialUnits: units,
    state: 'CLOSED',
    currentUnits: '0',
    realizedPL: pl,
    financing,
    dividendAdjustment,
    closeTime: made.closeTime ?? '2024-03-01T13:00:00.000000000Z',
    averageClosePrice: made.closePrice ?? price,
  };
}

function recordOf(trade: TradeSummary): RunTrade {
  const { id, openTime, closeTime, realizedPL, financing, dividendAdjustment } = trade;
  const gained = decimal(realizedPL).plus(financing).plus(dividendAdjustment);
  return { id, isClosed: true, openTime, closeTime, gained };
}

/** The figures of a run by name. */
export function figures(run: AccountRun): Map<string, FigureRow> {
  return new Map(figuresOf(run, () => true).map(row => [row.name, row]));
}

/** The value of one figure, or its reason as text. */
export function figureValue(run: AccountRun, name: string): number | string {
  const [row] = figuresOf(run, definition => definition.name === name);
  if (row === undefined) throw new Error(`no figure ${name}`);
  return row.value ?? `null: ${row.reason}`;
}
