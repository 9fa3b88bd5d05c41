/** A request for candles: its options are checked, then ticks are folded. */

import { present } from '../../core/base/present.js';
import { type Alignment, WEEKDAYS, type Weekday } from '../../core/candle/alignment.js';
import type { CandleAnswer } from '../../core/candle/candle.js';
import { isGranularity, unknownGranularity } from '../../core/candle/granularity.js';
import {
  formatCandle,
  queryCandles,
  type CandleRequest as SeriesRequest,
} from '../../core/candle/query.js';
import { CandleSeries } from '../../core/candle/series.js';
import type { Instrument } from '../../core/market/instrument.js';
import type { TickWindow } from '../../core/market/tick.js';
import { instant, parseInstant, RFC3339_RULE } from '../../core/time/instant.js';
import { isZoneName } from '../../core/time/zone.js';
import type { CandleList, CandleRequest } from './types/candles.js';

/** A checked request. */
export interface CheckedCandleRequest {
  readonly request: SeriesRequest;
  /** Which prices, as letters: M for mid, B for bid, A for ask. */
  readonly price: string;
}

/** Makes the error about an option, in the words of the caller. */
export type OptionErrorMaker = (option: keyof CandleRequest, rule: string) => Error;

const HOURS = 24;

/** Checks a request. @throws the error that `refuse` makes. */
export function candleQuery(asked: CandleRequest, refuse: OptionErrorMaker): CheckedCandleRequest {
  const { granularity = 'S5', price = 'M', count = Number.POSITIVE_INFINITY } = asked;
  if (!isGranularity(granularity)) throw refuse('granularity', unknownGranularity(granularity));
  if (!/^[MBA]+$/.test(price)) {
    throw refuse('price', `must be one or more of the letters M, B and A, was ${price}`);
  }
  if (!(count >= 1) || Math.ceil(count) !== count) {
    throw refuse('count', `must be a whole number of at least 1, was ${count}`);
  }
  const alignment = alignmentIn(asked, refuse);
  const from = instantIn(asked, 'from', refuse);
  const to = instantIn(asked, 'to', refuse);
  if (from !== undefined && to !== undefined && from > to) {
    throw refuse('from', `must not be after ${asked.to}, was ${asked.from}`);
  }
  const { includeFirst = true, smooth = false } = asked;
  const range = present({ from, to });
  return { request: { granularity, alignment, includeFirst, smooth, count, ...range }, price };
}

/** The candles of ticks. @param windows - at least one. */
export function foldCandles(
  windows: readonly TickWindow[],
  { name, displayPrecision }: Instrument,
  query: CheckedCandleRequest,
): CandleList {
  const { request, price } = query;
  return {
    instrument: name,
    granularity: request.granularity,
    candles: foundCandles(windows, query).map(candle =>
      formatCandle(candle, price, displayPrecision),
    ),
  };
}

/** The same with prices in points, of all sides. */
export function foundCandles(
  windows: readonly TickWindow[],
  { request }: CheckedCandleRequest,
): readonly CandleAnswer[] {
  const series = new CandleSeries();
  for (const window of windows) series.append(window, 0, window.length);
  return queryCandles(series, request, instant(windows.at(-1)?.lastTime as number));
}

function instantIn(asked: CandleRequest, option: 'from' | 'to', refuse: OptionErrorMaker) {
  const text = asked[option];
  const parsed = text === undefined ? undefined : parseInstant(text);
  if (text === undefined || parsed !== undefined) return parsed?.at;
  throw refuse(option, `${RFC3339_RULE}, was ${text}`);
}

function alignmentIn(asked: CandleRequest, refuse: OptionErrorMaker): Alignment {
  const { dailyAlignment = 17, weeklyAlignment = 'Friday' } = asked;
  const { alignmentTimezone = 'America/New_York' } = asked;
  if (!(Number.isInteger(dailyAlignment) && dailyAlignment >= 0 && dailyAlignment < HOURS)) {
    const rule = `must be a whole number from 0 to ${HOURS - 1}, was ${dailyAlignment}`;
    throw refuse('dailyAlignment', rule);
  }
  if (!isZoneName(alignmentTimezone)) {
    throw refuse('alignmentTimezone', `unknown time zone ${alignmentTimezone}`);
  }
  if (!(WEEKDAYS as readonly string[]).includes(weeklyAlignment)) {
    const rule = `must be one of ${WEEKDAYS.join(', ')}, was ${weeklyAlignment}`;
    throw refuse('weeklyAlignment', rule);
  }
  return { dailyAlignment, alignmentTimezone, weeklyAlignment: weeklyAlignment as Weekday };
}
