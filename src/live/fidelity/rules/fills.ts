/** Relations within an ORDER_FILL. Source: v20 semantics 4.4, 5.1, 5.2, 6.2. */

import { type Decimal, decimal, ONE, sum, ZERO } from '../../../core/base/decimal.js';
import { halfSpreadCost, initialMargin, realizedPL } from '../../../core/engine/fill/amounts.js';
import { type BookLevel, take } from '../../../core/market/book.js';
import type { ConversionFactors } from '../../../core/market/conversion.js';
import { formatPoints, nearestPoints } from '../../../core/market/points.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import {
  compared,
  number,
  openPriceOf,
  precisionOf,
  type Relation,
  type RelationCheck,
} from './rule.js';

const isFill = (object: Json) => object['type'] === 'ORDER_FILL';

/** The trades that a fill closes or reduces. */
function closesOf(fill: Json): Json[] {
  const reduced = fill['tradeReduced'];
  return [...objectsIn(fill['tradesClosed']), ...objectsIn([reduced])];
}

/** The charged factors from quote to home currency, as the fill has them. */
function factorsOf(fill: Json): ConversionFactors | undefined {
  const gain = number(fill, 'gainQuoteHomeConversionFactor');
  const loss = number(fill, 'lossQuoteHomeConversionFactor');
  if (gain === undefined || loss === undefined) return undefined;
  const factor = (numerator: Decimal) => ({ numerator, denominator: ONE });
  const mid = factor(gain.plus(loss).div(2));
  const [gains, losses] = [factor(gain), factor(loss)];
  return { gain: gains, loss: losses, mid, spreadGain: gains, spreadLoss: losses, pair: undefined };
}

/** Levels of a recorded book; undefined when a price or an amount is no number. */
function levelsOf(side: unknown, precision: number): BookLevel[] | undefined {
  const levels = objectsIn(side).map(level => {
    const price = number(level, 'price');
    const liquidity = number(level, 'liquidity');
    if (price === undefined || liquidity === undefined) return undefined;
    return { points: nearestPoints(price, precision), liquidity: liquidity.toNumber() };
  });
  return levels.every(each => each !== undefined) ? (levels as BookLevel[]) : undefined;
}

function topOf(fill: Json, side: 'bids' | 'asks'): Decimal | undefined {
  const [best] = objectsIn(objectOf(fill['fullPrice'])[side]);
  return best === undefined ? undefined : number(best, 'price');
}

const price: Relation = {
  name: 'fill price',
  sentence:
    'A fill takes its units from the book that it shows, best price first; its price is their mean.',
  source: 'v20 semantics 4.1, 4.4',
  check: fill => {
    const precision = precisionOf(fill['instrument']);
    const units = number(fill, 'units');
    if (!isFill(fill) || precision === undefined || units === undefined) return [];
    // A guaranteed stop fills at its own price, and a fixed price comes from the back office.
    if (/^(GUARANTEED|FIXED)/.test(String(fill['reason']))) return [];
    const side = objectOf(fill['fullPrice'])[units.isNegative() ? 'bids' : 'asks'];
    const levels = levelsOf(side, precision);
    const taken = levels && take(levels, units.abs(), precision, () => true);
    if (taken === undefined) return [];
    return compared(fill, 'price', decimal(formatPoints(taken.points, precision)));
  },
};

const units: Relation = {
  name: 'fill units',
  sentence: 'The units of a fill are those that it closes and those that it opens.',
  source: 'v20 semantics 4.6, 6.2',
  check: fill => {
    const opened = objectsIn([fill['tradeOpened']]);
    const parts = [...closesOf(fill), ...opened].map(part => number(part, 'units'));
    if (!isFill(fill) || parts.length === 0 || parts.includes(undefined)) return [];
    return compared(fill, 'units', sum(parts as Decimal[]));
  },
};

const profit: Relation = {
  name: 'fill pl',
  sentence: 'The profit of a fill is the sum of the profits of the trades that it closes.',
  source: 'v20 semantics 5.2',
  check: fill => {
    if (!isFill(fill)) return [];
    const parts = closesOf(fill).map(part => number(part, 'realizedPL'));
    return parts.includes(undefined) ? [] : compared(fill, 'pl', sum(parts as Decimal[]));
  },
};

const financing: Relation = {
  name: 'fill financing',
  sentence: 'The financing of a fill is the sum of what it settles for the trades that it closes.',
  source: 'v20 semantics 5.2',
  check: fill => {
    if (!isFill(fill)) return [];
    const parts = closesOf(fill).map(part => number(part, 'financing'));
    if (parts.length === 0 || parts.includes(undefined)) return [];
    return compared(fill, 'financing', sum(parts as Decimal[]));
  },
};

const realised: Relation = {
  name: 'realised pl',
  sentence:
    'The profit of a close is units x (close - open) x the factor of gains or of losses, rounded to 4 decimals.',
  source: 'v20 semantics 5.2, 5.9',
  check: (fill, facts) => {
    const factors = factorsOf(fill);
    const close = number(fill, 'price');
    if (!isFill(fill) || factors === undefined || close === undefined) return [];
    return closesOf(fill).flatMap(part => {
      const open = openPriceOf(fill, part['tradeID'], facts);
      const closed = number(part, 'units');
      if (!open || closed === undefined) return [];
      const { pl } = realizedPL(closed.negated(), decimal(open), close, factors);
      const checks = compared(part, 'realizedPL', pl);
      return checks.map(check => ({ ...check, field: 'tradesClosed.realizedPL' }));
    });
  },
};

const converted: Relation = {
  name: 'converted pl',
  sentence: 'The profit of a fill is its profit in the quote currency times the charged factor.',
  source: 'v20 semantics 5.2',
  check: fill => {
    const factors = factorsOf(fill);
    const quotePL = number(fill, 'quotePL');
    // With several trades each part is rounded on its own.
    if (!isFill(fill) || factors === undefined || closesOf(fill).length !== 1) return [];
    if (quotePL === undefined) return [];
    return compared(fill, 'pl', realizedPL(ONE, ZERO, quotePL, factors).pl);
  },
};

const spread: Relation = {
  name: 'half spread cost',
  sentence:
    'The cost of a fill is units x half the spread x the mean of the two factors, rounded to 4 decimals for each part.',
  source: 'v20 semantics 5.2, 5.9',
  check: fill => {
    const factors = factorsOf(fill);
    const [bid, ask] = [topOf(fill, 'bids'), topOf(fill, 'asks')];
    if (!isFill(fill) || factors === undefined || bid === undefined || ask === undefined) return [];
    const half = ask.minus(bid).div(2);
    const parts = [...closesOf(fill), ...objectsIn([fill['tradeOpened']])];
    const costs = parts.map(part => {
      const size = number(part, 'units');
      return size === undefined ? undefined : halfSpreadCost(size, half, factors);
    });
    if (costs.length === 0 || costs.includes(undefined)) return [];
    return compared(fill, 'halfSpreadCost', sum(costs as Decimal[]));
  },
};

/** Digits of a margin rate. */
const RATE_DIGITS = 4;

const margin: Relation = {
  name: 'initial margin',
  sentence:
    'The margin of a new trade is units x a rate of at most 4 decimals x the mid price in home currency.',
  source: 'v20 semantics 5.2, 5.9',
  check: fill => {
    const opened = objectOf(fill['tradeOpened']);
    const factors = factorsOf(fill);
    const [bid, ask] = [topOf(fill, 'bids'), topOf(fill, 'asks')];
    const size = number(opened, 'units');
    const required = number(opened, 'initialMarginRequired');
    if (!isFill(fill) || factors === undefined || size === undefined) return [];
    if (bid === undefined || ask === undefined || required === undefined) return [];
    const value = bid.plus(ask).div(2).times(factors.mid.numerator);
    const rate = required.div(value.times(size.abs())).round(RATE_DIGITS, 'nearest');
    const base = { ...factors, mid: { numerator: value, denominator: ONE } };
    return compared(opened, 'initialMarginRequired', initialMargin(size, rate, base));
  },
};

const factors: Relation = {
  name: 'factors',
  sentence: 'A gain is never converted at a better factor than a loss of the same size.',
  source: 'v20 semantics 5.1',
  check: fill => {
    const gain = number(fill, 'gainQuoteHomeConversionFactor');
    const loss = number(fill, 'lossQuoteHomeConversionFactor');
    if (!isFill(fill) || gain === undefined || loss === undefined) return [];
    const expected = `at most ${loss.toFixed()}`;
    const found = gain.toFixed();
    const check: RelationCheck = {
      field: 'gainQuoteHomeConversionFactor',
      expected,
      found,
      isSame: gain.lte(loss),
    };
    return [check];
  },
};

/** All relations within a fill. */
export const FILL_RELATIONS: readonly Relation[] = [
  price,
  units,
  profit,
  financing,
  realised,
  converted,
  spread,
  margin,
  factors,
];
