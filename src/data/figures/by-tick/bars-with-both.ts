/**
 * Bars that held both the stop loss and the take profit of an open trade: no bar shows which of the
 * two the market met first. A bar holds a price that lies between its lowest and highest price of
 * the side at which the trade closes; it counts once, of whatever number of trades. Only bars in
 * which the two orders begin or end to wait together are looked at, because any other bar that held
 * both would have ended one of them. An order that ends at the open of a bar ends before its path,
 * and one that comes at its last tick or later comes after it.
 */

import { decimal } from '../../../core/base/decimal.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import type { DependentOrderBody, Transaction } from '../../../core/ledger/transaction.js';
import { nearestPoints } from '../../../core/market/points.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import type { AccountRun, InstrumentRun } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';

/** A dependent order with a price, and the time in which it waited; Infinity: to the end. */
interface Level {
  readonly price: string;
  readonly from: number;
  readonly to: number;
}

/** The stops and profits of one trade. */
interface Levels {
  readonly stops: Level[];
  readonly profits: Level[];
}

/** Rows of a bar in the price series, `to` exclusive. */
interface BarRows {
  readonly from: number;
  readonly to: number;
}

/**
 * The number of such bars of each instrument.
 * @param runs - every account of one run.  @param names - instruments whose ticks were made from bars.
 */
export function barsWithBoth(
  runs: readonly AccountRun[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const market = (runs[0]?.market ?? []).filter(({ instrument }) => names.has(instrument.name));
  const found = new Map(market.map(run => [run.instrument.name, new Set<number>()]));
  if (found.size === 0) return new Map();
  for (const { trades, ledger } of runs) {
    const levels = levelsOf(ledger);
    for (const { id, instrument, initialUnits } of trades) {
      const run = market.find(each => each.instrument.name === instrument);
      const own = levels.get(id);
      if (run === undefined || own === undefined) continue;
      const side = initialUnits.startsWith('-') ? 'ask' : 'bid';
      for (const { from } of barsOf(run, own, side)) found.get(instrument)?.add(from);
    }
  }
  return new Map([...found].map(([instrument, bars]) => [instrument, bars.size]));
}

/** The stops and profits of each trade, by its id. */
function levelsOf(ledger: readonly Transaction[]): ReadonlyMap<string, Levels> {
  const ends = new Map<string, number>();
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL' && transaction.type !== 'ORDER_CANCEL') continue;
    ends.set(transaction.orderID, instantOf(transaction.time));
  }
  const levels = new Map<string, Levels>();
  for (const transaction of ledger) {
    const kind = kindOf(transaction);
    if (kind === undefined) continue;
    const { id, tradeID, price = '0', time } = transaction as Transaction & DependentOrderBody;
    const own = levels.get(tradeID) ?? { stops: [], profits: [] };
    levels.set(tradeID, own);
    own[kind].push({ price, from: instantOf(time), to: ends.get(id) ?? Number.POSITIVE_INFINITY });
  }
  return levels;
}

function kindOf({ type }: Transaction): keyof Levels | undefined {
  if (type === 'TAKE_PROFIT_ORDER') return 'profits';
  const isStop = type === 'STOP_LOSS_ORDER' || type === 'GUARANTEED_STOP_LOSS_ORDER';
  return isStop ? 'stops' : undefined;
}

/** The bars that held a stop and a profit of one trade, of which it has one at a time each. */
function barsOf(
  { prices, instrument }: InstrumentRun,
  { stops, profits }: Levels,
  side: 'bid' | 'ask',
): BarRows[] {
  const points = ({ price }: Level) => nearestPoints(decimal(price), instrument.displayPrecision);
  const found: BarRows[] = [];
  let [at, other] = [0, 0];
  for (;;) {
    const [stop, profit] = [stops[at], profits[other]];
    if (stop === undefined || profit === undefined) return found;
    const [from, to] = [Math.max(stop.from, profit.from), Math.min(stop.to, profit.to)];
    const levels = [points(stop), points(profit)] as const;
    const bars = waitingBars(prices, from, to);
    found.push(...bars.filter(bar => holds(prices, bar, side, levels)));
    if (stop.to <= profit.to) at += 1;
    else other += 1;
  }
}

/** The bars in which two orders begin and end to wait together; none where they never do. */
function waitingBars(prices: CandleSeries, from: number, to: number): BarRows[] {
  const times = [from, to].filter(time => from <= to && time < Number.POSITIVE_INFINITY);
  return times.flatMap(time => {
    const bar = barAt(prices, instant(time));
    const isWithin =
      bar !== undefined && prices.timeAt(bar.from) < to && from < prices.timeAt(bar.to - 1);
    return isWithin ? [bar] : [];
  });
}

/** The bar of the last tick at or before `time`; undefined where that is a recorded tick. */
function barAt(prices: CandleSeries, time: Instant): BarRows | undefined {
  let from = prices.rowAtOrAfter(time + 1) - 1;
  if (from < 0) return undefined;
  let to = from + 1;
  while (from > 0 && prices.isLegAt(from)) from -= 1;
  while (to < prices.length && prices.isLegAt(to)) to += 1;
  return to - from > 1 ? { from, to } : undefined;
}

function holds(
  prices: CandleSeries,
  { from, to }: BarRows,
  side: 'bid' | 'ask',
  [one, other]: readonly [number, number],
): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = from; row < to; row++) {
    const points = prices.pricesAt(row)[side];
    low = Math.min(low, points);
    high = Math.max(high, points);
  }
  return low <= Math.min(one, other) && Math.max(one, other) <= high;
}
