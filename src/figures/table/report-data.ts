/**
 * What a report says, as data: report.json holds exactly this, and the HTML report is made from it.
 * Money and prices are wire strings; fractions, ratios and counts are numbers that JSON can hold;
 * times are RFC 3339. Source: docs/command-line.md 4, docs/figures.md.
 */

import type { TradeSummary } from '../../core/view/trades.js';

/** In what a figure is counted. */
export type FigureUnit =
  /** Home currency; the value is a string of four decimals. */
  | 'money'
  /** 0.05 is 5 %. */
  | 'fraction'
  | 'ratio'
  | 'count'
  | 'days'
  | 'seconds'
  | 'pips';

/** One figure of the table; `reason` says why there is no value, and is there only then. */
export interface FigureRow {
  /** Stable name, the key of `metrics`: `maxDrawdown`, `compat.backtesting.sharpe`. */
  readonly name: string;
  readonly label: string;
  readonly unit: FigureUnit;
  readonly value: number | string | null;
  readonly reason?: string;
  /** How it is defined, and by whom, since tools differ; report.json says both of every figure. */
  readonly formula?: string;
  readonly source?: string;
}

/** What ran, over what: the content of manifest.json. */
export interface RunManifest {
  readonly orrery: string;
  readonly node: string;
  /** Version of the zone data. */
  readonly tz: string;
  readonly scenario: { readonly name: string; readonly path: string; readonly sha256: string };
  readonly seed: number;
  /** The window that was run, when it is not that of the scenario file. */
  readonly window?: { readonly from: string; readonly to: string };
  readonly ticks: readonly {
    readonly instrument: string;
    readonly path: string;
    readonly sha256: string;
    readonly synthetic: boolean;
    readonly skipped: readonly { readonly rule: string; readonly count: number }[];
  }[];
  readonly execution: object;
  readonly ledger: { readonly ledger: string; readonly transactions: number };
  /** What stopped the strategy, and with it the run, before the window's end. */
  readonly failure?: string;
}

export interface ReportEquity {
  readonly time: string;
  readonly NAV: string;
  readonly balance: string;
  readonly marginUsed: string;
}

/** How far below its highest the account stands; 0 on a new high, 0.1 is 10 % below. */
export interface ReportDrawdown {
  readonly time: string;
  readonly fraction: number;
}

/** The Sharpe ratio of the last so many days, day by day. */
export interface ReportRollingSharpe {
  /** Daily returns that each value looks at; null when there are too few of them. */
  readonly window: number | null;
  /** Why there is no window, and only then. */
  readonly reason?: string;
  /** One for each day that has a whole window behind it; null where the returns do not vary. */
  readonly points: readonly { readonly time: string; readonly value: number | null }[];
}

/** Compounded return of a calendar month of New York; absent months had no trading day. */
export interface ReportMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly return: number;
}

/** A trade, with what it came to after financing, commission and fees. */
export interface ReportTrade extends TradeSummary {
  /** Money; absent while the trade is open. */
  readonly result?: string;
  /** Price move in the trade's favour, in pips; absent while the trade is open. */
  readonly pips?: number;
  /** Largest price move against the trade while it was open, in pips, at least 0. */
  readonly adversePips?: number;
  /** Largest price move in its favour while it was open, in pips, at least 0. */
  readonly favourablePips?: number;
}

/** How many closed trades came to how much: `counts[i]` results lie in [edges[i], edges[i + 1]). */
export interface ReportDistribution {
  /** Money; one more than counts, the last inclusive. Empty without closed trades. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

export interface AccountReport {
  readonly accountID: string;
  /** Home currency, in which all money is. */
  readonly currency: string;
  /** In the order of the table of figures. */
  readonly figures: readonly FigureRow[];
  /** The opening, each 17:00 New York of a trading day, and the end. */
  readonly equity: readonly ReportEquity[];
  /** At the opening and at the end of each day that has a return. */
  readonly drawdown: readonly ReportDrawdown[];
  readonly monthly: readonly ReportMonth[];
  readonly rollingSharpe: ReportRollingSharpe;
  /** Every trade ever, by id. */
  readonly trades: readonly ReportTrade[];
  readonly distribution: ReportDistribution;
  /** Return of holding the market's first instrument since the opening, at the times of drawdown. */
  readonly benchmark?: {
    readonly instrument: string;
    readonly points: readonly { readonly time: string; readonly return: number }[];
  };
}

export interface ReportData {
  /** Version of this form. */
  readonly report: 1;
  readonly manifest: RunManifest;
  /** Of the simulated window; `to` is exclusive. */
  readonly window: { readonly from: string; readonly to: string };
  /** In the scenario's order. */
  readonly accounts: readonly AccountReport[];
}
