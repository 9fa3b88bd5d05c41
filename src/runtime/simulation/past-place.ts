/**
 * Places in the past of a simulation, and how a run is brought there: from the last snapshot before
 * the place, by replaying inputs. Decision 0026.
 */

import { Checkpoints } from '../../core/run/checkpoints.js';
import { MarketRun, type RunImage } from '../../core/run/market-run.js';
import { replayTo, replayToTransaction } from '../../core/run/replay-inputs.js';
import type { Scenario } from '../../core/run/scenario.js';
import type { Instant } from '../../core/time/instant.js';
import { PACKING } from './zip-packing.js';

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

/** A run with the snapshots of its past: what a simulation goes on from. */
export interface Origin {
  readonly run: MarketRun;
  readonly checkpoints: Checkpoints;
}

/** How a simulation starts. */
export interface SimulationOptions {
  /**
   * Whether the scenario's timeline runs beside the commands of clients; default: only clients act.
   */
  readonly timeline?: boolean;
}

/** The start of the window. @param timeline - whether the scenario's timeline runs. */
export function startOf(scenario: Scenario, timeline: boolean): Origin {
  const run = MarketRun.start(scenario, timeline);
  return { run, checkpoints: Checkpoints.of(run, PACKING) };
}

/**
 * Where the run of `image` stood. Its only snapshots are the start and that place: who first goes
 * back to before it replays from the start, and leaves snapshots on the way.
 */
export function imagedOrigin(scenario: Scenario, image: RunImage): Origin {
  const run = MarketRun.restored(scenario, image, PACKING);
  return { run, checkpoints: startOf(scenario, false).checkpoints.with(run) };
}

/**
 * A run at a place in the past of `origin`, made from the snapshot before it.
 * @throws InvariantError for a transaction that does not exist.
 */
export function pastRun({ run: present, checkpoints }: Origin, place: PastPlace): MarketRun {
  const { inputs } = present;
  const fill = (run: MarketRun) => checkpoints.fill(run);
  if ('at' in place) {
    const run = checkpoints.forkLast(each => each.engine.now <= place.at);
    replayTo(run, inputs, place.at, fill);
    return run;
  }
  const { ledger } = present.engine;
  const side = 'before' in place ? 'before' : 'after';
  const id = 'before' in place ? place.before : place.after;
  const at = present.engine.account(place.accountID).log.mustPlace(id);
  const run = checkpoints.forkLast(each => each.engine.ledger.length <= at);
  return replayToTransaction(run, inputs, { ledger, place: at, side }, fill);
}
