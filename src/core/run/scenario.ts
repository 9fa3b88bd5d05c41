/**
 * A scenario as the engine sees it: validated, with parsed instants and loaded ticks. The YAML form
 * and its schema are in storage/scenario/scenario-file.ts. Source: scenarios/README.md.
 */

import type { Command } from '../engine/state/command.js';
import type { ExecutionModel } from '../engine/state/execution-model.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import type { GivenRule } from '../fault/rule.js';
import type { AccountConfig } from '../ledger/account-config.js';
import type { CalendarEvent } from '../risk/calendar.js';
import type { Instant } from '../time/instant.js';
import type { AccountInput, TickInput } from './input/input.js';

/** The expected fields of an account: v20 summary fields by name, as wire strings or integers. */
export type ExpectedFields = Readonly<Record<string, string | number | boolean>>;

/** A command of the timeline; `at` in microseconds. */
export interface TimelineCommand {
  readonly kind: 'command';
  readonly at: Instant;
  readonly accountID: string;
  readonly command: Command;
  /** Name by which later entries refer to the order (or its trade) that this entry creates. */
  readonly as?: string;
  /** The place of the entry, for messages: `timeline[2]`. */
  readonly path: string;
}

/** A check of the timeline; `at` in microseconds. */
export interface TimelineExpectation {
  readonly kind: 'expect';
  readonly at: Instant;
  readonly accountID: string;
  readonly fields: ExpectedFields;
  readonly path: string;
}

/** An account that is opened, or a tick that is added; `at` is the time of the input. */
export interface TimelineInput {
  readonly kind: 'input';
  readonly at: Instant;
  /** The id of the account. */
  readonly accountID?: string;
  readonly input: AccountInput | TickInput;
  readonly path: string;
}

/** An entry of the timeline. */
export type TimelineEntry = TimelineCommand | TimelineExpectation | TimelineInput;

/** The checks at the end of a run. */
export interface FinalExpectations {
  /** Expected fields, by account id. */
  readonly accounts: ReadonlyMap<string, ExpectedFields>;
  /** Expected number of transactions by type, over all accounts. */
  readonly transactions: ReadonlyMap<string, number>;
  /** `sha256:<hex>` of ledger.ndjson. */
  readonly ledger?: string;
}

/** A strategy that a scenario names. */
export interface StrategyChoice {
  /** The path as written in the scenario. */
  readonly use: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly accountID: string;
  /**
   * Sets its random draws apart from those of other strategies: the account's id for a strategy
   * that is named with its account, absent for that of the scenario.
   */
  readonly draws?: string;
}

/** A scenario. */
export interface Scenario {
  readonly name: string;
  readonly description?: string;
  /** Any safe integer; equal seeds give equal runs. */
  readonly seed: number;
  /** The start of the simulated window, inclusive. */
  readonly from: Instant;
  /** Ticks before it are no part of the history; default: all that there are belong to it. */
  readonly historySince?: Instant;
  /** The end of the simulated window, exclusive. */
  readonly to: Instant;
  /**
   * The instruments in the order of the file. This order breaks ties between ticks of one instant.
   */
  readonly market: readonly MarketEntry[];
  readonly accounts: readonly AccountConfig[];
  readonly execution: ExecutionModel;
  /** The calendar, in order; absent: the scenario names none. */
  readonly events?: readonly CalendarEvent[];
  readonly timeline: readonly TimelineEntry[];
  /** The scenario's strategy; without one, that of the first account that has its own. */
  readonly strategy?: StrategyChoice;
  /** The strategies of further accounts, in the order of the accounts. */
  readonly others?: readonly StrategyChoice[];
  /** Rules of faults of requests and streams, for servers. Faults of the market are in `market`. */
  readonly faults?: readonly GivenRule[];
  readonly expect: FinalExpectations;
}
