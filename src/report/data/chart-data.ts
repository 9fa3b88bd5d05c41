/**
 * A recorded run as the numbers that its page draws. Fills, brackets and steps of trailing stops
 * are placed on the candle in which they happened.
 */

import { countWhile } from '../../core/base/bisect.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import type { AccountReport, ReportTrade } from '../../data/figures/table/report-data.js';
import {
  type CandleRow,
  type RunRecord,
  secondsOf,
  type TrailingStopRow,
} from '../../data/record/read-record.js';
import { anchorOfTrade } from '../html/anchors.js';
import { grouped, moneyText } from '../html/format.js';
import type {
  ChartCandles,
  ExitOrderSteps,
  InstrumentData,
  PageData,
  Point,
  TradeMark,
} from '../page/page-data.js';
import { accountData } from './account-data.js';
import { byKey } from './by-key.js';
import { drawnOn } from './drawn-data.js';
import { inAccount, MOST_TRADES, type TradeBracket, type TradeHistory } from './trade-history.js';

/** Greatest number of trades marked on an instrument's candles; more make the chart slow. */
const MOST_MARKS = 5000;

/** Facts from the ledger and the ticks about the marked trades. */
interface TradeSources {
  readonly accounts: readonly AccountReport[];
  readonly histories: ReadonlyMap<string, TradeHistory>;
  /** The trailing stops by the `inAccount` name of the order. */
  readonly trailing: ReadonlyMap<string, readonly TrailingStopRow[]>;
  readonly drawings: Drawings | undefined;
}

/** Everything that the page draws. */
export function chartData(
  { report, ledger, candles, curve, trailingStops, drawings }: RunRecord,
  histories: ReadonlyMap<string, TradeHistory>,
): PageData {
  const { accounts } = report;
  const trailing = byKey(trailingStops, ({ account, order }) => inAccount(account, order));
  const sources = { accounts, histories, trailing, drawings };
  const instruments = [...byKey(candles, ({ instrument }) => instrument)].map(([name, rows]) =>
    instrumentData(name, rows, sources),
  );
  const curves = byKey(curve, ({ account }) => account);
  return {
    instruments,
    accounts: accounts.map(account =>
      accountData(account, { ledger, curve: curves.get(account.accountID) ?? [], instruments }),
    ),
  };
}

function instrumentData(
  name: string,
  rows: readonly CandleRow[],
  sources: TradeSources,
): InstrumentData {
  const candles: ChartCandles = {
    time: rows.map(({ time }) => secondsOf(time)),
    open: rows.map(({ open }) => Number(open)),
    high: rows.map(({ high }) => Number(high)),
    low: rows.map(({ low }) => Number(low)),
    close: rows.map(({ close }) => Number(close)),
  };
  const candleAt = (time: string) => indexAt(candles.time, secondsOf(time));
  const last = rows.length - 1;
  const traded = sources.accounts.flatMap(({ accountID, currency, trades }) =>
    trades.flatMap((trade, index) =>
      trade.instrument === name
        ? [{ accountID, currency, trade, isListed: index < MOST_TRADES }]
        : [],
    ),
  );
  return {
    name,
    precision: rows[0]?.close.split('.')[1]?.length ?? 0,
    granularity: rows[0]?.granularity ?? '',
    candles,
    trades: marked(traded).map(each => tradeMark(each, sources, { candleAt, last })),
    tradeCount: traded.length,
    ...drawnOn(name, sources.drawings, candles.time),
  };
}

/**
 * When there are too many trades: those that the page lists, and an even selection of the others.
 */
function marked<T extends { readonly isListed: boolean }>(traded: readonly T[]): readonly T[] {
  if (traded.length <= MOST_MARKS) return traded;
  const room = Math.max(1, MOST_MARKS - traded.filter(({ isListed }) => isListed).length);
  const step = Math.ceil(traded.length / room);
  return traded.filter(({ isListed }, index) => isListed || index % step === 0);
}

interface Axis {
  readonly candleAt: (time: string) => number;
  /** Index of the last candle. */
  readonly last: number;
}

/** A trade of an account, in the account's currency. */
interface TradeOfAccount {
  readonly accountID: string;
  readonly currency: string;
  readonly trade: ReportTrade;
}

function tradeMark(
  { accountID, currency, trade }: TradeOfAccount,
  { histories, trailing }: TradeSources,
  axis: Axis,
): TradeMark {
  const { candleAt } = axis;
  const history = histories.get(inAccount(accountID, trade.id));
  const at = (time: string, price: string): Point => [candleAt(time), Number(price)];
  return {
    id: trade.id,
    anchor: anchorOfTrade(accountID, trade.id),
    text: tradeText(trade, currency),
    isLong: !trade.initialUnits.startsWith('-'),
    open: at(trade.openTime, trade.price),
    closes: (history?.closes ?? []).map(({ time, price }) => at(time, price)),
    result: Math.sign(Number(trade.result ?? trade.realizedPL)) as TradeMark['result'],
    brackets: (history?.brackets ?? []).flatMap(each =>
      bracket(each, trailing.get(inAccount(accountID, each.orderID)) ?? [], axis),
    ),
  };
}

function tradeText({ initialUnits, result, realizedPL }: ReportTrade, currency: string): string {
  const side = initialUnits.startsWith('-') ? 'short' : 'long';
  const money = moneyText(result ?? realizedPL);
  const outcome = result === undefined ? 'open' : `${money} ${currency}`;
  return `${side} ${grouped(initialUnits.replace('-', ''))}, ${outcome}`;
}

/**
 * The steps of a bracket; absent when its price is unknown. Of several steps in a candle the last
 * is used.
 */
function bracket(
  { kind, price, from, to }: TradeBracket,
  trail: readonly TrailingStopRow[],
  { candleAt, last }: Axis,
): ExitOrderSteps[] {
  const told = price === undefined ? trail : [{ time: from, price }];
  const byCandle = new Map(told.map(step => [candleAt(step.time), Number(step.price)]));
  const steps: Point[] = [...byCandle];
  return steps.length === 0 ? [] : [{ kind, steps, to: to === undefined ? last : candleAt(to) }];
}

/** Index of the last of the ascending `times` that is not after `time`; 0 when all are. */
function indexAt(times: readonly number[], time: number): number {
  return Math.max(0, countWhile(times.length, at => (times[at] as number) <= time) - 1);
}
