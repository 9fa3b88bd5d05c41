/** Properties of a user for `orrery campaign --suite`. Source: docs/guides/suites.md. */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { AskedRequest } from '../../exec/exchange/asked-request.js';

export type { AskedRequest as PropertyRequest } from '../../exec/exchange/asked-request.js';

/** A run that a property is asked about. */
export interface PropertyRun {
  /** The name of the case; `calm` for the run without faults. */
  readonly case: string;
  /** Transactions of the program's account, oldest first. */
  readonly ledger: readonly Transaction[];
  /** Oldest first. */
  readonly requests: readonly AskedRequest[];
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
