/**
 * A candle: open, high, low and close of bid, mid and ask over one bucket, and how many prices made
 * it. Prices are integer points; the mid of one price is rounded half to even.
 * Source: v20 semantics 7.3; decision 0003.
 */

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
