/**
 * Candles the slow way, one price at a time: what the series and its bounds are held against. The
 * mid of one price is rounded half to even. Law: merge is associative.
 */

import type { Candle, OHLC } from '../../../src/core/candle/candle.js';
import { midPoints } from '../../../src/core/market/points.js';

/** The candle of one price. */
export function openCandle(time: number, bid: number, ask: number): Candle {
  return { time, volume: 1, bid: flat(bid), mid: flat(midPoints(bid, ask)), ask: flat(ask) };
}

/** Two neighbouring spans as one; `later` follows `earlier`. The time is the earlier one's. */
export function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    time: earlier.time,
    volume: earlier.volume + later.volume,
    bid: mergeOHLC(earlier.bid, later.bid),
    mid: mergeOHLC(earlier.mid, later.mid),
    ask: mergeOHLC(earlier.ask, later.ask),
  };
}

function flat(price: number): OHLC {
  return { o: price, h: price, l: price, c: price };
}

function mergeOHLC(earlier: OHLC, later: OHLC): OHLC {
  return {
    o: earlier.o,
    h: Math.max(earlier.h, later.h),
    l: Math.min(earlier.l, later.l),
    c: later.c,
  };
}
