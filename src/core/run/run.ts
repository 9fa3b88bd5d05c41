/**
 * A scenario in progress: the engine, the loop that gives it ticks, the timeline, and the inputs that
 * it took. It can be copied at any place between two events, and the copy goes on as the original
 * would have: law of forks, decision 0026. A copy that never moves is a snapshot. Strategies may run
 * beside; copies have none, because what a strategy remembers cannot be copied (decision 0046).
 */

import { assert } from '../base/assert.js';
import type { Sequence } from '../base/chunked-list.js';
import type { Packing } from '../base/packing.js';
import { present } from '../base/present.js';
import { fanOut } from '../engine/driver.js';
import { Engine } from '../engine/engine.js';
import type { EngineImage } from '../engine/image/engine-image.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import type { Outcome, Outputs } from '../engine/state/outputs.js';
import { disturbedWindow } from '../feed/disturbed-ticks.js';
import type { Transaction } from '../ledger/transaction.js';
import type { LiveStrategy } from '../strategy/live-strategy.js';
import { type Instant, instant } from '../time/instant.js';
import { haltsIn } from './input/disturbed-market.js';
import { windowOf } from './input/given-tick.js';
import type { CommandInput, Input, MarketInput, TickInput } from './input/input.js';
import { journalInputs } from './journal-inputs.js';
import { disturbancesInForce, recordedMarket } from './recorded-market.js';
import { RunInputs, type RunInputsImage } from './run-inputs.js';
import { RunLoop } from './run-loop.js';
import type { Scenario } from './scenario.js';
import { TimelineDriver } from './timeline-driver.js';
import type { TurnEnd } from './turn-end.js';

/** A run as JSON values and bytes. */
export interface RunImage extends RunInputsImage {
  readonly now: number;
  /** Ticks taken so far. */
  readonly ticks: number;
  readonly engine: EngineImage;
}

/** What a run reports to the code that moves it. */
export type RunListener = Pick<Outputs, 'onTransaction' | 'onOutcome'>;

/** Owns the listener of a run, which `listen` replaces. The timeline gets each output before it. */
class RunOutputs implements Outputs {
  readonly script: TimelineDriver;
  listener: RunListener = {};

  constructor(script: TimelineDriver) {
    this.script = script;
  }

  onTransaction(transaction: Transaction): void {
    this.script.onTransaction(transaction);
    this.listener.onTransaction?.(transaction);
  }

  wantsTransactions(): boolean {
    return this.listener.onTransaction !== undefined || this.script.wantsTransactions();
  }

  onOutcome(outcome: Outcome): void {
    this.script.onOutcome(outcome);
    this.listener.onOutcome?.(outcome);
  }
}

/**
 * Owns an engine, its place in the ticks and its inputs. `take` adds an input, the `advance` methods
 * and `step` move it on; it never goes back: an earlier place is a copy of a snapshot, moved there.
 * Always: the inputs replayed over the scenario give the same ledger, byte for byte.
 */
export class Run {
  readonly engine: Engine;
  readonly #loop: RunLoop;
  readonly #outputs: RunOutputs;
  readonly #taken: RunInputs;

  private constructor(engine: Engine, loop: RunLoop, outputs: RunOutputs, taken: RunInputs) {
    this.engine = engine;
    this.#loop = loop;
    this.#outputs = outputs;
    this.#taken = taken;
  }

  /**
   * A run at the start of the window.
   * @param timeline - whether the scenario's timeline runs beside the inputs.
   * @param strategies - fresh ones that run beside, once `begin` has started them; what they send is
   * among the inputs.
   */
  static start(
    scenario: Scenario,
    timeline: boolean,
    strategies: readonly LiveStrategy[] = [],
  ): Run {
    const { accounts, execution: model, seed, from, to, historySince, events } = scenario;
    const script = new TimelineDriver(timeline ? scenario.timeline : []);
    const market = recordedMarket(scenario.market, script.inputs);
    const outputs = new RunOutputs(script);
    const known = present({ historySince, events });
    const setup = { market, accounts, model, seed, from, ...known };
    const hasStrategies = strategies.length > 0;
    const engine = Engine.create({
      ...setup,
      outputs: hasStrategies ? fanOut([outputs, ...strategies]) : outputs,
      candles: strategies.flatMap(({ candles }) => candles),
    });
    const ticks = market.map(entry => entry.ticks?.windows);
    const loop = new RunLoop(engine, { ticks, drivers: [script], from, to });
    const taken = RunInputs.none(timeline, hasStrategies);
    return new Run(engine, loop, outputs, taken);
  }

  /** Starts the strategies that run beside it, at the start of the window. */
  begin(strategies: readonly LiveStrategy[]): void {
    for (const each of strategies) each.begin(this.engine, ticket => this.#decide(ticket));
  }

  /** Whether strategies run beside it. */
  get hasStrategies(): boolean {
    return this.#taken.hasStrategies;
  }

  /** The inputs taken so far. */
  get inputs(): Sequence<Input> {
    return this.#taken.inputs;
  }

  /** The inputs that no strategy sent. */
  fromOutside(): Input[] {
    return this.#taken.fromOutside();
  }

  /** The inputs with the commands of the timeline among them. */
  journal(): Generator<Input, void> {
    return journalInputs(this.#taken, this.engine.accepted, this.#outputs.script.given);
  }

  /** Calls `listener` from now on, in place of the listener before. */
  listen(listener: RunListener): void {
    this.#outputs.listener = listener;
  }

  /** A separate run at the same place, without a listener and without strategies. */
  fork(): Run {
    const outputs = new RunOutputs(this.#outputs.script.fork(this.hasStrategies));
    const engine = this.engine.fork(outputs);
    const loop = this.#loop.fork(engine, [outputs.script]);
    const taken = this.hasStrategies ? RunInputs.ofJournal(this.journal()) : this.#taken.clone();
    return new Run(engine, loop, outputs, taken);
  }

  /** Packs what is old, for all copies. Every read gives what it gave before. */
  pack(packing: Packing): void {
    this.engine.pack(packing);
    this.#taken.pack(packing);
  }

  /**
   * The run as JSON values and bytes; undefined when it has a timeline, its ticks were added to or
   * disturbed, or something is still to happen at the present instant. The run may go on before the
   * bytes are read: they are those of a copy.
   */
  image(packing: Packing): RunImage | undefined {
    const { engine } = this;
    if (!this.#taken.isPlain || this.peekTime() <= engine.now) return undefined;
    return {
      now: engine.now,
      ticks: this.ticks,
      engine: engine.fork().image(packing),
      ...this.#taken.image(packing),
    };
  }

  /**
   * The run of which `image` was made; only the ticks are taken again.
   * @throws InvariantError when the market has other ticks up to there.
   */
  static restored(scenario: Scenario, image: RunImage, packing: Packing): Run {
    const market = Run.start({ ...scenario, accounts: [] }, false);
    market.advanceTo(instant(image.now));
    assert(market.ticks === image.ticks, 'Invariant: the ticks are those of the image');
    const outputs = new RunOutputs(market.#outputs.script.fork());
    const engine = Engine.restored(market.engine, image.engine, outputs, packing);
    const loop = market.#loop.fork(engine, [outputs.script]);
    return new Run(engine, loop, outputs, RunInputs.restored(image, packing));
  }

  /** The last instant of the window. */
  get last(): Instant {
    return this.#loop.last;
  }

  /** Number of ticks taken so far. */
  get ticks(): number {
    return this.#loop.ticks;
  }

  /** Number of ticks still to come. */
  get ticksLeft(): number {
    return this.#loop.ticksLeft;
  }

  /** As `RunLoop.peekTime`. */
  peekTime(): number {
    return this.#loop.peekTime();
  }

  /** As `RunLoop.lastTickOf`. */
  lastTickOf(slot: number): number {
    return this.#loop.lastTickOf(slot);
  }

  /** As `RunLoop.nextTickOf`. */
  nextTickOf(slot: number, time: number): number {
    return this.#loop.nextTickOf(slot, time);
  }

  /** As `RunLoop.advanceTo`. */
  advanceTo(time: Instant): void {
    this.#loop.advanceTo(time);
  }

  /** As `RunLoop.advanceTicks`. */
  advanceTicks(count: number): void {
    this.#loop.advanceTicks(count);
  }

  /** As `RunLoop.advanceUntil`. */
  advanceUntil(end: TurnEnd): boolean {
    return this.#loop.advanceUntil(end);
  }

  /** As `RunLoop.step`. */
  step(time: Instant): boolean {
    return this.#loop.step(time);
  }

  /**
   * Takes an input at the present instant, in which everything has happened. A command without
   * latency takes effect when the run next advances to this instant.
   * @param input - its `time` is the present.
   * @returns the ticket of a command, otherwise 0.
   */
  take(input: Input): number {
    return this.#taken.take(input, () => this.#act(input));
  }

  /** Keeps a command of a strategy, which the engine has accepted, as an input. */
  #decide(ticket: number): void {
    const accepted = this.engine.accepted.at(ticket - 1) as AcceptedCommand;
    const input = { ...accepted, kind: 'command', time: instant(accepted.time) } as const;
    this.#taken.addDecision(input, ticket);
  }

  #act(input: Input): number {
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

  #disturb({ instrument, disturbances }: MarketInput): void {
    const slot = this.engine.state.quotes.mustSlot(instrument);
    // Those that end now are among them: a gap that ends is a jump too.
    const changes = disturbancesInForce(this.inputs, instrument);
    this.#loop.disturb(slot, window => disturbedWindow(window, changes));
    this.engine.setFaultHalts(slot, haltsIn(disturbances));
  }

  #accept({ accountID, command, isBeside, refuse }: CommandInput): number {
    if (isBeside === true) return this.engine.acceptBeside(accountID, command);
    return this.engine.accept(accountID, command, undefined, refuse);
  }

  #addTick(tick: TickInput): void {
    this.#loop.append(this.engine.state.quotes.mustSlot(tick.instrument), windowOf(tick));
  }
}
