/** Makes candles of ticks, as v20's candles endpoint does. */

import { candleQuery, foldCandles } from './candle-query.js';
import { optionError } from './reading.js';
import { instrumentOf, openTicks, windowsOf } from './ticks.js';
import type { CandleList, CandleRequest } from './types/candles.js';
import type { Ticks } from './types/ticks.js';

/**
 * Candles of ticks.
 * @param ticks - from `openTicks`, or the path of a file whose name contains the instrument.
 * @throws InputError naming the option and its rule.
 */
export async function candles(
  ticks: string | Ticks,
  request: CandleRequest = {},
): Promise<CandleList> {
  const query = candleQuery(request, optionError);
  const source = typeof ticks === 'string' ? await openTicks(ticks) : ticks;
  return foldCandles(windowsOf(source), instrumentOf(source), query);
}
