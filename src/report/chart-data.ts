/**
 * A recorded run as the numbers that its page draws. Fills and brackets are put on the candle that
 * holds them; an account gets one time axis of its equity and of what its ledger says in between.
 */

import type { Transaction } from '../core/ledger/transaction.js';
import type { AccountReport, ReportTrade } from '../figures/report-data.js';
import { anchorOfTrade } from './anchors.js';
import type {
  AccountData,
  CandleColumns,
  InstrumentData,
  PageData,
  Point,
  TradeMark,
} from './page/page-data.js';
import { type CandleRow, type RunRecord, secondsOf } from './record.js';
import { inAccount, type TradeHistory } from './trade-history.js';

/** Moments of the ledger that a curve shows at most; more are thinned out. */
const MOST_MOMENTS = 5000;
const PER_CENT = 100;

type Histories = ReadonlyMap<string, TradeHistory>;

/** Everything that the page draws. */
export function chartData({ report, ledger, candles }: RunRecord, histories: Histories): PageData {
  const byInstrument = new Map<string, CandleRow[]>();
  for (const row of candles) {
    const rows = byInstrument.get(row.instrument) ?? [];
    byInstrument.set(row.instrument, rows);
    rows.push(row);
  }
  return {
    instruments: [...byInstrument].map(([name, rows]) =>
      instrumentData(name, rows, report.accounts, histories),
    ),
    accounts: report.accounts.map(account => accountData(account, ledger)),
  };
}

function instrumentData(
  name: string,
  rows: readonly CandleRow[],
  accounts: readonly AccountReport[],
  histories: Histories,
): InstrumentData {
  const candles: CandleColumns = {
    time: rows.map(({ time }) => secondsOf(time)),
    open: rows.map(({ open }) => Number(open)),
    high: rows.map(({ high }) => Number(high)),
    low: rows.map(({ low }) => Number(low)),
    close: rows.map(({ close }) => Number(close)),
  };
  const candleAt = (time: string) => indexAt(candles.time, secondsOf(time));
  const last = rows.length - 1;
  return {
    name,
    precision: rows[0]?.close.split('.')[1]?.length ?? 0,
    granularity: rows[0]?.granularity ?? '',
    candles,
    trades: accounts.flatMap(({ accountID, trades }) =>
      trades
        .filter(({ instrument }) => instrument === name)
        .map(trade => {
          const history = histories.get(inAccount(accountID, trade.id));
          const anchor = anchorOfTrade(accountID, trade.id);
          return tradeMark(trade, anchor, history, { candleAt, last });
        }),
    ),
  };
}

interface Axis {
  readonly candleAt: (time: string) => number;
  /** Index of the last candle. */
  readonly last: number;
}

function tradeMark(
  trade: ReportTrade,
  anchor: string,
  history: TradeHistory | undefined,
  { candleAt, last }: Axis,
): TradeMark {
  const at = (time: string, price: string): Point => [candleAt(time), Number(price)];
  return {
    id: trade.id,
    anchor,
    isLong: !trade.initialUnits.startsWith('-'),
    open: at(trade.openTime, trade.price),
    closes: (history?.closes ?? []).map(({ time, price }) => at(time, price)),
    result: Math.sign(Number(trade.result ?? trade.realizedPL)) as TradeMark['result'],
    brackets: (history?.brackets ?? []).map(({ kind, price, from, to }) => ({
      kind,
      price: Number(price),
      from: candleAt(from),
      to: to === undefined ? last : candleAt(to),
    })),
  };
}

/** The last of the ascending `times` that is not after `time`; 0 when all are. */
function indexAt(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((times[middle] as number) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Moment {
  NAV?: number;
  drawdown?: number;
  marginUsed?: number;
  balance?: number;
  held?: number;
  /** Net units by instrument, after this moment. */
  units?: ReadonlyMap<string, number>;
}

function accountData(
  { accountID, currency, equity, drawdown, benchmark }: AccountReport,
  ledger: readonly Transaction[],
): AccountData {
  const moments = new Map<number, Moment>();
  const add = (time: string, told: Moment) => {
    const at = secondsOf(time);
    moments.set(at, { ...moments.get(at), ...told });
  };
  const { changes, instruments } = changesOf(accountID, ledger);
  for (const { time, balance, units } of thinned(changes, instruments))
    add(time, { balance, units });
  for (const { time, NAV, balance, marginUsed } of equity) {
    add(time, { NAV: Number(NAV), balance: Number(balance), marginUsed: Number(marginUsed) });
  }
  for (const { time, fraction } of drawdown) add(time, { drawdown: 0 - fraction * PER_CENT });
  const opening = Number(equity[0]?.NAV ?? 0);
  for (const { time, return: gain } of benchmark?.points ?? []) {
    add(time, { held: opening * (1 + gain) });
  }
  const ordered = [...moments].sort(([one], [other]) => one - other);
  const column = (read: (moment: Moment) => number | undefined) =>
    ordered.map(([, moment]) => read(moment) ?? null);
  return {
    id: accountID,
    currency,
    time: ordered.map(([time]) => time),
    NAV: column(({ NAV }) => NAV),
    balance: heldOn(column(({ balance }) => balance)),
    drawdown: column(({ drawdown: depth }) => depth),
    marginUsed: column(({ marginUsed }) => marginUsed),
    positions: instruments.map(instrument => ({
      instrument,
      units: heldOn(column(({ units }) => units && (units.get(instrument) ?? 0))),
    })),
    ...(benchmark === undefined
      ? {}
      : { held: { instrument: benchmark.instrument, value: column(({ held }) => held) } }),
  };
}

interface Change {
  readonly time: string;
  readonly balance: number;
  readonly units: ReadonlyMap<string, number>;
}

/** What fills, financing and payments left of the balance and of the positions. */
function changesOf(
  accountID: string,
  ledger: readonly Transaction[],
): { readonly changes: readonly Change[]; readonly instruments: readonly string[] } {
  const changes: Change[] = [];
  let units: ReadonlyMap<string, number> = new Map();
  for (const transaction of ledger) {
    if (transaction.accountID !== accountID) continue;
    if (transaction.type === 'ORDER_FILL') {
      const { instrument } = transaction;
      const net = (units.get(instrument) ?? 0) + Number(transaction.units);
      units = new Map([...units, [instrument, net]]);
    }
    const balance =
      'accountBalance' in transaction ? Number(transaction.accountBalance) : Number.NaN;
    if (Number.isFinite(balance)) changes.push({ time: transaction.time, balance, units });
  }
  return { changes, instruments: [...units.keys()] };
}

/**
 * At most about MOST_MOMENTS of them: of every so many the last, and the highest and lowest balance
 * and position, so that a position that goes to and fro does not look as if it stood still.
 */
function thinned(changes: readonly Change[], instruments: readonly string[]): readonly Change[] {
  if (changes.length <= MOST_MOMENTS) return changes;
  const measures = [
    ({ balance }: Change) => balance,
    ...instruments.map(name => (change: Change) => change.units.get(name) ?? 0),
  ];
  const size = Math.ceil((changes.length * (1 + 2 * measures.length)) / MOST_MOMENTS);
  const kept: Change[] = [];
  for (let from = 0; from < changes.length; from += size) {
    const group = changes.slice(from, from + size);
    const chosen = new Set([group.at(-1)]);
    for (const measure of measures) {
      chosen.add(group.reduce((one, other) => (measure(other) < measure(one) ? other : one)));
      chosen.add(group.reduce((one, other) => (measure(other) > measure(one) ? other : one)));
    }
    kept.push(...group.filter(change => chosen.has(change)));
  }
  return kept;
}

/** Each value held until the next. */
function heldOn(values: readonly (number | null)[]): (number | null)[] {
  let held: number | null = null;
  return values.map(value => {
    held = value ?? held;
    return held;
  });
}
