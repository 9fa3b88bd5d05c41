/**
 * What a simulation goes on from: at its start, as a fork, after a rewind, and with strategies beside
 * it. Decisions 0026 and 0046.
 */

import { Checkpoints } from '../../../core/run/checkpoints.js';
import { MarketRun, type RunImage } from '../../../core/run/market-run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { Driving, type StrategyMaker } from '../driving/driving.js';
import type { Lead } from '../driving/led-step.js';
import { type PastPlace, pastRun, type Recorded } from '../driving/past-place.js';
import { PACKING } from './zip-packing.js';

/** A run with the snapshots of its past: what a simulation goes on from. */
export interface Origin extends Recorded {
  /** The strategies of the simulation; absent: none were asked for. */
  readonly driving?: Driving | undefined;
}

/** How a simulation starts. */
export interface SimulationOptions {
  /**
   * Whether the scenario's timeline runs beside the commands of clients; default: only clients act.
   */
  readonly timeline?: boolean;
  /** Makes the strategies that run beside clients; default: none do. */
  readonly strategies?: StrategyMaker;
  /** Whether they start only when `driving.begin` is called; default: at once. */
  readonly beginsLater?: boolean;
  /** Takes each step elsewhere first; default: the strategies run here. They begin later then. */
  readonly lead?: Lead;
}

/** The start of the window. */
export function startOf(
  scenario: Scenario,
  { timeline = false, strategies, beginsLater, lead }: SimulationOptions,
): Origin {
  if (strategies !== undefined) {
    const driving = new Driving(scenario, { timeline, beginsLater, lead }, strategies);
    return { run: driving.start(), checkpoints: plainStart(scenario), driving };
  }
  const run = MarketRun.start(scenario, timeline);
  return { run, checkpoints: Checkpoints.of(run, PACKING) };
}

/** The start of the window without timeline and strategies. */
function plainStart(scenario: Scenario): Checkpoints {
  return Checkpoints.of(MarketRun.start(scenario, false), PACKING);
}

/**
 * Where the run of `image` stood. Its only snapshots are the start and that place: the first rewind
 * to before that place replays from the start, and saves snapshots as it goes.
 */
export function imagedOrigin(scenario: Scenario, image: RunImage): Origin {
  const run = MarketRun.restored(scenario, image, PACKING);
  return { run, checkpoints: plainStart(scenario).with(run) };
}

/**
 * Where a fork begins: at the present, or at a place in the past. It has no strategies. What they and
 * the timeline sent is among its inputs, so that of a fork of the past no timeline is left.
 * @throws InvariantError for a transaction that does not exist.
 */
export function forkedOrigin(origin: Origin, place?: PastPlace): Origin {
  const { run: present, checkpoints } = origin.run.isDriven ? undriven(origin) : origin;
  const run = place === undefined ? present.fork() : pastRun({ run: present, checkpoints }, place);
  return { run, checkpoints: checkpoints.upTo(run) };
}

/**
 * A place in the past that the simulation goes back to. Strategies are run anew.
 * @throws InvariantError for a transaction that does not exist.
 */
export function pastOrigin(origin: Origin, place: PastPlace): Origin {
  const { driving } = origin;
  const run = origin.run.isDriven ? driving?.goBack(origin.run, place) : undefined;
  if (run !== undefined) return { ...origin, run };
  const left = forkedOrigin(origin, place);
  driving?.leaveAt(left.run.engine.now);
  return { ...left, driving };
}

/** The same place without strategies: what they sent is among the inputs. */
export function undriven({ run, checkpoints }: Recorded): Recorded {
  const present = run.fork();
  return { run: present, checkpoints: checkpoints.with(present) };
}
