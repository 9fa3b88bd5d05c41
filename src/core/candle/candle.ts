/**
 * A candle: open, high, low and close of bid, mid and ask over one bucket, and how many prices made
 * it. Prices are integer points; the mid of one price is rounded half to even.
 * Law: merge is associative. Source: v20 semantics 7.3; decision 0003.
 */

import { midPoints } from '../market/points.js';

export interface OHLC {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

export interface Candle {
  /** Start of the bucket, microseconds. */
  readonly time: number;
  /** Number of prices. */
  readonly volume: number;
  readonly bid: OHLC;
  readonly mid: OHLC;
  readonly ask: OHLC;
}

export interface CandleAnswer extends Candle {
  /** Whether the bucket has ended. */
  readonly complete: boolean;
}

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
