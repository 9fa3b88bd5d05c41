/** What a campaign runs, and what it sees of a run. */

import type { FaultFields } from '../../core/fault/rule.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { ExpectationResult } from '../../core/run/timeline-driver.js';

/** A rule of faults as scenario files have it. Source: docs/reference/faults.md. */
export type Rule = FaultFields;

/** The rules of one run. */
export type Schedule = readonly Rule[];

/** How a client ended: by itself, by a failure (in words), or not before the end of the window. */
export type Ending =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'unfinished' };

/** What was seen of one run. */
export interface Evidence {
  readonly ending: Ending;
  /** Transactions of the client's account, oldest first. */
  readonly ledger: readonly Transaction[];
  readonly expectations: readonly ExpectationResult[];
  /** Operations that the client asked for, streams among them. */
  readonly operations: readonly string[];
  /** When it ended: microseconds since 1970 of simulated time. */
  readonly endedAt: number;
  /** What the faults did, in a few words each. */
  readonly fired: readonly string[];
}

/** The kinds of faults that reach a subject. */
export type Reach = 'request' | 'stream' | 'market' | 'latency';

/** A client with a market, as it can be run again and again. */
export interface Subject {
  readonly reach: ReadonlySet<Reach>;
  /** The instruments whose market can be disturbed. */
  readonly instruments: readonly string[];
  /** The window: microseconds since 1970, the end exclusive. */
  readonly from: number;
  readonly to: number;
  /** Runs the client from the start under faults. The same schedule gives the same evidence. */
  run(schedule: Schedule): Promise<Evidence>;
}
