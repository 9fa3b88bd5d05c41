/** The quotes of a batch: those that its fills show, and those at which nothing else happens. */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { MarketLevel, OpenTrade } from '../host/market.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import type { BatchScene, RestingOrderFill, UntimedQuote } from './scene.js';

const SOME_PRICE = '1.1';
const PRICE_DIGITS = 5;
/** A price is not negative. */
const PRICE = /^\d+(\.\d+)?$/;

/**
 * The quotes when the request comes.
 * @param known - orders of other batches that the batch names.
 */
export function quotesOf(
  { reading, made, fills }: BatchScene,
  trades: readonly OpenTrade[],
  known: readonly Json[],
): UntimedQuote[] {
  const quoted = new Map<string, UntimedQuote>();
  for (const fill of fills) {
    const instrument = String(fill['instrument']);
    const book = objectOf(fill['fullPrice']);
    const [bids, asks] = [levelsOf(book['bids']), levelsOf(book['asks'])];
    const isWhole = bids.length > 0 && asks.length > 0;
    if (isWhole) reading.whole(fill, 'fullPrice');
    const price = isWhole ? undefined : (reading.text(fill, 'price') ?? '1');
    quoted.set(
      instrument,
      price === undefined ? { instrument, bids, asks } : flat(instrument, price),
    );
  }
  const names = [...made, ...known, ...trades].flatMap(({ instrument }) =>
    instrument === undefined ? [] : [String(instrument)],
  );
  // An order that is only named rests in a market that some instrument must have.
  for (const name of names.length === 0 ? ['EUR_USD'] : names) {
    if (quoted.has(name)) continue;
    const trade = trades.find(({ instrument }) => instrument === name);
    quoted.set(name, flat(name, trade?.price ?? besides([...made, ...known])));
  }
  return [...quoted.values()];
}

function flat(instrument: string, price: string): UntimedQuote {
  const level = [{ price, liquidity: 0 }];
  return { instrument, bids: level, asks: level };
}

/** A price at which a resting order of the batch does not fill. */
function besides(made: readonly Json[]): string {
  const order = made.find(each => PRICE.test(String(each['price'])));
  if (order === undefined) return SOME_PRICE;
  const price = decimal(String(order['price'])).abs();
  const [sells, type] = [String(order['units']).startsWith('-'), String(order['type'])];
  // A limit waits on the better side of its price, a stop on the worse one.
  const waitsBelow = type.startsWith('STOP') ? !sells : sells;
  const beside = price.times(waitsBelow ? '0.8' : '1.2');
  return beside.isZero() ? SOME_PRICE : beside.round(PRICE_DIGITS, 'nearest').toFixed();
}

/** The levels of one side that are numbers. */
export function levelsOf(side: unknown): MarketLevel[] {
  return objectsIn(side).flatMap(({ price, liquidity }) =>
    PRICE.test(String(price)) ? [{ price: String(price), liquidity: Number(liquidity) }] : [],
  );
}

/** The quotes when orders are placed, at which those that fill later do not fill yet. */
export function quotesBefore(
  quotes: readonly UntimedQuote[],
  orders: readonly RestingOrderFill[],
  trades: readonly OpenTrade[],
): readonly UntimedQuote[] {
  const triggered = orders.find(({ fill }) => fill !== undefined);
  if (triggered?.fill === undefined) return quotes;
  const { fill, request } = triggered;
  const buys = !String(fill['units']).startsWith('-');
  const isLimit = /^(LIMIT|TAKE_PROFIT|MARKET_IF_TOUCHED)$/.test(String(request['type']));
  const distance = decimal(String(request['distance'] ?? '0'));
  // Where its trade was opened, none of the orders of a trade fills.
  const opened = trades.find(({ id }) => id === request['tradeID'])?.price;
  const away = (price: Decimal) => {
    if (!distance.isZero()) return buys ? price.minus(distance) : price.plus(distance);
    return opened === undefined ? price.times(isLimit === buys ? '1.01' : '0.99') : decimal(opened);
  };
  return quotes.map(({ instrument, bids, asks }) => {
    const precision = instrumentTable().get(instrument)?.displayPrecision ?? PRICE_DIGITS;
    const price = away(decimal((buys ? asks : bids)[0]?.price ?? '1'));
    return flat(instrument, price.round(precision, 'nearest').toFixed());
  });
}
