/**
 * A scenario in progress: the engine, the crank that feeds it, the timeline, and the inputs that it
 * took. It can be copied at any place between two events, and the copy goes on as the original
 * would have: law of forks, decision 0026. A copy that is never turned is a snapshot.
 */

import { ChunkedList, type Sequence } from '../base/chunked-list.js';
import { Engine } from '../engine/engine.js';
import type { Outcome, Outputs } from '../engine/state/outputs.js';
import { disturbedWindow } from '../feed/disturbed-ticks.js';
import type { Transaction } from '../ledger/transaction.js';
import type { Instant } from '../time/instant.js';
import { Crank } from './crank.js';
import { haltsIn } from './disturbed-market.js';
import { windowOf } from './given-tick.js';
import type { CommandInput, Input, MarketInput, TickInput } from './input.js';
import { recordedMarket } from './recorded-market.js';
import type { Scenario } from './scenario.js';
import { type Scripted, TimelineDriver } from './timeline-driver.js';

/** What a run tells whoever drives it. */
export type RunListener = Pick<Outputs, 'onTransaction' | 'onOutcome'>;

/** Tells the timeline of the outputs of an engine, and then the listener. */
class Telling implements RunListener {
  readonly script: TimelineDriver;
  listener: RunListener = {};

  constructor(script: TimelineDriver) {
    this.script = script;
  }

  onTransaction(transaction: Transaction): void {
    this.script.onTransaction(transaction);
    this.listener.onTransaction?.(transaction);
  }

  onOutcome(outcome: Outcome): void {
    this.script.onOutcome(outcome);
    this.listener.onOutcome?.(outcome);
  }
}

/** A scenario in progress. */
export class MarketRun {
  readonly engine: Engine;
  readonly crank: Crank;
  readonly #telling: Telling;
  readonly #inputs: ChunkedList<Input>;

  private constructor(engine: Engine, crank: Crank, telling: Telling, inputs: ChunkedList<Input>) {
    this.engine = engine;
    this.crank = crank;
    this.#telling = telling;
    this.#inputs = inputs;
  }

  /**
   * A run at the start of the window.
   * @param timeline - whether the scenario's timeline runs beside the inputs.
   */
  static start(scenario: Scenario, timeline: boolean): MarketRun {
    const { accounts, execution: model, seed, from, to } = scenario;
    const script = new TimelineDriver(timeline ? scenario.timeline : []);
    const market = recordedMarket(scenario.market, script.inputs);
    const telling = new Telling(script);
    const engine = Engine.create({ market, accounts, model, seed, from, outputs: telling });
    const ticks = market.map(entry => entry.ticks?.windows);
    const crank = new Crank(engine, { ticks, drivers: [script], from, to });
    return new MarketRun(engine, crank, telling, new ChunkedList());
  }

  /** The inputs taken so far. */
  get inputs(): Sequence<Input> {
    return this.#inputs;
  }

  /** The inputs that the timeline gave so far. */
  get scripted(): readonly Scripted[] {
    return this.#telling.script.given;
  }

  /** Tells `listener` what happens from now on, instead of the listener before. */
  listen(listener: RunListener): void {
    this.#telling.listener = listener;
  }

  /** A separate run at the same place, without a listener. */
  fork(): MarketRun {
    const telling = new Telling(this.#telling.script.fork());
    const engine = this.engine.fork(telling);
    const crank = this.crank.fork(engine, [telling.script]);
    return new MarketRun(engine, crank, telling, this.#inputs.clone());
  }

  /**
   * Takes an input at the present instant, in which everything has happened. A command without
   * latency takes effect when the crank is next turned to this instant.
   * @param input - its `time` is the present.
   * @returns the ticket of a command, otherwise 0.
   */
  take(input: Input): number {
    this.#inputs.push(input);
    switch (input.kind) {
      case 'command':
        return this.#accept(input);
      case 'account':
        this.engine.openAccount(input.config);
        return 0;
      case 'tick':
        this.#addTick(input);
        return 0;
      case 'market':
        this.#disturb(input);
        return 0;
      default:
        // Rules and fired faults are only kept: they act before a command is an input.
        return 0;
    }
  }

  /** Turns the crank up to and including `time`. */
  advanceTo(time: Instant): void {
    this.crank.advanceTo(time);
  }

  #disturb({ instrument, disturbances }: MarketInput): void {
    const slot = this.engine.state.quotes.mustSlot(instrument);
    this.crank.disturb(slot, window => disturbedWindow(window, disturbances));
    this.engine.setFaultHalts(slot, haltsIn(disturbances));
  }

  #accept({ accountID, command, isBeside, refuse }: CommandInput): number {
    if (isBeside === true) return this.engine.acceptBeside(accountID, command);
    return this.engine.accept(accountID, command, undefined, refuse);
  }

  #addTick(tick: TickInput): void {
    this.crank.append(this.engine.state.quotes.mustSlot(tick.instrument), windowOf(tick));
  }
}
