/**
 * What the report's page draws: the numbers of its charts, as they stand in the page's JSON block.
 * Written by report/data/chart-data.ts, read by the modules beside this file. Columns, not rows: they are
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
  readonly candles: ChartCandles;
  readonly trades: readonly TradeMark[];
  /** Trades that there are, marked or not. */
  readonly tradeCount: number;
  /** Lines and marks that the strategy drew; absent when it drew none here. */
  readonly drawn?: { readonly lines: readonly DrawnLine[]; readonly notes: readonly CandleNotes[] };
}

/** A line of the strategy: at most one point a candle, the last of it. */
export interface DrawnLine {
  readonly name: string;
  /** `price` is the pane of the candles; another name is a pane below. */
  readonly pane: string;
  readonly style: 'line' | 'steps' | 'dots' | 'bars';
  readonly points: readonly (readonly [candle: number, value: number])[];
}

/** Marks of the strategy in one candle. */
export type CandleNotes = readonly [candle: number, text: string];

export interface ChartCandles {
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
  /** The id of the element with details. */
  readonly anchor: string;
  /** Side, units and result: `long 1 000, −0.42 USD`. */
  readonly text: string;
  readonly isLong: boolean;
  readonly open: Point;
  readonly closes: readonly Point[];
  /** Sign of the realized P/L. */
  readonly result: -1 | 0 | 1;
  readonly brackets: readonly ExitOrderSteps[];
}

/** A take profit, a stop loss or a trailing stop while it waited. */
export interface ExitOrderSteps {
  readonly kind: 'takeProfit' | 'stopLoss' | 'trailingStop';
  /** Where it stood from which candle on; more than one only of trailing stops. */
  readonly steps: readonly Point[];
  /** The candle in which it ended. */
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
  /** Whether NAV and drawdown are known at ticks, not at the ends of days only. */
  readonly isByTick: boolean;
  readonly marginUsed: readonly (number | null)[];
  readonly positions: readonly PositionColumn[];
  /** What single trades came to. */
  readonly results: ResultDots;
  /** The Sharpe ratio of the `window` days before; absent when the run is too short for one. */
  readonly sharpe?: { readonly window: number; readonly value: readonly (number | null)[] };
  /** What the opening NAV would be worth in an instrument that was bought and held. */
  readonly held?: { readonly instrument: string; readonly value: readonly (number | null)[] };
}

/** Closed trades in the order of closing: columns of one length, with an axis of their own. */
export interface ResultDots {
  readonly time: readonly number[];
  /** Home currency, after financing and fees. */
  readonly result: readonly number[];
  readonly trade: readonly string[];
  /** The id of the element with details, which need not be there. */
  readonly anchor: readonly string[];
  /** Closed trades that there are, shown or not. */
  readonly of: number;
}

/** The net units of one instrument, signed; a value holds until the next. */
export interface PositionColumn {
  readonly instrument: string;
  readonly units: readonly (number | null)[];
}
