/**
 * Candles: of an instrument, of an instrument at the prices of an account's size, and the latest of
 * several kinds. A time is in the future by simulated time. Source: v20 semantics 1.2, 1.6, 7.2-7.4.
 */

import { Type } from '@sinclair/typebox';
import { decimal } from '../../../../core/base/decimal.js';
import { present } from '../../../../core/base/present.js';
import {
  type Alignment,
  bucketStart,
  DEFAULT_ALIGNMENT,
  utcGrid,
  WEEKDAYS,
  type Weekday,
} from '../../../../core/candle/alignment.js';
import type { CandleAnswer } from '../../../../core/candle/candle.js';
import { completeUpTo } from '../../../../core/candle/candle-delay.js';
import { GRANULARITIES, type Granularity } from '../../../../core/candle/granularity.js';
import {
  type CandleRequest,
  formatCandle,
  queryCandles,
  shiftCandle,
} from '../../../../core/candle/query.js';
import type { CandleSeries } from '../../../../core/candle/series.js';
import { levelsBelow, takeAll } from '../../../../core/market/book.js';
import { formatRfc3339, type Instant, instant } from '../../../../core/time/instant.js';
import { isZoneName } from '../../../../core/time/zone.js';
import { type CandleLook, usualLength } from '../../../runtime/simulation/candle-pages.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { joinLent } from '../../http/long/lent-bytes.js';
import { PIECE_LENGTH } from '../../http/long/text-pieces.js';
import { ref } from '../../http/read/define.js';
import { badParameters, invalidParameter } from '../../http/request-errors.js';
import { pricedMarket, slotNamed } from '../market.js';
import {
  type Answer,
  type Call,
  type HandlingFault,
  type Operation,
  ok,
  operation,
} from '../operation.js';
import { CandlestickResponse, LatestCandlesResponse } from '../schema/candle.js';
import { defaulted, instantOf, listOf, oneOf } from '../schema/primitives.js';
import { renderJson, type TimeFormat } from '../time-format.js';

const COUNT_MAX = 5_000;
const COUNT_EXCEEDED = "Maximum value for 'count' exceeded";
const HOUR_MAX = 23;
const COMPONENTS = '[MBA]+';
/** A number above zero. */
const UNITS = '^(?=.*[1-9])\\d{1,12}(\\.\\d{1,6})?$';

const NAMES = Object.keys(GRANULARITIES).join('|');
/** `EUR_USD:S10:BM`; the last parts may be left out. */
const SPECIFICATION = `^[A-Z0-9]{3,6}_[A-Z]{3}(?::(?:${NAMES})(?::${COMPONENTS})?)?$`;

const alignmentQuery = {
  smooth: defaulted(Type.Boolean({ default: false })),
  dailyAlignment: defaulted(Type.Integer({ default: 17, minimum: 0, maximum: HOUR_MAX })),
  alignmentTimezone: defaulted(
    Type.String({ default: 'America/New_York', description: 'IANA zone' }),
  ),
  weeklyAlignment: defaulted(Type.Unsafe<Weekday>({ ...oneOf(WEEKDAYS), default: 'Friday' })),
};
const unitsQuery = defaulted(
  Type.String({
    default: '1',
    pattern: UNITS,
    description: 'number of units; bids and asks are the volume-weighted prices for them',
  }),
);
const candleQuery = {
  price: defaulted(
    Type.String({
      default: 'M',
      pattern: `^${COMPONENTS}$`,
      description: 'one or more of the letters M, B and A',
    }),
  ),
  granularity: defaulted(
    Type.Unsafe<Granularity>({
      ...oneOf(Object.keys(GRANULARITIES) as readonly Granularity[]),
      default: 'S5',
    }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: COUNT_MAX,
      description: 'default: 500; not together with both from and to',
      'x-exceeded': COUNT_EXCEEDED,
    }),
  ),
  from: Type.Optional(instantOf('start of the range; the first candle is the one that covers it')),
  to: Type.Optional(instantOf('end of the range: candles start before it')),
  includeFirst: defaulted(Type.Boolean({ default: true })),
  ...alignmentQuery,
};

interface AlignmentQuery extends Alignment {
  readonly smooth: boolean;
  readonly units?: string;
}

interface CandleQuery extends AlignmentQuery {
  readonly price: string;
  readonly granularity: Granularity;
  readonly count?: number;
  readonly from?: Instant;
  readonly to?: Instant;
  readonly includeFirst: boolean;
}

export const CANDLE_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'getInstrumentCandles',
    isPoll: true,
    method: 'GET',
    path: '/v3/instruments/:instrument/candles',
    summary: 'Candles of an instrument',
    tag: 'instrument',
    query: Type.Object(candleQuery),
    responses: { 200: ref(CandlestickResponse) },
    handle: candles,
  }),
  operation({
    operationId: 'getAccountInstrumentCandles',
    isPoll: true,
    method: 'GET',
    path: '/v3/accounts/:accountID/instruments/:instrument/candles',
    summary: 'Candles of an instrument, at the prices for a number of units',
    tag: 'pricing',
    query: Type.Object({ ...candleQuery, units: unitsQuery }),
    responses: { 200: ref(CandlestickResponse) },
    handle: candles,
  }),
  operation({
    operationId: 'getLatestCandles',
    isPoll: true,
    method: 'GET',
    path: '/v3/accounts/:accountID/candles/latest',
    summary: 'The last completed and the current candle of each specification',
    tag: 'pricing',
    query: Type.Object({
      candleSpecifications: listOf(
        Type.String({ pattern: SPECIFICATION }),
        'instrument, granularity and components: `EUR_USD:S10:BM`',
      ),
      units: unitsQuery,
      ...alignmentQuery,
    }),
    responses: { 200: LatestCandlesResponse },
    handle: call =>
      ok({ latestCandles: call.query.candleSpecifications.map(text => latest(call, text)) }),
  }),
];

function candles({ simulation, params, query, times, bend }: Call<CandleQuery>): Answer {
  const name = params['instrument'] ?? '';
  const slot = slotNamed(simulation, name, 'instrument');
  const { granularity, price, units = '1' } = query;
  const request = requestOf(query, simulation.now);
  const shift = shiftOf(simulation, slot, units);
  const upTo = completeFor(simulation, slot, request, bend);
  // Kept candles are complete at the ends of their buckets.
  const isKept = upTo === simulation.now && !query.smooth;
  if (isKept && shift.bid === 0 && shift.ask === 0) {
    const { displayPrecision } = simulation.engine.state.quotes.instrument(slot);
    const look = lookOf(slot, displayPrecision, price, times);
    const parts = simulation.candlePages.render(request, look, simulation.now);
    const head = `{"instrument":"${name}","granularity":"${granularity}","candles":[`;
    return ok(joined([Buffer.from(head), ...parts, TAIL]));
  }
  return ok(natural(simulation, slot, request, { components: price, shift, upTo }));
}

const TAIL = Buffer.from(']}');

/** A long answer is read once; a short one may be kept and sent again. */
function joined(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((bytes, part) => bytes + part.length, 0);
  return length > PIECE_LENGTH ? joinLent(parts) : Buffer.concat(parts, length);
}

/** How the kept candles of a slot look. @param components - letters of M, B and A in any order. */
export function lookOf(
  slot: number,
  displayPrecision: number,
  components: string,
  times: TimeFormat,
): CandleLook {
  const shown = [...'BMA'].filter(letter => components.includes(letter)).join('');
  const render = (candle: CandleAnswer) =>
    renderJson(formatCandle(candle, shown, displayPrecision), times);
  return { slot, key: `${shown} ${times}`, render };
}

/** What of the candles is shown. */
interface CandleDisplay {
  /** Letters of M, B and A in any order. */
  readonly components: string;
  /** How far each side is moved. */
  readonly shift: Shift;
  /** Candles of buckets that have ended by then are complete. */
  readonly upTo: Instant;
}

/** The answer made candle by candle. */
function natural(
  simulation: Simulation,
  slot: number,
  request: CandleRequest,
  { components, shift, upTo }: CandleDisplay,
) {
  const { quotes, candles: series } = simulation.engine.state;
  const { name, displayPrecision } = quotes.instrument(slot);
  const found = queryCandles(series[slot] as CandleSeries, request, upTo);
  return {
    instrument: name,
    granularity: request.granularity,
    candles: found.map(each =>
      formatCandle(shiftCandle(each, shift.bid, shift.ask), components, displayPrecision),
    ),
  };
}

/**
 * Returns the instant up to which buckets have ended for clients, so that their candles are
 * complete.
 */
function completeFor(
  { engine, scenario, now }: Simulation,
  slot: number,
  { granularity, alignment }: Pick<CandleRequest, 'granularity' | 'alignment'>,
  bend: HandlingFault | undefined,
): Instant {
  const { candleDelay: delay } = scenario.execution;
  if (delay === undefined && bend?.completeUpTo === undefined) return now;
  const series = engine.state.candles[slot] as CandleSeries;
  if (series.length === 0) return now;
  const instrument = engine.state.quotes.instrument(slot).name;
  const lastPrice = series.timeAt(series.length - 1);
  const asked = { instrument, granularity, alignment, now, lastPrice };
  const bent = bend?.completeUpTo?.(asked) ?? now;
  if (delay === undefined) return bent;
  const own = completeUpTo(asked, { delay, seed: scenario.seed, probability: 1 });
  return instant(Math.min(own, bent));
}

/** The candle request of a query, once it is checked. @throws RequestError 400 */
function requestOf(query: CandleQuery, now: Instant): CandleRequest {
  const { granularity, count, from, to, includeFirst, smooth } = query;
  const alignment = alignmentOf(query);
  if (count !== undefined && from !== undefined && to !== undefined) {
    throw badParameters("'count' cannot be specified when 'to' and 'from' parameters are set");
  }
  if (to !== undefined && to > now) throw invalidParameter('to', 'Time is in the future');
  if (from !== undefined && from > now) throw invalidParameter('from', 'Time is in the future');
  if (from !== undefined && to !== undefined) {
    if (from > to) throw invalidParameter('from');
    if (spanOf(from, to, granularity, alignment) > COUNT_MAX) throw badParameters(COUNT_EXCEEDED);
  }
  return {
    granularity,
    alignment,
    includeFirst,
    smooth,
    ...present({ from, to, count }),
  };
}

/** The alignment of a query; no schema checks the zone. @throws RequestError 400 */
function alignmentOf(query: Alignment): Alignment {
  const { dailyAlignment, alignmentTimezone, weeklyAlignment } = query;
  if (!isZoneName(alignmentTimezone)) throw invalidParameter('alignmentTimezone');
  return { dailyAlignment, alignmentTimezone, weeklyAlignment };
}

/**
 * Buckets that a range spans by time, whether or not they exist (choice 55); up to half a bucket is
 * forgiven where clock changes make buckets of uneven length.
 */
function spanOf(from: Instant, to: Instant, granularity: Granularity, alignment: Alignment) {
  const span = (to - bucketStart(from, granularity, alignment)) / usualLength(granularity);
  return Math.ceil(utcGrid(granularity) === undefined ? span - 0.5 : span);
}

/** A series of candles. */
export interface Series {
  readonly slot: number;
  readonly granularity: Granularity;
  /** Letters of M, B and A in any order. */
  readonly components: string;
}

/**
 * Returns the instant up to which buckets of a series have ended now, so that their candles are
 * complete.
 */
export function completeNow(
  simulation: Simulation,
  { slot, granularity }: Pick<Series, 'slot' | 'granularity'>,
): Instant {
  const kind = { granularity, alignment: DEFAULT_ALIGNMENT };
  return completeFor(simulation, slot, kind, undefined);
}

/** The candles, with the default alignment, that became complete since `completeNow` was `since`; at most the newest 5,000. */
export function completedSince(simulation: Simulation, series: Series, since: Instant) {
  const { slot, granularity, components } = series;
  const upTo = completeNow(simulation, series);
  const from = instant(Math.min(since, upTo));
  const alignment = DEFAULT_ALIGNMENT;
  const isMany = spanOf(from, upTo, granularity, alignment) > COUNT_MAX;
  // The candle after the last complete one may be among those that are looked at.
  const range = isMany ? { count: COUNT_MAX + 1 } : { from };
  const request = { granularity, alignment, includeFirst: true, smooth: false, to: upTo, ...range };
  const shown = { components, shift: shiftOf(simulation, slot, '1'), upTo };
  const answer = natural(simulation, slot, request, shown);
  const first = formatRfc3339(bucketStart(from, granularity, alignment));
  const found = answer.candles.filter(({ complete, time }) => complete && time >= first);
  return { ...answer, candles: found.slice(-COUNT_MAX) };
}

/** The last complete candle of `EUR_USD:S10:BM` and those after it; parts left out are S5 and M. @throws RequestError 400 */
function latest({ simulation, query, bend }: Call<AlignmentQuery>, specification: string) {
  const [name = '', granularity = 'S5', components = 'M'] = specification.split(':');
  const slot = slotNamed(simulation, name, 'candleSpecifications');
  const { smooth, units = '1' } = query;
  const alignment = alignmentOf(query);
  const kind = { granularity: granularity as Granularity, alignment, smooth };
  const upTo = completeFor(simulation, slot, kind, bend);
  const shown = { components, shift: shiftOf(simulation, slot, units), upTo };
  for (let count = 2; ; count *= 2) {
    const answer = natural(simulation, slot, { ...kind, includeFirst: true, count }, shown);
    const { candles: found } = answer;
    const at = found.findLastIndex(({ complete }) => complete);
    // More candles than the current one are incomplete where candles are late.
    if (at < 0 && found.length === count) continue;
    return { ...answer, candles: found.slice(Math.max(at, 0)) };
  }
}

/** Points by which the prices of a size differ from the top of book. */
interface Shift {
  readonly bid: number;
  readonly ask: number;
}

/** A depth table has fixed distances, so each price of a size is the top of book moved by the same points. */
function shiftOf(simulation: Simulation, slot: number, units: string): Shift {
  const { quotes, depth } = pricedMarket(simulation);
  if (depth === undefined) return { bid: 0, ask: 0 };
  const instrument = quotes.instrument(slot);
  const top = { bid: MIDDLE, ask: MIDDLE, bidVolume: 0, askVolume: 0 };
  const pointsFor = (side: 'bid' | 'ask') => {
    const levels = levelsBelow(top, side, instrument, depth);
    return takeAll(levels, decimal(units), instrument.displayPrecision).points;
  };
  return { bid: pointsFor('bid') - MIDDLE, ask: pointsFor('ask') - MIDDLE };
}

/** A price in points from which no level falls below zero. */
const MIDDLE = 1_000_000_000;
