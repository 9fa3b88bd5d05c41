/**
 * A candle: open, high, low and close of bid, mid and ask over one bucket, and the number of
 * prices. Prices are integer points. The mid of one price is rounded half to even. Source: v20
 * semantics 7.3; decision 0003.
 */

/** Open, high, low and close of one price component, in points. */
export interface OHLC {
  /** The first price of the bucket; then the highest, lowest and last. */
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

/** One candle. */
export interface Candle {
  /** Start of the bucket, microseconds since the epoch. */
  readonly time: number;
  /** Number of prices in the bucket; 0 only where the bars that it is made of say so. */
  readonly volume: number;
  readonly bid: OHLC;
  readonly mid: OHLC;
  readonly ask: OHLC;
}

/** A candle and whether its bucket has ended. */
export interface CandleAnswer extends Candle {
  /** Whether the bucket has ended. */
  readonly complete: boolean;
}
