/**
 * Places between two events of a run, and how a run is brought to one: forwards as it is, back as a
 * copy of the last snapshot before the place, which replays the inputs. Decision 0026.
 */

import type { Checkpoints } from '../../../core/run/checkpoints.js';
import { replayTo, replayToTransaction } from '../../../core/run/replay-inputs.js';
import type { Run } from '../../../core/run/run.js';
import { type Instant, instant } from '../../../core/time/instant.js';

/** A place by its counts: another run with the same inputs is brought to the same place by them. */
export interface Place {
  /** Simulated time, microseconds since 1970. */
  readonly now: number;
  /** Ticks taken so far. */
  readonly ticks: number;
  /** Transactions of all accounts so far. */
  readonly transactions: number;
  /** Present when something is still to happen at `now`. */
  readonly within?: true;
  /** Present when the window is over. */
  readonly ended?: true;
}

/**
 * A place in the past as a client names it. `at` includes everything that happened at the instant.
 * `after` and `before` name a transaction of an account; transactions that one event writes stand
 * together, so both mean the event. A transaction of the creation of the first accounts means the
 * start.
 */
export type PastPlace =
  | { readonly at: Instant }
  | { readonly after: number; readonly accountID: string }
  | { readonly before: number; readonly accountID: string };

/** A run with the snapshots of its past. */
export interface RecordedRun {
  readonly run: Run;
  readonly checkpoints: Checkpoints;
}

/** The place that `run` has reached. @param hasEnded - whether its window is over. */
export function placeOf(run: Run, hasEnded: boolean): Place {
  const { engine } = run;
  return {
    now: engine.now,
    ticks: run.ticks,
    transactions: engine.ledger.length,
    ...(run.peekTime() <= engine.now ? { within: true as const } : {}),
    ...(hasEnded ? { ended: true as const } : {}),
  };
}

/** Whether two places are one. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.now === other.now &&
    one.ticks === other.ticks &&
    one.transactions === other.transactions &&
    one.within === other.within &&
    one.ended === other.ended
  );
}

/** Moves `run` to a place that is not before its own. */
export function moveTo(run: Run, place: Place): void {
  const { engine } = run;
  const now = instant(place.now);
  if (place.within !== true) {
    run.advanceTo(now);
    return;
  }
  if (engine.now < now) run.advanceTo(instant(now - 1));
  if (run.ticks < place.ticks) run.advanceTicks(place.ticks - run.ticks);
  while (engine.ledger.length < place.transactions && run.step(now));
  if (engine.now < now) run.advanceUntil({ to: now, through: 'timers' });
}

/**
 * A run at a place in the past of `recorded`, made from the snapshot before it.
 * @throws InvariantError for a transaction that does not exist.
 */
export function pastRun({ run: present, checkpoints }: RecordedRun, place: PastPlace): Run {
  const { inputs } = present;
  const fill = (run: Run) => checkpoints.fill(run);
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
