/**
 * What the report's page draws: the numbers of its charts, as they stand in the page's JSON block.
 * Written by report/chart-data.ts, read by the modules beside this file. Columns, not rows: they are
 * what both chart libraries take, and a third of the text. Times are seconds since the epoch, UTC.
 */

export interface PageData {
  readonly instruments: readonly InstrumentData[];
  readonly accounts: readonly AccountData[];
}

/** Mid candles of one instrument and what was traded on them. */
export interface InstrumentData {
  readonly name: string;
  /** Decimals of a price. */
  readonly precision: number;
  readonly granularity: string;
  readonly candles: CandleColumns;
  readonly trades: readonly TradeMark[];
}

export interface CandleColumns {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}

/** A point on a candle chart: the index of a candle, and a price. */
export type Point = readonly [candle: number, price: number];

/** One trade: where it opened, where each part of it closed, and its brackets. */
export interface TradeMark {
  readonly id: string;
  /** The id of the element that tells more. */
  readonly anchor: string;
  readonly isLong: boolean;
  readonly open: Point;
  readonly closes: readonly Point[];
  /** Sign of the realized P/L. */
  readonly result: -1 | 0 | 1;
  readonly brackets: readonly Bracket[];
}

/** A take profit or a stop loss while it waited. */
export interface Bracket {
  readonly kind: 'takeProfit' | 'stopLoss';
  readonly price: number;
  readonly from: number;
  readonly to: number;
}

/** One account over time; every column is as long as `time`, null where nothing was written down. */
export interface AccountData {
  readonly id: string;
  readonly currency: string;
  readonly time: readonly number[];
  readonly NAV: readonly (number | null)[];
  readonly balance: readonly (number | null)[];
  /** Per cent below the highest NAV so far, 0 or less. */
  readonly drawdown: readonly (number | null)[];
  readonly marginUsed: readonly (number | null)[];
  readonly positions: readonly PositionColumn[];
  /** What the opening NAV would be worth in an instrument that was bought and held. */
  readonly held?: { readonly instrument: string; readonly value: readonly (number | null)[] };
}

/** The net units of one instrument, signed; a value holds until the next. */
export interface PositionColumn {
  readonly instrument: string;
  readonly units: readonly (number | null)[];
}
