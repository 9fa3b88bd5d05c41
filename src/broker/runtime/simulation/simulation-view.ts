/** The state of a simulation, to read only. */

import type { Sequence } from '../../../core/base/chunked-list.js';
import { accountNamed } from '../../../core/engine/account-index.js';
import type { Engine } from '../../../core/engine/engine.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { Input } from '../../../core/run/input/input.js';
import type { Run } from '../../../core/run/run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import type { AccountSource } from '../../../core/view/account-source.js';
import type { Lead } from '../strategies/led-step.js';
import { type PastPlace, type Place, placeOf, type RecordedRun } from '../strategies/place.js';
import { SimulationStrategies, type StrategyMaker } from '../strategies/simulation-strategies.js';
import { PastRuns } from './past-runs.js';
import { startCheckpoints, startedRun } from './recorded-run.js';

/** How a simulation starts. */
export interface SimulationStart {
  /**
   * Whether the scenario's timeline runs beside the commands of clients; default: only clients act.
   */
  readonly timeline?: boolean;
  /** Makes the strategies that run beside clients; default: none do. */
  readonly strategies?: StrategyMaker;
  /** Whether they start only when `strategies.begin` is called; default: at once. */
  readonly beginsLater?: boolean;
  /** Takes each step elsewhere first; default: the strategies run here. They begin later then. */
  readonly lead?: Lead;
}

/**
 * Owns what a simulation consists of; only the classes that extend it change these fields. Always: the
 * snapshots are those of the run, and no later than it.
 */
export class SimulationView {
  readonly scenario: Scenario;
  /** The strategies that run beside its clients; undefined when none were asked for. */
  readonly strategies: SimulationStrategies | undefined;
  /** The run with the snapshots of its past; another one after a rewind. */
  protected recorded: RecordedRun;
  protected begunAt: PastPlace | undefined;
  protected isOver = false;
  protected isGone = false;
  readonly #past = new PastRuns();

  /** @param begun - where a fork begins; default: the start of the window. */
  protected constructor(scenario: Scenario, options: SimulationStart, begun?: RecordedRun) {
    const { timeline = false, strategies: make, beginsLater, lead } = options;
    this.scenario = scenario;
    this.strategies =
      make && new SimulationStrategies(scenario, { timeline, beginsLater, lead }, make);
    this.recorded = begun ?? this.#start(timeline);
  }

  #start(timeline: boolean): RecordedRun {
    const { scenario, strategies } = this;
    if (strategies === undefined) return startedRun(scenario, timeline);
    return { run: strategies.start(), checkpoints: startCheckpoints(scenario) };
  }

  /** The run as it stands; another one after a rewind. Only the simulation moves it. */
  get run(): Run {
    return this.recorded.run;
  }

  /** Its engine. */
  get engine(): Engine {
    return this.run.engine;
  }

  /**
   * The run as it stood when everything of `at` had happened. Do not turn it.
   * @param at - from the start of the window to now.
   */
  runAt(at: Instant): Run {
    return at === this.now ? this.run : this.#past.at(this.recorded, at);
  }

  /** What came in from outside so far; with the scenario it causes the ledger. */
  get inputs(): Sequence<Input> {
    return this.run.inputs;
  }

  get now(): Instant {
    return this.engine.now;
  }

  /** Whether it was removed from its server; it takes no commands any more. */
  get isClosed(): boolean {
    return this.isGone;
  }

  /** Ticks taken so far. */
  get ticks(): number {
    return this.run.ticks;
  }

  /** Ticks still to come. */
  get ticksLeft(): number {
    return this.run.ticksLeft;
  }

  /** The last instant of the window, in microseconds since 1970. */
  get last(): Instant {
    return instant(this.scenario.to - 1);
  }

  /** The instants that a rewind reaches without much replay, ascending. */
  get checkpoints(): readonly Instant[] {
    return this.recorded.checkpoints.times;
  }

  /** The place that it has reached. */
  get place(): Place {
    return placeOf(this.run, this.isOver);
  }

  /** The place in its parent's past at which a fork began; undefined for the parent's present. */
  get forkPlace(): PastPlace | undefined {
    return this.begunAt;
  }

  /** Whether the window is over: commands are refused. At its last instant they are accepted. */
  get hasEnded(): boolean {
    return this.isOver;
  }

  /** The next instant at which something happens by itself; Infinity when nothing will. */
  get nextEvent(): number {
    return this.run.peekTime();
  }

  /** Microseconds of the first tick of a slot that is to come and not before `time`; Infinity when there is none. */
  nextTickOf(slot: number, time: number): number {
    return this.run.nextTickOf(slot, time);
  }

  /** The account, or undefined when there is none of that id. */
  account(id: string): AccountCell | undefined {
    return accountNamed(this.engine.state.cells, id);
  }

  /** The account as views read it: now, and at every later instant until a rewind. */
  accountSource(id: string): AccountSource | undefined {
    const cell = this.account(id);
    if (cell === undefined) return undefined;
    const { slot, state, log, market } = cell;
    return { slot, state, log, market, resting: this.engine.state.resting };
  }

  /** Whether its strategies run elsewhere, so that its steps take wall time. */
  get isLed(): boolean {
    return this.strategies?.lead !== undefined;
  }

  /** Whether a place is not after the present. */
  protected isPast(place: PastPlace): boolean {
    if ('at' in place) return place.at <= this.now;
    const id = 'before' in place ? place.before : place.after;
    return id <= (this.account(place.accountID)?.log.lastID ?? 0);
  }
}
