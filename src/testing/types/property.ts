/** Properties of a user for `orrery campaign --suite`. Source: docs/guides/suites.md. */

import type { Transaction } from '../../core/ledger/transaction.js';

/** A request of the program, and how it was answered. */
export interface PropertyRequest {
  /** Simulated, RFC 3339: when it was asked, and when its answer was over. */
  readonly time: string;
  readonly answered: string;
  /** A v20 operationId; `other` for paths that v20 does not have. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** As it was sent; empty without one. */
  readonly body: string;
  /** 0 when the connection was cut before an answer. */
  readonly status: number;
  /** Seconds of the answer's `Retry-After`; absent without one. */
  readonly retryAfter?: number;
  /** Lines of a stream; absent for other answers. */
  readonly lines?: number;
}

/** A run that a property is asked about. */
export interface PropertyRun {
  /** The name of the case; `calm` for the run without faults. */
  readonly case: string;
  /** Transactions of the program's account, oldest first. */
  readonly ledger: readonly Transaction[];
  /** Oldest first. */
  readonly requests: readonly PropertyRequest[];
  /** What the faults did, in a few words each. */
  readonly fired: readonly string[];
  /** How the program ended: by itself, by a failure, or not before the end of the window. */
  readonly ending: { readonly kind: 'done' | 'failed' | 'unfinished'; readonly words?: string };
}

/**
 * A property: nothing or true says that it holds, false or a sentence that it is broken, and so does an
 * assertion of `node:assert` that fails.
 */
export type OwnProperty = (
  run: PropertyRun,
) => undefined | null | boolean | string | Promise<undefined | null | boolean | string>;
