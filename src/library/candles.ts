/** Makes candles of ticks, as v20's candles endpoint does. */

import { present } from '../core/base/present.js';
import { type Alignment, WEEKDAYS, type Weekday } from '../core/candle/alignment.js';
import { isGranularity, unknownGranularity } from '../core/candle/granularity.js';
import { formatCandle, queryCandles } from '../core/candle/query.js';
import { CandleSeries } from '../core/candle/series.js';
import { instant } from '../core/time/instant.js';
import { isZoneName } from '../core/time/zone.js';
import { instantOf, optionError } from './reading.js';
import { instrumentOf, openTicks, windowsOf } from './ticks.js';
import type { CandleList, CandleRequest } from './types/candles.js';
import type { Ticks } from './types/ticks.js';

/** Hours of a day. */
const HOURS = 24;

/**
 * Candles of ticks.
 * @param ticks - from `openTicks`, or the path of a file whose name contains the instrument.
 * @throws InputError naming the option and its rule.
 */
export async function candles(
  ticks: string | Ticks,
  request: CandleRequest = {},
): Promise<CandleList> {
  const { granularity = 'S5', price = 'M', count = Number.POSITIVE_INFINITY } = request;
  if (!isGranularity(granularity))
    throw optionError('granularity', unknownGranularity(granularity));
  if (!/^[MBA]+$/.test(price)) {
    throw optionError('price', `must be one or more of the letters M, B and A, was ${price}`);
  }
  if (!(count >= 1) || Math.ceil(count) !== count) {
    throw optionError('count', `must be a whole number of at least 1, was ${count}`);
  }
  const alignment = alignmentIn(request);
  const from = instantOf('from', request.from);
  const to = instantOf('to', request.to);
  if (from !== undefined && to !== undefined && from > to) {
    throw optionError('from', 'must not be after to');
  }
  const source = typeof ticks === 'string' ? await openTicks(ticks) : ticks;
  const windows = windowsOf(source);
  const series = new CandleSeries();
  for (const window of windows) series.append(window, 0, window.length);
  const { name, displayPrecision } = instrumentOf(source);
  const { includeFirst = true, smooth = false } = request;
  const asked = { granularity, alignment, includeFirst, smooth, count, ...present({ from, to }) };
  const found = queryCandles(series, asked, instant(windows.at(-1)?.lastTime as number));
  return {
    instrument: name,
    granularity,
    candles: found.map(candle => formatCandle(candle, price, displayPrecision)),
  };
}

function alignmentIn(request: CandleRequest): Alignment {
  const { dailyAlignment = 17, weeklyAlignment = 'Friday' } = request;
  const { alignmentTimezone = 'America/New_York' } = request;
  if (!(Number.isInteger(dailyAlignment) && dailyAlignment >= 0 && dailyAlignment < HOURS)) {
    const rule = `must be a whole number from 0 to ${HOURS - 1}, was ${dailyAlignment}`;
    throw optionError('dailyAlignment', rule);
  }
  if (!isZoneName(alignmentTimezone)) {
    throw optionError('alignmentTimezone', `unknown time zone ${alignmentTimezone}`);
  }
  if (!(WEEKDAYS as readonly string[]).includes(weeklyAlignment)) {
    const rule = `must be one of ${WEEKDAYS.join(', ')}, was ${weeklyAlignment}`;
    throw optionError('weeklyAlignment', rule);
  }
  return { dailyAlignment, alignmentTimezone, weeklyAlignment: weeklyAlignment as Weekday };
}
