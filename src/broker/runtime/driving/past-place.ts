/**
 * Places in the past of a simulation, and how a run is brought there: from the last snapshot before
 * the place, by replaying inputs. Decision 0026.
 */

import type { Checkpoints } from '../../../core/run/checkpoints.js';
import type { MarketRun } from '../../../core/run/market-run.js';
import { replayTo, replayToTransaction } from '../../../core/run/replay-inputs.js';
import type { Instant } from '../../../core/time/instant.js';

/**
 * A place in the past of a simulation. `at` includes everything that happened at the instant.
 * `after` and `before` name a transaction of an account; transactions that one event writes stand
 * together, so both mean the event. A transaction of the creation of the first accounts means the
 * start.
 */
export type PastPlace =
  | { readonly at: Instant }
  | { readonly after: number; readonly accountID: string }
  | { readonly before: number; readonly accountID: string };

/** A run with the snapshots of its past. */
export interface Recorded {
  readonly run: MarketRun;
  readonly checkpoints: Checkpoints;
}

/**
 * A run at a place in the past of `recorded`, made from the snapshot before it.
 * @throws InvariantError for a transaction that does not exist.
 */
export function pastRun({ run: present, checkpoints }: Recorded, place: PastPlace): MarketRun {
  const { inputs } = present;
  const fill = (run: MarketRun) => checkpoints.fill(run);
  if ('at' in place) {
    const run = checkpoints.forkLast(each => each.engine.now <= place.at);
    replayTo(run, inputs, place.at, fill);
    return run;
  }
  const side = 'before' in place ? 'before' : 'after';
  const id = 'before' in place ? place.before : place.after;
  const at = present.engine.account(place.accountID).log.mustPlace(id);
  const run = checkpoints.forkLast(each => each.engine.ledger.length <= at);
  return replayToTransaction(run, inputs, { place: at, side }, fill);
}
