/**
 * A scenario as the engine sees it: validated, instants parsed, paths already turned into ticks.
 * The YAML form and its schema belong to storage/scenario/scenario-file.ts. Source: scenarios/README.md.
 */

import type { Command } from '../engine/state/command.js';
import type { ExecutionModel } from '../engine/state/execution-model.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import type { AccountConfig } from '../ledger/account-config.js';
import type { Instant } from '../time/instant.js';

/** What a client checks of an account: v20 summary fields by name, as wire strings or integers. */
export type ExpectedFields = Readonly<Record<string, string | number | boolean>>;

export interface TimelineCommand {
  readonly kind: 'command';
  readonly at: Instant;
  readonly accountID: string;
  readonly command: Command;
  /** Name under which later entries refer to the order (or its trade) that this entry creates. */
  readonly as?: string;
  /** For messages: where the entry stands, `timeline[2]`. */
  readonly path: string;
}

export interface TimelineExpectation {
  readonly kind: 'expect';
  readonly at: Instant;
  readonly accountID: string;
  readonly fields: ExpectedFields;
  readonly path: string;
}

export type TimelineEntry = TimelineCommand | TimelineExpectation;

export interface FinalExpectations {
  /** Fields by account id. */
  readonly accounts: ReadonlyMap<string, ExpectedFields>;
  /** Number of transactions by type, over all accounts. */
  readonly transactions: ReadonlyMap<string, number>;
  /** `sha256:<hex>` of ledger.ndjson. */
  readonly ledger?: string;
}

export interface StrategyChoice {
  /** Path as written in the scenario. */
  readonly use: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly accountID: string;
}

export interface Scenario {
  readonly name: string;
  readonly description?: string;
  readonly seed: number;
  readonly from: Instant;
  /** Exclusive end of the simulated window. */
  readonly to: Instant;
  /** In the order of the file, which breaks ties between ticks of one instant. */
  readonly market: readonly MarketEntry[];
  readonly accounts: readonly AccountConfig[];
  readonly execution: ExecutionModel;
  readonly timeline: readonly TimelineEntry[];
  readonly strategy?: StrategyChoice;
  readonly expect: FinalExpectations;
}
