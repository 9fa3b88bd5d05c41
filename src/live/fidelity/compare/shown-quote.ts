/** The quote that a fill shows, and what the fill would have taken from its book. */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import { type BookLevel, takeAll } from '../../../core/market/book.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { nearestPoints, priceOf } from '../../../core/market/points.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import type { Sample, SampleLevel } from './recorded-session.js';

/** A quote: its best prices, and all levels of the side that a fill took. */
export interface ShownQuote {
  readonly bid: Decimal;
  readonly ask: Decimal;
  /** Microseconds. */
  readonly time: number;
  readonly levels: readonly { readonly price: Decimal; readonly liquidity: Decimal }[];
}

/** The quote that a fill shows; undefined when it shows none. */
export function shownQuote(fill: Json): ShownQuote | undefined {
  const book = objectOf(fill['fullPrice']);
  const time = parseInstant(String(book['timestamp']))?.at;
  const sides = { bids: objectsIn(book['bids']), asks: objectsIn(book['asks']) };
  return time === undefined ? undefined : quoteOf(sides, time, sells(fill));
}

/** A quote that was seen, as the one that a fill shows. @param isSale - which side is taken. */
export function sampleQuote({ bids, asks, time }: Sample, isSale: boolean): ShownQuote | undefined {
  return quoteOf({ bids, asks }, time, isSale);
}

/** Whether a fill sells. */
export function sells(fill: Json): boolean {
  return String(fill['units']).startsWith('-');
}

type Level = Json | SampleLevel;

function quoteOf(
  { bids, asks }: { readonly bids: readonly Level[]; readonly asks: readonly Level[] },
  time: number,
  isSale: boolean,
): ShownQuote | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const levels = (isSale ? bids : asks).map(({ price, liquidity }) => ({
    price: decimal(String(price)),
    liquidity: decimal(String(liquidity ?? 0)),
  }));
  const [best, other] = [decimal(String(bid.price)), decimal(String(ask.price))];
  return { bid: best, ask: other, time, levels };
}

/** The mean price at which `units`, unsigned, are taken from the shown book; rounded to a point. */
export function priceInBook({ levels }: ShownQuote, units: Decimal, instrument: string): Decimal {
  const precision = instrumentTable().get(instrument)?.displayPrecision ?? PRECISION;
  const points = levels.map(
    ({ price, liquidity }): BookLevel => ({
      points: nearestPoints(price, precision),
      liquidity: liquidity.toNumber(),
    }),
  );
  return priceOf(takeAll(points, units.abs(), precision).points, precision);
}

const PRECISION = 5;

/** Whether two quotes have the same best prices. */
export function hasSameTop(one: ShownQuote, other: ShownQuote): boolean {
  return one.bid.eq(other.bid) && one.ask.eq(other.ask);
}
