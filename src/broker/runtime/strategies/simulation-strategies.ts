/**
 * The strategies that run in a simulation beside its clients, across rewinds: after each of them fresh
 * strategies take the place of those before. Source: decision 0046.
 */

import { present } from '../../../core/base/present.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import { Run } from '../../../core/run/run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type {
  LiveListener,
  LiveStrategy,
  StrategyState,
} from '../../../core/strategy/live-strategy.js';
import { ofAccount, StrategyError } from '../../../core/strategy/strategy-error.js';
import { type Drawings, drawnUntil, joined } from '../../../core/strategy/tools/drawings.js';
import type { Instant } from '../../../core/time/instant.js';
import type { LateHook } from '../watch/hook-board.js';
import type { Lead } from './led-step.js';
import { Listeners } from './listeners.js';
import type { PastPlace } from './place.js';
import { runAnew } from './run-anew.js';

/** How the strategies of a simulation run. */
export interface SimulationStrategiesOptions {
  /** Whether the scenario's timeline runs too. */
  readonly timeline: boolean;
  /** Whether they start only at `begin`; default: when they are made. */
  readonly beginsLater?: boolean | undefined;
  /** Takes each step elsewhere first; default: the strategies run here. */
  readonly lead?: Lead | undefined;
}

/** Makes the strategies of a scenario anew, each as at its beginning. */
export type StrategyMaker = () => readonly LiveStrategy[];

/** The state of a strategy, and why it is in it. */
export interface StrategyStatus {
  readonly accountID: string;
  /** The module of the strategy, as the scenario names it. */
  readonly use: string;
  readonly state: StrategyState;
  /** Why it was stopped. */
  readonly fault?: StrategyError;
  /** The hook that time waits for. */
  readonly hook?: LateHook;
}

/** A run with its strategies. */
interface StrategyRun {
  readonly run: Run;
  readonly strategies: readonly LiveStrategy[];
}

/**
 * Owns the strategies of one simulation. `goBack` replaces them by fresh ones, or stops them. Always: they
 * are those of the run that the simulation has.
 */
export class SimulationStrategies {
  /** Takes each step elsewhere first; undefined when the strategies run here. */
  readonly lead: Lead | undefined;
  readonly #scenario: Scenario;
  readonly #timeline: boolean;
  readonly #beginsLater: boolean;
  readonly #make: StrategyMaker;
  readonly #onChange = new Listeners();
  readonly #onOutcome = new Listeners<[Outcome]>();
  readonly #listener: LiveListener = {
    onState: () => this.#onChange.tell(),
    onAnswer: outcome => this.#onOutcome.tell(outcome),
  };
  #strategies: readonly LiveStrategy[] = [];
  /** The earliest instant that the simulation went back to without its strategies. */
  #leftAt = Number.POSITIVE_INFINITY;

  constructor(scenario: Scenario, options: SimulationStrategiesOptions, make: StrategyMaker) {
    this.lead = options.lead;
    this.#scenario = scenario;
    this.#timeline = options.timeline;
    this.#beginsLater = options.beginsLater === true || options.lead !== undefined;
    this.#make = make;
  }

  /** The status of each strategy, in the order of the scenario. */
  get statuses(): readonly StrategyStatus[] {
    const { strategy, others = [] } = this.#scenario;
    const choices = [...(strategy === undefined ? [] : [strategy]), ...others];
    return this.#strategies.map(({ accountID, state, fault }) => {
      const use = choices.find(each => each.accountID === accountID)?.use ?? '';
      const hook = this.lead?.lateHookOf(accountID);
      return { accountID, use, state, ...present({ fault, hook }) };
    });
  }

  /** What the strategies have drawn so far; undefined when they have drawn nothing. */
  drawn(): Drawings | undefined {
    const drawn = this.#strategies.flatMap(strategy => strategy.drawn() ?? []);
    if (drawn.length === 0) return undefined;
    const all = joined(drawn);
    return this.#leftAt === Number.POSITIVE_INFINITY ? all : drawnUntil(all, this.#leftAt);
  }

  /** The simulation has gone back to `time` without its strategies: what they drew later is gone. */
  leaveAt(time: Instant): void {
    this.#leftAt = Math.min(this.#leftAt, time);
  }

  /** A run at the start of the window with fresh strategies, which may be still to `begin`. */
  start(): Run {
    return this.#follow(this.#beginsLater ? this.#made() : this.#fresh());
  }

  /** Starts the strategies of `run`, which is at the start of the window. */
  begin(run: Run): void {
    run.begin(this.#strategies);
  }

  /**
   * A run at a place in the past of `old`, with fresh strategies. When they do not decide as before,
   * they are stopped, and there is no such run.
   * @throws InvariantError for a transaction that does not exist.
   */
  goBack(old: Run, place: PastPlace): Run | undefined {
    try {
      const found = runAnew(() => this.#fresh(), old, place);
      if (typeof found !== 'string') return this.#follow(found);
      const rule = `run anew after the rewind, it did not decide as before: ${found}`;
      this.#halt(new StrategyError(rule));
    } catch (error) {
      if (!(error instanceof StrategyError)) throw error;
      this.#halt(error);
    }
    return undefined;
  }

  /** The window is over, or the server stops. */
  end(): void {
    for (const strategy of this.#strategies) strategy.stop();
  }

  /** Calls `listener` whenever a strategy begins, stops or ends. @returns what ends that. */
  onChange(listener: () => void): () => void {
    return this.#onChange.add(listener);
  }

  /** Calls `listener` when a command of a strategy has taken effect. @returns what ends that. */
  onOutcome(listener: (outcome: Outcome) => void): () => void {
    return this.#onOutcome.add(listener);
  }

  /** Stops the strategies, whose thread is lost. @param fault - names the account that lost it. */
  lose(fault: StrategyError): void {
    for (const strategy of this.#strategies) {
      const { state, accountID } = strategy;
      if (state !== 'waiting' && state !== 'running') continue;
      const isCause = fault.accountID === undefined || fault.accountID === accountID;
      const other = `stopped with the strategy of ${fault.accountID}, which ${fault.message}`;
      const why = new StrategyError(isCause ? fault.message : other);
      strategy.halt(ofAccount(why, accountID));
    }
  }

  #halt(fault: StrategyError): void {
    for (const strategy of this.#strategies) {
      strategy.halt(ofAccount(new StrategyError(fault.message), strategy.accountID));
    }
  }

  #fresh(): StrategyRun {
    const fresh = this.#made();
    fresh.run.begin(fresh.strategies);
    return fresh;
  }

  #made(): StrategyRun {
    const strategies = this.#make();
    return { run: Run.start(this.#scenario, this.#timeline, strategies), strategies };
  }

  /** Goes on with these strategies in place of those before. */
  #follow({ run, strategies }: StrategyRun): Run {
    for (const old of this.#strategies) old.listener = undefined;
    this.#strategies = strategies;
    for (const strategy of strategies) strategy.listener = this.#listener;
    return run;
  }
}
