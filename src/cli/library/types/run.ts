/** The run of a scenario: options and result. The result is the document of `orrery run --json`. */

import type { Transaction } from '../../../core/ledger/transaction.js';
import type { ScenarioOptions } from './loading.js';

/** What it costs or pays to hold a trade from day to day; paths start at the working directory. */
export interface FinancingOptions {
  /** Yearly rates of instruments, a CSV file: `instrument,from,long,short`. */
  readonly rates?: string;
  /** Yearly interest rates of currencies, a CSV file: `currency,from,rate`. */
  readonly currencies?: string;
  /** Days on which no payment of a currency is made, a CSV file: `currency,date`. */
  readonly holidays?: string;
  /** Dividends of indices in quote currency per unit, a CSV file: `instrument,exDate,amount`. */
  readonly dividends?: string;
  /** What the broker takes off both sides of rates from `currencies`, a yearly fraction. */
  readonly markup?: string | number;
}

/** The same market on other dates, under other names and at another scale (docs/guides/disguise.md). */
export interface DisguiseOptions {
  /** Whole weeks that the market moves; negative: to earlier dates. */
  readonly weeks?: number;
  /** Instead of `weeks`: an instant, RFC 3339, to which the market moves by weeks in which the clocks agree. */
  readonly asOf?: string;
  /** Other names of instruments, by their own name. */
  readonly names?: Readonly<Record<string, string>>;
  /** What prices are multiplied by: of every instrument, or by instrument. */
  readonly scale?: string | number | Readonly<Record<string, string | number>>;
}

/** What replaces values of the scenario file. */
export interface RunOptions extends ScenarioOptions {
  readonly seed?: number;
  /** Another window within the ticks, RFC 3339; `to` is exclusive. */
  readonly from?: string;
  readonly to?: string;
  /** Parameters of the strategy, by name. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  /** The starting balance of the strategy's account, or else of the first, in home currency. */
  readonly balance?: string | number;
  /** Replaces keys of the scenario's `financing:`. */
  readonly financing?: FinancingOptions;
  /** Replaces keys of the scenario's `disguise:`; `from` and `to` are then as shown. */
  readonly disguise?: DisguiseOptions;
}

/** What a disguise did to the market. */
export interface DisguiseResult {
  readonly weeks: number;
  /** The plain window of the run; `to` is exclusive. */
  readonly plain: { readonly from: string; readonly to: string };
  /** Shown names by plain name, of instruments whose name changes. */
  readonly names: Readonly<Record<string, string>>;
  /** What prices are multiplied by, by plain name, of instruments that have a scale. */
  readonly scale: Readonly<Record<string, string>>;
  /** Plain days, first and last of each row of days, on which a clock of the market stands differently. */
  readonly unlikeDays: readonly { readonly from: string; readonly to: string }[];
}

/** One value that the scenario expects. */
export interface Expectation {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  readonly ok: boolean;
}

/**
 * Figures of one account by name; `reasons` says why a figure is null. Source:
 * docs/reference/figures.md.
 */
export interface AccountFigures {
  readonly accountID: string;
  readonly currency: string;
  /** Money is text; ratios are numbers; times are RFC 3339 or seconds. */
  readonly figures: Readonly<Record<string, string | number | null>>;
  readonly reasons: Readonly<Record<string, string>>;
}

/** The result of a run. Everything but `timing` is the same on every run. */
export interface RunResult {
  readonly scenario: string;
  readonly seed: number;
  /** The window, RFC 3339; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** Present when the market is disguised. */
  readonly disguise?: DisguiseResult;
  readonly ticks: number;
  /** SHA-256 of the ledger as hex, and its number of transactions. */
  readonly ledger: { readonly transactions: number; readonly sha256: string };
  /** v20 summaries at the end. */
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
  /** Empty when values of the file were replaced: what the file expects does not hold then. */
  readonly expectations: readonly Expectation[];
  readonly metrics: {
    readonly trades: number;
    readonly closedTrades: number;
    /** Over all accounts. */
    readonly realizedPL: string;
    readonly accounts: readonly AccountFigures[];
  };
  readonly timing: { readonly seconds: number; readonly ticksPerSecond: number };
  /** Every transaction of every account, in order. */
  readonly transactions: readonly Transaction[];
  /** Path of the report; present when `out` was given. */
  readonly report?: string;
  /**
   * The lines that `orrery run` prints on stderr: effects of a disguise, orders without a price.
   */
  readonly notices: readonly string[];
}
