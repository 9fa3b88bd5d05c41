/** The run of a scenario: options and result. The result is the document of `orrery run --json`. */

import type { Transaction } from '../../../core/ledger/transaction.js';
import type { ScenarioOptions } from './loading.js';

/** What financing costs from day to day; paths start at the working directory. */
export interface FinancingOptions {
  /** Yearly rates of instruments, a CSV file: `instrument,from,long,short`. */
  readonly rates?: string;
  /** Yearly interest rates of currencies, a CSV file: `currency,from,rate`. */
  readonly currencies?: string;
  /** Days on which no payment of a currency is made, a CSV file: `currency,date`. */
  readonly holidays?: string;
  /** What the broker takes off both sides of rates from `currencies`, a yearly fraction. */
  readonly markup?: string | number;
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
  /** What `orrery run` would say on stderr: rows that were skipped, orders that had no price. */
  readonly notices: readonly string[];
}
