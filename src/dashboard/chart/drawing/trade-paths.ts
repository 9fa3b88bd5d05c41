/**
 * The ways of an account over the candles: from a trade's opening to each of its closings, and the
 * level of a trailing stop as it moved. Pure.
 */

import type { Order, Transaction } from '../../wire/types.js';
import { type Bar, lastAtOrBefore, secondsOf } from './bars.js';

/** A line over the candles. */
export interface Path {
  readonly kind: 'gain' | 'loss' | 'trail';
  /** Times of candles, and prices. */
  readonly points: readonly { readonly time: number; readonly price: number }[];
}

/** The lines from each opening of a trade of the instrument to its closings, whole or in part. */
export function tradePaths(
  transactions: readonly Transaction[],
  bars: readonly Bar[],
  instrument: string,
): readonly Path[] {
  const openings = new Map<string, Path['points'][number]>();
  return transactions.flatMap(transaction => {
    const { type, time, tradeOpened, tradesClosed = [], tradeReduced } = transaction;
    if (type !== 'ORDER_FILL' || transaction.instrument !== instrument) return [];
    const bar = bars[lastAtOrBefore(bars, secondsOf(time))];
    if (bar === undefined) return [];
    if (tradeOpened !== undefined) {
      openings.set(tradeOpened.tradeID, { time: bar.time, price: Number(tradeOpened.price) });
    }
    const closings = tradeReduced === undefined ? tradesClosed : [...tradesClosed, tradeReduced];
    return closings.flatMap(({ tradeID, price, realizedPL }): Path[] => {
      const from = openings.get(tradeID);
      if (from === undefined) return [];
      const to = { time: bar.time, price: Number(price) };
      return [{ kind: realizedPL.startsWith('-') ? 'loss' : 'gain', points: [from, to] }];
    });
  });
}

/**
 * The level of a trailing stop candle by candle: its distance from the best closing price so far, and
 * never better than it is now. Candles are all that the page has of the past, so that the first one
 * may count prices from before the order.
 */
export function trailPath(order: Order, bars: readonly Bar[], isLong: boolean): Path | undefined {
  const now = Number(order.trailingStopValue);
  const distance = Number(order.distance);
  if (!Number.isFinite(now) || !Number.isFinite(distance)) return undefined;
  const first = Math.max(0, lastAtOrBefore(bars, secondsOf(order.createTime)));
  let best = isLong ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const points = bars.slice(first).flatMap(({ time, prices }) => {
    const before = best;
    best = isLong ? Math.max(best, prices.bid.high) : Math.min(best, prices.ask.low);
    const level = isLong ? Math.min(best - distance, now) : Math.max(best + distance, now);
    const last = isLong ? Math.min(before - distance, now) : Math.max(before + distance, now);
    // A step: the old level up to this candle, then the new one.
    const steps = Number.isFinite(last) && last !== level ? [{ time, price: last }] : [];
    return [...steps, { time, price: level }];
  });
  return points.length < 2 ? undefined : { kind: 'trail', points };
}
