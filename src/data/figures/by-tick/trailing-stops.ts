/**
 * Prices of trailing stops over time. The ledger says when a stop was created and when it ended;
 * the ticks say how it moved in between. A stop that the opening fill created starts at its
 * distance from the trade's open price; any other starts at its distance from the watched price.
 * Then it follows the best watched price at that distance and never moves back (v20 semantics 4.8,
 * order/resting-orders.ts). The rule stands here a second time: figures have a ledger and ticks, but
 * no resting orders, and a sample needs the best price of many ticks at once. Only tradeable prices
 * move it. Each stop is sampled a bounded number of times, evenly by ticks; between two samples its
 * price was that of the earlier sample or closer to the market. A stop with few ticks is sampled at
 * each.
 */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import type { CandleAnswer } from '../../../core/candle/candle.js';
import { tradingAt } from '../../../core/engine/state/sessions.js';
import type { DependentOrderBody, Transaction } from '../../../core/ledger/transaction.js';
import { formatPoints, nearestPoints } from '../../../core/market/points.js';
import { type TriggerSide, triggerSide } from '../../../core/order/trigger.js';
import type { Instant } from '../../../core/time/instant.js';
import type { AccountRun, InstrumentRun } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';

export interface TrailingStop {
  readonly orderID: string;
  readonly tradeID: string;
  /** Prices of the stop and when each began; the first is its starting price. */
  readonly steps: readonly { readonly at: Instant; readonly price: string }[];
}

/** Samples of one stop, and of all stops of an account together. */
const MOST_LOOKS = 200;
const MOST_LOOKS_OF_ALL = 20_000;

type TrailingOrder = Transaction & DependentOrderBody;

interface Trail {
  readonly order: TrailingOrder;
  readonly run: InstrumentRun;
  readonly isLong: boolean;
  readonly side: TriggerSide;
  readonly openPrice: string;
}

/** Every trailing stop that the account had, in order of ids. */
export function trailingStops(run: AccountRun): TrailingStop[] {
  const orders = run.ledger.filter(isTrailing);
  if (orders.length === 0) return [];
  const ends = endsOf(run.ledger);
  const trades = new Map(run.trades.map(trade => [trade.id, trade]));
  const runs = new Map(run.market.map(each => [each.instrument.name, each]));
  const looks = Math.max(1, Math.min(MOST_LOOKS, Math.floor(MOST_LOOKS_OF_ALL / orders.length)));
  return orders.flatMap(order => {
    const trade = trades.get(order.tradeID);
    const priced = runs.get(trade?.instrument ?? '');
    if (trade === undefined || priced === undefined) return [];
    const isLong = !trade.initialUnits.startsWith('-');
    const side = triggerSide(order.triggerCondition, !isLong);
    const trail = { order, run: priced, isLong, side, openPrice: trade.price };
    const steps = stepsOf(trail, ends.get(order.id), looks);
    return [{ orderID: order.id, tradeID: order.tradeID, steps }];
  });
}

function isTrailing(transaction: Transaction): transaction is TrailingOrder {
  return transaction.type === 'TRAILING_STOP_LOSS_ORDER';
}

/** Times at which orders ended, by id. */
function endsOf(ledger: readonly Transaction[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL' && transaction.type !== 'ORDER_CANCEL') continue;
    ends.set(transaction.orderID, transaction.time);
  }
  return ends;
}

function stepsOf(trail: Trail, end: string | undefined, looks: number): TrailingStop['steps'] {
  const { order, run, isLong, side, openPrice } = trail;
  const { prices, instrument } = run;
  const points = (price: string | Decimal) =>
    nearestPoints(decimal(price), instrument.displayPrecision);
  const created = instantOf(order.time);
  const distance = points(order.distance ?? '0');
  const from = prices.rowAtOrAfter(created + 1);
  const to = end === undefined ? prices.length : prices.rowAtOrAfter(instantOf(end));
  const start = order.reason === 'ON_FILL' ? points(openPrice) : watched(prices, from - 1, side);
  let level = isLong ? start - distance : start + distance;
  const step = (at: Instant) => ({ at, price: formatPoints(level, instrument.displayPrecision) });
  const steps = [step(created)];
  const count = Math.max(0, Math.min(looks, to - from));
  for (let look = 0; look < count; look++) {
    const first = from + Math.floor(((to - from) * look) / count);
    const after = from + Math.floor(((to - from) * (look + 1)) / count);
    const best = bestOf(trail, first, after);
    const pulled = isLong ? best - distance : best + distance;
    if (isLong ? pulled <= level : pulled >= level) continue;
    level = pulled;
    steps.push(step(prices.timeAt(after - 1) as Instant));
  }
  return steps;
}

/** The watched price of a row, in points; a mid is rounded to a whole point. */
function watched(prices: InstrumentRun['prices'], row: number, side: TriggerSide): number {
  const { bid, ask, mid } = prices.pricesAt(Math.max(0, row));
  return { BID: bid, ASK: ask, MID: mid }[side];
}

/**
 * Best tradeable price of rows `first` to `after` (exclusive), in points; a value worse than any
 * price when there is none.
 */
function bestOf({ run, side, isLong }: Trail, first: number, after: number): number {
  const { prices } = run;
  let best = isLong ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (let row = first; row < after; ) {
    const time = prices.timeAt(row) as Instant;
    const { isOpen, until } = tradingAt(run, time);
    const next = Math.min(after, prices.rowAtOrAfter(until, row));
    if (isOpen) {
      const price = extreme(prices.fold(row, next, time, true), side, isLong);
      best = isLong ? Math.max(best, price) : Math.min(best, price);
    }
    row = next;
  }
  return best;
}

function extreme({ bid, ask, mid }: CandleAnswer, side: TriggerSide, isHighest: boolean): number {
  const { h, l } = { BID: bid, ASK: ask, MID: mid }[side];
  return isHighest ? h : l;
}
