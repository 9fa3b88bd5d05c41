/** The candles that a strategy names: those that it receives, and those that it waits for. */

/** Candles that a strategy receives, with the default alignment. */
export interface CandleInterest {
  readonly instrument: string;
  /** A v20 granularity, `S5` to `M`. */
  readonly granularity: string;
}

/**
 * Numbers of completed candles by granularity, for every instrument of `candles`; or by instrument
 * and then by granularity. 0 waits for none, and lets the strategy read them.
 */
export type WarmUpCounts = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** The fields of a strategy that name candles. */
export interface CandleWishes {
  readonly candles?: readonly CandleInterest[];
  readonly warmUp?: WarmUpCounts;
}
