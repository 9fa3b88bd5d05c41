/**
 * The data of a report: report.json contains exactly this, and the HTML report is made from it.
 * Money and prices are wire strings; fractions, ratios and counts are JSON numbers; times are RFC
 * 3339.
 * Source: docs/reference/recorded-runs.md, docs/reference/figures.md.
 */

import type { RiskBreach } from '../../../core/risk/risk-book.js';
import type { Refusals } from '../../../core/view/refusals.js';
import type { TradeSummary } from '../../../core/view/trades.js';
import type { Grouping } from '../facts/trade-groups.js';

/** Unit of a figure. */
export type FigureUnit =
  /** Home currency; the value is a string of four decimals. */
  | 'money'
  /** A fraction; 0.05 is 5 %. */
  | 'fraction'
  | 'ratio'
  | 'count'
  | 'days'
  | 'seconds'
  | 'pips';

/** One figure of the table; `reason` is present only when `value` is null, and says why. */
export interface FigureRow {
  /** Stable name, the key of `metrics`: `maxDrawdown`, `compat.backtesting.sharpe`. */
  readonly name: string;
  readonly label: string;
  readonly unit: FigureUnit;
  readonly value: number | string | null;
  readonly reason?: string;
  /** What makes the value doubtful: `annualised from 12 trading days`. */
  readonly note?: string;
  /**
   * Formula and source of the definition, because tools differ; report.json has both for every
   * figure.
   */
  readonly formula?: string;
  readonly source?: string;
}

/** The strategy of an account. */
export interface ManifestStrategy {
  readonly accountID: string;
  /** Its file, relative to the folder of the run. */
  readonly path: string;
  /** SHA-256 of the module and of the files that it imports by relative paths, hex. */
  readonly sha256: string;
  /** The parameters that the scenario sets. The module has defaults for all others. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Bars that ticks were made from. */
export interface ManifestBars {
  readonly granularity: string;
  /** `bid`, `mid`, `ask` or `bid-ask`. */
  readonly price: string;
  /** The order of extremes inside a bar. */
  readonly path: string;
  /** A decimal, `column`, or `{ hours, clock }`; absent for bars of both sides. */
  readonly spread?: unknown;
  readonly bars: number;
  /** Bars that held both the stop loss and the take profit of an open trade; absent: not counted. */
  readonly withBoth?: number;
  /** Bars with a mid that is a point off, because the spread is odd. */
  readonly inexactMids: number;
  /** All of this in words, after "ticks". */
  readonly words: string;
}

/** Financing that an account was charged by built-in rates; money in home currency. */
interface ManifestFinancing {
  readonly accountID: string;
  /** The year of the rates, and the first and the last year that they were charged to. */
  readonly ratesOf: number;
  readonly from: number;
  readonly to: number;
  /** The sum; a negative amount was paid. */
  readonly financing: string;
  readonly netProfit: string;
  readonly netProfitWithout: string;
}

/** What a disguise did to a market. */
export interface ManifestDisguise {
  readonly weeks: number;
  /** The plain window of the run; `to` is exclusive. */
  readonly plain: { readonly from: string; readonly to: string };
  /** Shown names by plain name, of instruments whose name changes. */
  readonly names: Readonly<Record<string, string>>;
  /** What prices are multiplied by, by plain name, of instruments that have a scale. */
  readonly scale: Readonly<Record<string, string>>;
  /** Plain days, first and last of each row of days, on which a clock stands differently. */
  readonly unlikeDays: readonly { readonly from: string; readonly to: string }[];
}

/** Generated prices of a run: `--instruments any`. */
export interface ManifestGenerated {
  /** They follow from it. */
  readonly seed: number;
  /** The window of the run, `to` exclusive. */
  readonly window: { readonly from: string; readonly to: string };
  /** What they gave, by account that traded generated instruments. */
  readonly accounts: readonly {
    readonly accountID: string;
    /** The generated instruments that it traded. */
    readonly instruments: readonly string[];
    /** Their part of the net profit; money in home currency. */
    readonly profit: string;
    readonly netProfit: string;
    /** All of this in words. */
    readonly words: string;
  }[];
}

/** The program, the inputs and the outcome of a run: the content of manifest.json. */
export interface RunManifest {
  readonly orrery: string;
  readonly node: string;
  /** Version of the time zone data. */
  readonly tz: string;
  readonly scenario: { readonly name: string; readonly path: string; readonly sha256: string };
  readonly seed: number;
  /** The window of the run, `to` exclusive; present when it differs from the scenario file's. */
  readonly window?: { readonly from: string; readonly to: string };
  /** What differs from the plain market, which the ticks are those of; absent: the market is plain. */
  readonly disguise?: ManifestDisguise;
  readonly ticks: readonly {
    readonly instrument: string;
    readonly path: string;
    readonly sha256: string;
    readonly synthetic: boolean;
    /** How the ticks were made from bars; absent for recorded ticks and in older manifests. */
    readonly bars?: ManifestBars;
    readonly skipped: readonly { readonly rule: string; readonly count: number }[];
  }[];
  /** The strategies that ran, one an account; absent in runs without and in older manifests. */
  readonly strategies?: readonly ManifestStrategy[];
  /** Files of history; present when the scenario names some. */
  readonly histories?: readonly {
    readonly instrument: string;
    readonly path: string;
    readonly sha256: string;
  }[];
  /** The calendar of news; absent when the scenario names none. */
  readonly events?: { readonly path: string; readonly sha256: string };
  /** Generated prices; absent: the run had none. */
  readonly generated?: ManifestGenerated;
  /** The files of `financing:`, each with its key; absent when the scenario names none. */
  readonly financing?: readonly {
    readonly key: string;
    readonly path: string;
    readonly sha256: string;
  }[];
  /** Financing by built-in rates in another year than theirs; absent when there was none. */
  readonly builtInFinancing?: readonly ManifestFinancing[];
  /** Rules of risk that were broken, in order of time; absent when none was. */
  readonly breaches?: readonly RiskBreach[];
  readonly execution: object;
  readonly ledger: { readonly ledger: string; readonly transactions: number };
  /** Why the strategy, and with it the run, stopped before the end of the window. */
  readonly failure?: string;
}

export interface ReportEquity {
  readonly time: string;
  readonly NAV: string;
  readonly balance: string;
  readonly marginUsed: string;
}

/** Distance of the account below its highest value; 0 at a new high, 0.1 is 10 % below. */
export interface ReportDrawdown {
  readonly time: string;
  readonly fraction: number;
}

/** The daily Sharpe ratio of a moving window. */
export interface ReportRollingSharpe {
  /** Daily returns per value; null when there are too few. */
  readonly window: number | null;
  /** Why there is no window; present only then. */
  readonly reason?: string;
  /** One point for each day that ends a whole window; null where the returns do not vary. */
  readonly points: readonly { readonly time: string; readonly value: number | null }[];
}

/** Compounded return of a calendar month of New York; a month without a trading day is absent. */
export interface ReportMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly return: number;
}

/** A trade with its result after financing, commission and fees. */
export interface ReportTrade extends TradeSummary {
  /** Result in home currency; absent while the trade is open. */
  readonly result?: string;
  /** Price move in the trade's favour, in pips; absent while the trade is open. */
  readonly pips?: number;
  /** Largest price move against the trade while it was open, in pips, at least 0. */
  readonly adversePips?: number;
  /** Largest price move in its favour while it was open, in pips, at least 0. */
  readonly favourablePips?: number;
  /** Tag of the trade's client extensions; absent without one. */
  readonly tag?: string;
  /** Reason of the fill that closed it: `STOP_LOSS_ORDER`; absent while the trade is open. */
  readonly exitReason?: string;
}

/** Closed trades that have something in common. */
export interface ReportTradeGroup {
  /** `long`, `STOP_LOSS_ORDER`, `Monday`, `09:00`; empty for trades without a tag. */
  readonly name: string;
  readonly trades: number;
  /** Sum of the results, home currency. */
  readonly result: string;
  /** Share of results above 0. */
  readonly winRate: number;
  /** Means in pips, as in `avgAdverseExcursion`; null when no tick came while a trade was open. */
  readonly adversePips: number | null;
  readonly favourablePips: number | null;
  /** Mean time from opening to close. */
  readonly seconds: number;
}

/** Closed trades by one property; weekdays and hours are those of New York at the opening. */
export interface ReportTradeGroups {
  readonly by: Grouping;
  readonly groups: readonly ReportTradeGroup[];
}

/**
 * Distribution of the results of closed trades: `counts[i]` results lie in [edges[i], edges[i +
 * 1]).
 */
export interface ReportDistribution {
  /**
   * Edges in home currency, one more than counts; the last is inclusive. Empty without closed
   * trades.
   */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** A command that opened or closed something. */
export interface ReportDecision {
  /** The first transaction that the command wrote. */
  readonly transactionID: string;
  readonly time: string;
  /** Type of that transaction: `MARKET_ORDER`. */
  readonly type: string;
  readonly instrument: string;
  /** Signed units of its first fill. */
  readonly units: string;
  /** NAV at the end, less the NAV at the end without the command; home currency. */
  readonly worth: string;
}

export interface AccountReport {
  readonly accountID: string;
  /** Home currency, the currency of all money. */
  readonly currency: string;
  /** In the order of the table of figures. */
  readonly figures: readonly FigureRow[];
  /** What the account was refused; absent in reports older than this field. */
  readonly refusals?: Refusals;
  /** The opening, each 17:00 New York of a trading day, and the end. */
  readonly equity: readonly ReportEquity[];
  /** Drawdown at the opening and at the end of each day that has a return. */
  readonly drawdown: readonly ReportDrawdown[];
  readonly monthly: readonly ReportMonth[];
  readonly rollingSharpe: ReportRollingSharpe;
  /** Every trade of the run, by id. */
  readonly trades: readonly ReportTrade[];
  /** Empty without closed trades; absent in reports older than this field. */
  readonly tradeGroups?: readonly ReportTradeGroups[];
  readonly distribution: ReportDistribution;
  /** In time order; present when the run was recorded with them. */
  readonly decisions?: readonly ReportDecision[];
  /** Return of holding the market's first instrument since the opening; same times as drawdown. */
  readonly benchmark?: {
    readonly instrument: string;
    readonly points: readonly { readonly time: string; readonly return: number }[];
  };
}

export interface ReportData {
  /** Version of this format. */
  readonly report: 1;
  readonly manifest: RunManifest;
  /** Of the simulated window; `to` is exclusive. */
  readonly window: { readonly from: string; readonly to: string };
  /** In the scenario's order. */
  readonly accounts: readonly AccountReport[];
}
