/**
 * Order book and position book of an instrument: the prices of the simulation's own resting orders
 * and open trades, of all accounts together, in buckets of price. Empty buckets are left out.
 * Source: v20 semantics 1.2, shapes as recorded; a bucket is five pips wide, as recorded.
 */

import { decimal, formatFixed } from '../base/decimal.js';
import type { AccountState } from '../ledger/account.js';
import type { Instrument } from '../market/instrument.js';
import { formatPoints, midPoints, nearestPoints, pointsOf } from '../market/points.js';
import type { QuoteBoard } from '../market/quote.js';
import type { RestingOrders } from '../order/resting-orders.js';
import { formatRfc3339, type Instant, instant, MICROS_PER_SECOND } from '../time/instant.js';

/** One order or trade at a price in points. */
interface Entry {
  readonly points: number;
  readonly isLong: boolean;
}

const PIPS_A_BUCKET = 5;
const PERCENT_DIGITS = 4;
const FRACTION = /\.\d+Z$/;

/** The instrument and the moment that a book is made of. */
export interface BookMoment {
  readonly quotes: QuoteBoard;
  readonly slot: number;
  readonly now: Instant;
}

/** v20's OrderBook: resting orders by the price that triggers them; long ones buy. @param states - by account slot. */
export function orderBook(
  moment: BookMoment,
  resting: RestingOrders,
  states: readonly AccountState[],
) {
  const entries = resting.all().flatMap(({ account, orderID, side, level }): Entry[] => {
    const state = states[account];
    const order = state?.pendingOrders.get(orderID);
    if (order === undefined) return [];
    const trade = order.tradeID === undefined ? undefined : state?.trades.get(order.tradeID);
    const isLong = trade === undefined ? order.units.isPositive() : trade.currentUnits.isNegative();
    // A level on the mid is in half points.
    return [{ points: side === 'MID' ? Math.floor(level / 2) : level, isLong }];
  });
  return bookOf(moment, entries);
}

/** v20's PositionBook: open trades by the price at which they were opened. */
export function positionBook(moment: BookMoment, states: readonly AccountState[]) {
  const { quotes, slot } = moment;
  const { name, displayPrecision } = quotes.instrument(slot);
  const entries = states.flatMap(({ openTrades }) =>
    [...openTrades.values()]
      .filter(trade => trade.instrument === name)
      .map(({ price, currentUnits }) => ({
        points: nearestPoints(price, displayPrecision),
        isLong: currentUnits.isPositive(),
      })),
  );
  return bookOf(moment, entries);
}

/** v20's OrderBook or PositionBook; prices and percentages are decimal strings. */
function bookOf({ quotes, slot, now }: BookMoment, entries: readonly Entry[]) {
  const instrument = quotes.instrument(slot);
  const { name, displayPrecision } = instrument;
  const width = bucketPoints(instrument);
  const counts = new Map<number, { long: number; short: number }>();
  for (const { points, isLong } of entries) {
    const start = Math.floor(points / width) * width;
    const count = counts.get(start) ?? { long: 0, short: 0 };
    if (isLong) count.long += 1;
    else count.short += 1;
    counts.set(start, count);
  }
  const percent = (count: number) =>
    formatFixed(decimal(count).times(100).div(entries.length), PERCENT_DIGITS);
  const at = instant(Math.floor(now / MICROS_PER_SECOND) * MICROS_PER_SECOND);
  return {
    instrument: name,
    time: formatRfc3339(at).replace(FRACTION, 'Z'),
    unixTime: String(at / MICROS_PER_SECOND),
    price: formatPoints(
      midPoints(quotes.bidPoints(slot), quotes.askPoints(slot)),
      displayPrecision,
    ),
    bucketWidth: formatPoints(width, displayPrecision),
    buckets: [...counts]
      .sort(([a], [b]) => a - b)
      .map(([start, { long, short }]) => ({
        price: formatPoints(start, displayPrecision),
        longCountPercent: percent(long),
        shortCountPercent: percent(short),
      })),
  };
}

/** Width of a bucket in points; at least one point, also where a pip is smaller than a point. */
function bucketPoints({ pipLocation, displayPrecision }: Instrument): number {
  return pointsOf(decimal(`${PIPS_A_BUCKET}e${pipLocation}`), displayPrecision) ?? 1;
}
