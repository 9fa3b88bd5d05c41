/**
 * The home currency of an account and the quote that converts to it, found from the factors that a
 * fill shows. Source: v20 semantics 5.1.
 */

import {
  type Decimal,
  decimal,
  formatTrimmed,
  ONE,
  roundFloor,
  roundMoney,
  ZERO,
} from '../../../core/base/decimal.js';
import { baseCurrency, quoteCurrency } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { MarketQuote } from '../host/market.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import { BodyReading } from './reading.js';

/** How amounts of a fill come to home currency. */
export interface FillConversion {
  readonly currency: string;
  readonly markup: string;
  /** The quote of another pair, where one is needed. */
  readonly quote?: Omit<MarketQuote, 'at'>;
}

/** Factors of a gain and of a loss. */
interface Factors {
  readonly gain: Decimal;
  readonly loss: Decimal;
}

const FACTOR_DIGITS = 12;
const MARKUP_DIGITS = 3;
/** Factors this far apart, as a share, have a mark-up; a spread alone is narrower. */
const MARKUP_MIN = '0.001';

/**
 * The conversion of a fill.
 * @param known - the home currency, where another body of the file says it.
 */
export function conversionOf(
  reading: BodyReading,
  fill: Json,
  known: string | undefined,
): FillConversion | undefined {
  const instrument = { name: String(fill['instrument']) };
  const [base, quote] = [baseCurrency(instrument), quoteCurrency(instrument)];
  if (known === quote) return { currency: quote, markup: markupOf(reading, fill) };
  const gain = reading.number(fill, 'gainQuoteHomeConversionFactor');
  const loss = reading.number(fill, 'lossQuoteHomeConversionFactor');
  if (known === base) {
    const isRecorded = gain !== undefined && loss !== undefined;
    return { currency: base, markup: isRecorded ? markup({ gain, loss }) : '0' };
  }
  if (gain === undefined || loss === undefined) {
    const home = known ?? [quote, base].find(each => fitsProfits(fill, each)) ?? quote;
    return home === quote || home === base ? { currency: home, markup: '0' } : undefined;
  }
  const found = conversionBy({ gain, loss }, instrument.name, objectOf(fill['fullPrice']), known);
  return found?.currency === quote ? { ...found, markup: markupOf(reading, fill) } : found;
}

/**
 * The conversion that factors from the quote currency of an instrument show.
 * @param book - bids and asks of the instrument itself.
 * @param known - the home currency, where it is known.
 */
export function conversionBy(
  factors: Factors,
  name: string,
  book: Json,
  known?: string,
): FillConversion | undefined {
  const [base, quote] = [baseCurrency({ name }), quoteCurrency({ name })];
  if (factors.gain.eq(ONE) && factors.loss.eq(ONE)) return { currency: quote, markup: '0' };
  if (known === undefined && isOfOwnPair(book, factors)) return { currency: base, markup: '0' };
  const homes = known === undefined ? homesOf(quote, base) : [known];
  const found = homes.flatMap(home => quoteOf(quote, home, factors) ?? []);
  return found.find(each => isExact(each, factors)) ?? found[0];
}

/** The mark-up that the factors of the base currency show; only recordings of later years have them. */
function markupOf(reading: BodyReading, fill: Json): string {
  const factors = objectOf(fill['homeConversionFactors']);
  const [gain, loss] = ['gainBaseHome', 'lossBaseHome'].map(each =>
    reading.number(objectOf(factors[each]), 'factor'),
  );
  return gain === undefined || loss === undefined ? '0' : markup({ gain, loss });
}

function markup({ gain, loss }: Factors): string {
  const share = loss.minus(gain).div(loss.plus(gain));
  return share.gte(MARKUP_MIN) ? share.round(MARKUP_DIGITS, 'nearest').toFixed() : '0';
}

/** Whether the factors are those of the instrument's own quote: the base currency is the home currency. */
function isOfOwnPair(book: Json, { gain, loss }: Factors): boolean {
  const [bid, ask] = ['bids', 'asks'].map(side => objectsIn(book[side])[0]?.['price']);
  if (typeof bid !== 'string' || typeof ask !== 'string') return false;
  const near = (factor: Decimal, price: string) => ONE.div(price).minus(factor).abs().lt('0.0001');
  return near(gain, ask) && near(loss, bid);
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD', 'CHF', 'SGD', 'NZD', 'HKD'] as const;

function homesOf(quote: string, base: string): string[] {
  return [...CURRENCIES].filter(each => each !== quote && each !== base);
}

/** The quote of the pair of `quote` and `home` that gives the factors, on the grid of its prices. */
function quoteOf(quote: string, home: string, factors: Factors): FillConversion | undefined {
  const direct = instrumentTable().get(`${quote}_${home}`);
  const pair = direct ?? instrumentTable().get(`${home}_${quote}`);
  if (pair === undefined) return undefined;
  const share = markup(factors);
  const mid = factors.gain.plus(factors.loss).div(2);
  const { gain, loss } = share === '0' ? factors : { gain: mid, loss: mid };
  if (gain.isZero() || loss.isZero()) return undefined;
  const price = (value: Decimal) => value.round(pair.displayPrecision, 'nearest').toFixed();
  const [bid, ask] =
    direct === undefined
      ? [price(ONE.div(loss)), price(ONE.div(gain))]
      : [price(gain), price(loss)];
  const level = (text: string) => [{ price: text, liquidity: 0 }];
  // With a mark-up only the mid is known; it may lie between two points.
  if (share !== '0' && bid === ask) {
    const exact = direct === undefined ? ONE.div(mid) : mid;
    const half = exact.times(2).round(pair.displayPrecision, 'nearest').div(2);
    const low = roundFloor(half, pair.displayPrecision);
    const high = half.times(2).minus(low);
    const known = {
      instrument: pair.name,
      bids: level(low.toFixed()),
      asks: level(high.toFixed()),
    };
    return { currency: home, markup: share, quote: known };
  }
  const known = { instrument: pair.name, bids: level(bid), asks: level(ask) };
  return { currency: home, markup: share, quote: known };
}

/** Whether the pair gives just these factors. */
function isExact(
  { quote, currency, markup: share }: FillConversion,
  { gain, loss }: Factors,
): boolean {
  const [bid, ask] = [quote?.bids[0]?.price, quote?.asks[0]?.price];
  if (bid === undefined || ask === undefined || share !== '0') return share !== '0';
  const isDirect = quote?.instrument.endsWith(currency) === true;
  const text = (value: Decimal) => formatTrimmed(value, FACTOR_DIGITS);
  const [one, other] = isDirect ? [decimal(bid), decimal(ask)] : [ONE.div(ask), ONE.div(bid)];
  return text(one) === text(gain) && text(other) === text(loss);
}

/**
 * The home currency of fills whose factors are not recorded: the only currency of their pairs in which
 * every profit is that of a price on the grid; undefined when there is none, or more than one.
 */
export function homeOfFills(objects: readonly Json[]): string | undefined {
  const fills = objects.filter(
    each =>
      each['type'] === 'ORDER_FILL' &&
      each['gainQuoteHomeConversionFactor'] === undefined &&
      objectsIn(each['tradesClosed']).length > 0,
  );
  const pairs = fills.map(fill => ({ fill, name: String(fill['instrument']) }));
  const fitting = CURRENCIES.filter(home => {
    const own = pairs.filter(({ name }) => name.includes(home));
    return own.length > 0 && own.every(({ fill }) => fitsProfits(fill, home));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether every profit of a fill without factors is that of a price on the grid, in this home currency. */
function fitsProfits(fill: Json, home: string): boolean {
  const reading = new BodyReading([]);
  const parts = [...objectsIn(fill['tradesClosed']), ...objectsIn([fill['tradeReduced']])];
  return parts.every(part => {
    const open = openPriceFromProfit(reading, fill, part, home);
    const [profit, units] = [reading.number(part, 'realizedPL'), reading.number(part, 'units')];
    const close = reading.number(fill, 'price');
    if (open === undefined || profit === undefined || units === undefined || !close) return true;
    const factor = factorOf(reading, fill, home, profit.isNegative());
    return roundMoney(units.times(open.minus(close)).times(factor)).eq(roundMoney(profit));
  });
}

/** The price at which a trade was opened, as its realised profit shows it; undefined when it shows none. */
export function openPriceFromProfit(
  reading: BodyReading,
  fill: Json,
  part: Json,
  home: string,
): Decimal | undefined {
  const [profit, units] = [reading.number(part, 'realizedPL'), reading.number(part, 'units')];
  const close = reading.number(fill, 'price');
  if (profit === undefined || units === undefined || close === undefined) return undefined;
  const factor = factorOf(reading, fill, home, profit.isNegative());
  if (units.isZero() || factor.isZero()) return undefined;
  const precision =
    instrumentTable().get(String(fill['instrument']))?.displayPrecision ?? PRECISION;
  const price = close.plus(profit.div(units.times(factor))).round(precision, 'nearest');
  return price.gt(ZERO) ? price : undefined;
}

const PRECISION = 5;

/** The factor of a gain or of a loss: as recorded, or that of the fill's own quote. */
function factorOf(reading: BodyReading, fill: Json, home: string, isLoss: boolean): Decimal {
  const field = isLoss ? 'lossQuoteHomeConversionFactor' : 'gainQuoteHomeConversionFactor';
  const recorded = reading.number(fill, field);
  if (recorded !== undefined) return recorded;
  if (home !== baseCurrency({ name: String(fill['instrument']) })) return ONE;
  const [best] = objectsIn(objectOf(fill['fullPrice'])[isLoss ? 'bids' : 'asks']);
  const price = best === undefined ? reading.number(fill, 'price') : reading.number(best, 'price');
  return price === undefined || price.isZero() ? ONE : ONE.div(price);
}
