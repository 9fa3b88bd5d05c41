/** The client that a campaign runs, and what it records of a run. */

import type { FaultFields } from '../../core/fault/rule.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { ExpectationResult } from '../../core/run/timeline-driver.js';
import type { AskedRequest } from '../exchange/asked-request.js';
import type { RunOrder } from '../run-order.js';

/** A rule of faults as scenario files have it. Source: docs/reference/faults.md. */
export type FaultRuleFields = FaultFields;

/** The rules of one run. */
export type Schedule = readonly FaultRuleFields[];

/** What happens to the program itself in a run. */
export type Life = Pick<RunOrder, 'restart' | 'clockJump'>;

/** How a client ended: by itself, by a failure (in words), or not before the end of the window. */
export type ClientEnding =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly words: string; readonly exitCode?: number }
  | { readonly kind: 'unfinished' };

/** What was seen of one run. */
export interface Evidence {
  readonly ending: ClientEnding;
  /** Transactions of the client's account, oldest first. */
  readonly ledger: readonly Transaction[];
  readonly expectations: readonly ExpectationResult[];
  /** Operations that the client asked for, streams among them. */
  readonly operations: readonly string[];
  /** The requests of the client, oldest first. */
  readonly requests: readonly AskedRequest[];
  /** When it ended: microseconds since 1970 of simulated time. */
  readonly endedAt: number;
  /** What the faults did, in a few words each. */
  readonly fired: readonly string[];
}

/** The kinds of faults that reach a subject. */
export type FaultReach = 'request' | 'stream' | 'market' | 'latency' | 'life';

/** A client with a market, as it can be run again and again. */
export interface Subject {
  readonly reach: ReadonlySet<FaultReach>;
  /** The instruments whose market can be disturbed. */
  readonly instruments: readonly string[];
  /** The window: microseconds since 1970, the end exclusive. */
  readonly from: number;
  readonly to: number;
  /** Runs the client from the start under faults. The same faults give the same evidence. */
  run(schedule: Schedule, life?: Life): Promise<Evidence>;
}
