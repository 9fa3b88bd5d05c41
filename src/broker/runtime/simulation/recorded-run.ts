/**
 * Runs with the snapshots of their past: at the start of the window, at an image, and as copies at the
 * present or at an earlier place. Decision 0026.
 */

import { Checkpoints } from '../../../core/run/checkpoints.js';
import { Run, type RunImage } from '../../../core/run/run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type PastPlace, pastRun, type RecordedRun } from '../strategies/place.js';
import { PACKING } from './zip-packing.js';

/** A run at the start of the window. @param timeline - whether the scenario's timeline runs in it. */
export function startedRun(scenario: Scenario, timeline: boolean): RecordedRun {
  const run = Run.start(scenario, timeline);
  return { run, checkpoints: Checkpoints.of(run, PACKING) };
}

/** The snapshots of the start of the window, without timeline and strategies. */
export function startCheckpoints(scenario: Scenario): Checkpoints {
  return startedRun(scenario, false).checkpoints;
}

/**
 * The run of which `image` was made. Its only snapshots are the start and the place of the image: the
 * first run to a place before that replays from the start, and saves snapshots as it goes.
 */
export function restoredRun(scenario: Scenario, image: RunImage): RecordedRun {
  const run = Run.restored(scenario, image, PACKING);
  return { run, checkpoints: startCheckpoints(scenario).with(run) };
}

/**
 * A copy at the present, or at a place in the past. It has no strategies. What they and the timeline
 * sent is among its inputs, so that of a copy of the past no timeline is left.
 * @throws InvariantError for a transaction that does not exist.
 */
export function forkedRun(recorded: RecordedRun, place?: PastPlace): RecordedRun {
  const { run: present, checkpoints } = recorded.run.hasStrategies
    ? withoutStrategies(recorded)
    : recorded;
  const run = place === undefined ? present.fork() : pastRun({ run: present, checkpoints }, place);
  return { run, checkpoints: checkpoints.upTo(run) };
}

/** The same run without strategies: their commands are among the inputs. */
export function withoutStrategies({ run, checkpoints }: RecordedRun): RecordedRun {
  const present = run.fork();
  return { run: present, checkpoints: checkpoints.with(present) };
}
