/** Relations within financing, candles and refusals. Source: v20 semantics 2.4, 5.7, 7.1, 7.3. */

import { type Decimal, decimal, formatFixed, sum } from '../../../core/base/decimal.js';
import { type Alignment, bucketStart, DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import { type Granularity, isGranularity } from '../../../core/candle/granularity.js';
import { dailyBaseFinancing } from '../../../core/ledger/rollover/kept-financing.js';
import { FACTOR_DIGITS } from '../../../core/market/conversion.js';
import { midPoints, nearestPoints, priceOf } from '../../../core/market/points.js';
import { REJECT_REASONS } from '../../../core/reason/reject-reasons.js';
import { formatRfc3339, formatUnix, parseInstant } from '../../../core/time/instant.js';
import { isObject, type Json, objectOf, objectsIn } from '../recording/json.js';
import { compared, number, precisionOf, type Relation, type RelationCheck } from './rule.js';

const sentence: Relation = {
  name: 'sentence',
  sentence: 'A refusal has the sentence that belongs to its reason.',
  source: 'v20 semantics 2.4',
  check: body => {
    const { errorCode, errorMessage } = body;
    if (typeof errorCode !== 'string' || typeof errorMessage !== 'string') return [];
    const known = Object.entries(REJECT_REASONS).find(([reason]) => reason === errorCode);
    if (known === undefined) return [];
    const expected = known[1].message;
    const isSame = expected === errorMessage;
    return [{ field: 'errorMessage', expected, found: errorMessage, isSame }];
  },
};

const financing: Relation = {
  name: 'financing',
  sentence: 'The financing of an account at 17:00 New York is the sum over its positions.',
  source: 'v20 semantics 5.7',
  check: transaction => {
    if (transaction['type'] !== 'DAILY_FINANCING') return [];
    const positions = objectsIn(transaction['positionFinancings']);
    const parts = positions.map(each => number(each, 'financing'));
    const total = parts.includes(undefined) || parts.length === 0 ? undefined : parts;
    return [
      ...(total === undefined ? [] : compared(transaction, 'financing', sum(total as Decimal[]))),
      ...positions.flatMap(position => ofPosition(position)),
    ];
  },
};

function ofPosition(position: Json): RelationCheck[] {
  const trades = objectsIn(position['openTradeFinancings']);
  const parts = trades.map(each => number(each, 'financing'));
  if (parts.length === 0 || parts.includes(undefined)) return [];
  const checks = compared(position, 'financing', sum(parts as Decimal[]));
  return checks.map(check => ({ ...check, field: 'positionFinancings.financing' }));
}

const LARGEST_LOT = 1_000_000_000;

const dailyRate: Relation = {
  name: 'daily rate',
  sentence:
    'The financing of a trade is a whole number of units x yearly rate x days / 365, in the base currency.',
  source: 'v20 semantics 5.7',
  check: trade => {
    const rate = number(trade, 'financingRate');
    const base = number(trade, 'baseFinancing');
    if (rate === undefined || base === undefined || rate.isZero() || base.isZero()) return [];
    const units = base.times(365).div(rate).abs().round(0, 'nearest');
    if (units.isZero() || units.gt(LARGEST_LOT)) return [];
    // The rate is signed for the holder, so the units count as bought.
    const expected = formatFixed(dailyBaseFinancing(units, rate, 1), FACTOR_DIGITS);
    return compared(trade, 'baseFinancing', decimal(expected));
  },
};

const inHome: Relation = {
  name: 'financing in home currency',
  sentence:
    'The financing of a trade is its amount in base or quote currency times the factor of gains or of losses.',
  source: 'v20 semantics 5.7',
  check: position => {
    const factors = objectOf(position['homeConversionFactors']);
    const [own, side] =
      position['quoteFinancing'] === undefined
        ? ['baseFinancing', 'BaseHome']
        : ['quoteFinancing', 'QuoteHome'];
    const gain = number(objectOf(factors[`gain${side}`]), 'factor');
    const loss = number(objectOf(factors[`loss${side}`]), 'factor');
    if (gain === undefined || loss === undefined) return [];
    return objectsIn(position['openTradeFinancings']).flatMap(trade => {
      const charged = number(trade, own);
      if (charged === undefined) return [];
      const home = charged.times(charged.isNegative() ? loss : gain);
      return compared(trade, 'financing', home.round(4, 'nearest'));
    });
  },
};

const HOURS = [...Array.from({ length: 24 }).keys()];

/** The default alignment, and every hour of New York and of UTC: a recording does not say which. */
const ALIGNMENTS: readonly Alignment[] = [
  DEFAULT_ALIGNMENT,
  ...['America/New_York', 'UTC'].flatMap(alignmentTimezone =>
    HOURS.map(dailyAlignment => ({ ...DEFAULT_ALIGNMENT, dailyAlignment, alignmentTimezone })),
  ),
];

const bucket: Relation = {
  name: 'candle start',
  sentence:
    'Candles begin where this broker begins them, by the default alignment or another hour.',
  source: 'v20 semantics 7.1',
  check: body => {
    const { granularity, candles } = body;
    if (typeof granularity !== 'string' || !isGranularity(granularity)) return [];
    const given = objectsIn(candles);
    const starts = (alignment: Alignment) => startsOf(given, granularity, alignment);
    const fitting = ALIGNMENTS.find(each => starts(each).every(({ isSame }) => isSame));
    return starts(fitting ?? DEFAULT_ALIGNMENT);
  },
};

function startsOf(
  candles: readonly Json[],
  granularity: Granularity,
  alignment: Alignment,
): RelationCheck[] {
  return candles.flatMap(({ time }, index) => {
    const parsed = typeof time === 'string' ? parseInstant(time) : undefined;
    if (parsed === undefined) return [];
    const start = bucketStart(parsed.at, granularity, alignment);
    const expected = String(time).includes('T') ? formatRfc3339(start) : formatUnix(start);
    const field = `candles[${index}].time`;
    return [{ field, expected, found: String(time), isSame: start === parsed.at && !parsed.cut }];
  });
}

const extremes: Relation = {
  name: 'candle extremes',
  sentence: 'The high of a candle is its highest price and the low its lowest.',
  source: 'v20 semantics 7.3',
  check: body =>
    ['bid', 'mid', 'ask'].flatMap(side => {
      const prices = objectOf(body[side]);
      const [o, h, l, c] = ['o', 'h', 'l', 'c'].map(each => number(prices, each));
      if (o === undefined || h === undefined || l === undefined || c === undefined) return [];
      const isSame = [o, c, l].every(each => each.lte(h)) && [o, c].every(each => each.gte(l));
      const found = JSON.stringify(prices);
      return [{ field: side, expected: 'l <= o, c <= h', found, isSame }];
    }),
};

const middle: Relation = {
  name: 'candle mid',
  sentence: 'Open and close at mid are the means of bid and ask, half a point rounded to even.',
  source: 'v20 semantics 5.8, 7.3',
  check: body => {
    const precision = precisionOf(body['instrument']);
    if (precision === undefined) return [];
    return objectsIn(body['candles']).flatMap((candle, index) =>
      isObject(candle['bid']) && isObject(candle['ask']) && isObject(candle['mid'])
        ? midsOf(candle, index, precision)
        : [],
    );
  },
};

function midsOf(candle: Json, index: number, precision: number): RelationCheck[] {
  return ['o', 'c'].flatMap(part => {
    const [bid, ask] = ['bid', 'ask'].map(side => number(objectOf(candle[side]), part));
    if (bid === undefined || ask === undefined) return [];
    const [low, high] = [nearestPoints(bid, precision), nearestPoints(ask, precision)];
    const mid = priceOf(midPoints(low, high), precision);
    const field = `candles[${index}].mid.${part}`;
    return compared(objectOf(candle['mid']), part, mid).map(check => ({ ...check, field }));
  });
}

/** All relations of this file. */
export const OTHER_RELATIONS: readonly Relation[] = [
  sentence,
  financing,
  dailyRate,
  inHome,
  bucket,
  extremes,
  middle,
];
