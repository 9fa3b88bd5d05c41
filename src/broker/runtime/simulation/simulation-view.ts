/** The state of a simulation, to read only. */

import type { Sequence } from '../../../core/base/chunked-list.js';
import { accountNamed } from '../../../core/engine/account-index.js';
import type { Engine } from '../../../core/engine/engine.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { Input } from '../../../core/run/input.js';
import type { MarketRun } from '../../../core/run/market-run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import type { AccountSource } from '../../../core/view/account-source.js';
import type { Driving } from '../driving/driving.js';
import type { PastPlace } from '../driving/past-place.js';
import type { Origin } from './origin.js';
import { PastRuns } from './past-runs.js';
import { type Stand, standOf } from './stand.js';

/** A simulation as it is read. */
export class SimulationView {
  readonly scenario: Scenario;
  /** What it goes on from; another one after a rewind. */
  protected origin: Origin;
  protected begunAt: PastPlace | undefined;
  protected isOver = false;
  protected isGone = false;
  readonly #past = new PastRuns();

  protected constructor(scenario: Scenario, origin: Origin) {
    this.scenario = scenario;
    this.origin = origin;
  }

  /** The run as it stands; another one after a rewind. Only the simulation moves it. */
  get run(): MarketRun {
    return this.origin.run;
  }

  /** Its engine. */
  get engine(): Engine {
    return this.run.engine;
  }

  /**
   * The run as it stood when everything of `at` had happened. Do not turn it.
   * @param at - from the start of the window to now.
   */
  runAt(at: Instant): MarketRun {
    return at === this.now ? this.run : this.#past.at(this.origin, at);
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
    return this.run.crank.ticks;
  }

  /** Ticks still to come. */
  get ticksLeft(): number {
    return this.run.crank.ticksLeft;
  }

  /** The last instant of the window, in microseconds since 1970. */
  get last(): Instant {
    return instant(this.scenario.to - 1);
  }

  /** The instants that a rewind reaches without much replay, ascending. */
  get checkpoints(): readonly Instant[] {
    return this.origin.checkpoints.times;
  }

  /** The strategies that run beside its clients; undefined when none were asked for. */
  get driving(): Driving | undefined {
    return this.origin.driving;
  }

  /** Where it stands. */
  get stand(): Stand {
    return standOf(this.run, this.isOver);
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
    return this.run.crank.peekTime();
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
    return this.driving?.lead !== undefined;
  }

  /** Whether a place is not after the present. */
  protected isPast(place: PastPlace): boolean {
    if ('at' in place) return place.at <= this.now;
    const id = 'before' in place ? place.before : place.after;
    return id <= (this.account(place.accountID)?.log.lastID ?? 0);
  }
}
