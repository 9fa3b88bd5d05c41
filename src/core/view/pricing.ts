/**
 * Prices as v20 sends them: the price for an account (ClientPrice), the price without an account
 * (Price), and the factors that convert other currencies to home currency. Field order as recorded.
 * Source: v20 semantics 5.1, 8.1, 8.2; 1.2 (Price).
 */

import { assert } from '../base/assert.js';
import { formatFixed, formatTrimmed, formatUnits } from '../base/decimal.js';
import { present } from '../base/present.js';
import {
  type BookLevel,
  type BookSide,
  type DepthLevel,
  levelsBelow,
  type TopOfBook,
  topOfBook,
} from '../market/book.js';
import { type Conversion, factorValue } from '../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import { formatPoints } from '../market/points.js';
import type { QuoteBoard } from '../market/quote.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { UnitsAvailable, UnitsBySide } from './units-available.js';

/** The market data that prices are made from. */
export interface PricedMarket {
  readonly quotes: QuoteBoard;
  /** The depth table of the execution model; absent when the volumes of ticks are the depth. */
  readonly depth: readonly DepthLevel[] | undefined;
  /** The levels that are left to an account that has taken some of them; absent: all are. */
  readonly left?: (slot: number, side: BookSide) => readonly BookLevel[];
}

/** Decimals of `quoteHomeConversionFactors` (padded) and of `homeConversions` (trimmed). */
const QUOTE_FACTOR_DIGITS = 8;
const HOME_FACTOR_DIGITS = 12;

/**
 * The latest price of the instrument in `slot`: v20's ClientPrice without the fields of one account.
 * @throws InvariantError when the instrument has had no price.
 */
export function streamPrice(market: PricedMarket, slot: number) {
  const { quotes, depth, left } = market;
  const instrument = quotes.instrument(slot);
  const tradeable = quotes.isTradeable(slot);
  assert(
    quotes.isPriced(slot),
    'Invariant: a price that is shown has been quoted',
    instrument.name,
  );
  const top = topOfBook(quotes, slot);
  return {
    type: 'PRICE',
    time: formatRfc3339(instant(quotes.time[slot] as number)),
    ...sidesOf(top, instrument, side =>
      left === undefined ? levelsBelow(top, side, instrument, depth) : left(slot, side),
    ),
    status: tradeable ? 'tradeable' : 'non-tradeable',
    tradeable,
    instrument: instrument.name,
  };
}

/**
 * The latest price for one account. @param units - the units available; absent when not requested.
 */
export function clientPrice(
  market: PricedMarket,
  conversion: Conversion,
  slot: number,
  units: UnitsAvailable | undefined,
) {
  const { instrument, ...price } = streamPrice(market, slot);
  const factors = conversion.factors(quoteCurrency(market.quotes.instrument(slot)));
  return {
    ...price,
    ...present({
      unitsAvailable: units && unitsView(units),
      quoteHomeConversionFactors: factors && {
        positiveUnits: formatFixed(factorValue(factors.gain), QUOTE_FACTOR_DIGITS),
        negativeUnits: formatFixed(factorValue(factors.loss), QUOTE_FACTOR_DIGITS),
      },
    }),
    instrument,
  };
}

/** v20's Price, which belongs to no account: the latest. @param time - when it was made, microseconds. */
export function basePrice(
  { quotes, depth }: PricedMarket,
  slot: number,
  quote: TopOfBook & { readonly time: number },
  tradeable: boolean,
) {
  const instrument = quotes.instrument(slot);
  return {
    instrument: instrument.name,
    tradeable,
    timestamp: formatRfc3339(instant(quote.time)),
    baseBid: formatPoints(quote.bid, instrument.displayPrecision),
    baseAsk: formatPoints(quote.ask, instrument.displayPrecision),
    ...sidesOf(quote, instrument, side => levelsBelow(quote, side, instrument, depth)),
  };
}

/** Base and quote currencies of the instruments in `slots`, each once, in the order of `slots`. */
export function currenciesOf(quotes: QuoteBoard, slots: readonly number[]): readonly string[] {
  const instruments = slots.map(slot => quotes.instrument(slot));
  return [...new Set(instruments.flatMap(each => [baseCurrency(each), quoteCurrency(each)]))];
}

/**
 * When a pair in the conversion of `currency` last had a new price, microseconds; -1 for the home
 * currency.
 */
export function conversionTime(quotes: QuoteBoard, conversion: Conversion, currency: string) {
  const times = (conversion.slots(currency) ?? []).map(slot => quotes.time[slot] as number);
  return Math.max(-1, ...times);
}

/** v20's HomeConversions of each currency that can be converted to home currency. */
export function homeConversions(conversion: Conversion, currencies: readonly string[]) {
  return currencies.flatMap(currency => {
    const factors = conversion.factors(currency);
    if (factors === undefined) return [];
    const text = (kind: 'gain' | 'loss' | 'mid') =>
      formatTrimmed(factorValue(factors[kind]), HOME_FACTOR_DIGITS);
    return [
      {
        currency,
        accountGain: text('gain'),
        accountLoss: text('loss'),
        positionValue: text('mid'),
      },
    ];
  });
}

function unitsView(units: UnitsAvailable) {
  const sides = ({ long, short }: UnitsBySide) => ({
    long: formatUnits(long),
    short: formatUnits(short),
  });
  return {
    default: sides(units.default),
    reduceFirst: sides(units.reduceFirst),
    reduceOnly: sides(units.reduceOnly),
    openOnly: sides(units.openOnly),
  };
}

/**
 * Both sides, best price first, without levels that are used up. Closeout prices without liquidity
 * are at the deepest level (choice 58).
 */
function sidesOf(
  top: TopOfBook,
  { displayPrecision }: Instrument,
  levelsOf: (side: BookSide) => readonly BookLevel[],
) {
  const bids = levelsOf('bid');
  const asks = levelsOf('ask');
  const isLeft = ({ liquidity }: BookLevel) => liquidity > 0;
  const bucket = ({ points, liquidity }: BookLevel) => ({
    price: formatPoints(points, displayPrecision),
    liquidity: Math.floor(liquidity),
  });
  const deepest = (levels: readonly BookLevel[], best: number) =>
    formatPoints(levels.at(-1)?.points ?? best, displayPrecision);
  return {
    bids: bids.filter(isLeft).map(bucket),
    asks: asks.filter(isLeft).map(bucket),
    closeoutBid: deepest(bids, top.bid),
    closeoutAsk: deepest(asks, top.ask),
  };
}
