/**
 * A scenario in progress: the engine, the crank that feeds it, the timeline, and the inputs that it
 * took. It can be copied at any place between two events, and the copy goes on as the original
 * would have: law of forks, decision 0026. A copy that is never turned is a snapshot. Strategies may
 * run beside; their copies have none, because what a strategy remembers cannot be copied (decision
 * 0046).
 */

import { assert } from '../base/assert.js';
import { ChunkedList, type ListImage, type Sequence } from '../base/chunked-list.js';
import { KEPT_CHUNKS, type Packing } from '../base/packing.js';
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
import { Crank } from './crank.js';
import { haltsIn } from './disturbed-market.js';
import { windowOf } from './given-tick.js';
import {
  type CommandInput,
  changesTicks,
  type Input,
  type MarketInput,
  type TickInput,
} from './input.js';
import { journalInputs, type TakenInputs } from './journal-inputs.js';
import { disturbancesInForce, recordedMarket } from './recorded-market.js';
import type { Scenario } from './scenario.js';
import { TimelineDriver } from './timeline-driver.js';

/** What came from outside, in lists of one length. */
interface TakenLists extends TakenInputs {
  readonly inputs: ChunkedList<Input>;
  readonly tickets: ChunkedList<number>;
}

/** What came from outside, and what it leaves of the scenario. */
interface Taken extends TakenLists {
  /** Whether ticks, sessions and commands are those of scenario and inputs alone. */
  readonly isPlain: boolean;
}

/** A run as JSON values and bytes. */
export interface RunImage {
  readonly now: number;
  /** Ticks taken so far. */
  readonly ticks: number;
  readonly engine: EngineImage;
  readonly inputs: ListImage;
  readonly tickets: ListImage;
}

/** What a run reports to the code that drives it. */
export type RunListener = Pick<Outputs, 'onTransaction' | 'onOutcome'>;

/** Sends the outputs of an engine to the timeline, and then to the listener. */
class Telling implements Outputs {
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

/** A scenario in progress. */
export class MarketRun {
  readonly engine: Engine;
  readonly crank: Crank;
  readonly #telling: Telling;
  /** Tickets of the commands of strategies; undefined when none runs beside. */
  #decided: Set<number> | undefined;
  #taken: Taken;

  private constructor(engine: Engine, crank: Crank, telling: Telling, taken: Taken) {
    this.engine = engine;
    this.crank = crank;
    this.#telling = telling;
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
  ): MarketRun {
    const { accounts, execution: model, seed, from, to, historySince, events } = scenario;
    const script = new TimelineDriver(timeline ? scenario.timeline : []);
    const market = recordedMarket(scenario.market, script.inputs);
    const telling = new Telling(script);
    const known = present({ historySince, events });
    const setup = { market, accounts, model, seed, from, ...known };
    const isDriven = strategies.length > 0;
    const engine = Engine.create({
      ...setup,
      outputs: isDriven ? fanOut([telling, ...strategies]) : telling,
      candles: strategies.flatMap(({ candles }) => candles),
    });
    const ticks = market.map(entry => entry.ticks?.windows);
    const crank = new Crank(engine, { ticks, drivers: [script], from, to });
    const isPlain = !timeline && !isDriven;
    const run = new MarketRun(engine, crank, telling, { ...nothingTaken(), isPlain });
    if (isDriven) run.#decided = new Set();
    return run;
  }

  /** Starts the strategies that run beside it, at the start of the window. */
  begin(strategies: readonly LiveStrategy[]): void {
    for (const each of strategies) each.begin(this.engine, ticket => this.#decide(ticket));
  }

  /** Whether strategies run beside it. */
  get isDriven(): boolean {
    return this.#decided !== undefined;
  }

  /** The inputs taken so far. */
  get inputs(): Sequence<Input> {
    return this.#taken.inputs;
  }

  /** The inputs that no strategy sent. */
  fromOutside(): Input[] {
    const { inputs, tickets } = this.#taken;
    return [...inputs].filter((_, place) => !this.#decided?.has(tickets.at(place) as number));
  }

  /** The inputs with the commands of the timeline among them. */
  journal(): Generator<Input, void> {
    return journalInputs(this.#taken, this.engine.accepted, this.#telling.script.given);
  }

  /** Calls `listener` from now on, in place of the listener before. */
  listen(listener: RunListener): void {
    this.#telling.listener = listener;
  }

  /** A separate run at the same place, without a listener and without strategies. */
  fork(): MarketRun {
    const telling = new Telling(this.#telling.script.fork(this.isDriven));
    const engine = this.engine.fork(telling);
    const crank = this.crank.fork(engine, [telling.script]);
    const { inputs, tickets, isPlain } = this.#taken;
    const taken = this.isDriven
      ? allTaken(this.journal())
      : { inputs: inputs.clone(), tickets: tickets.clone(), isPlain };
    return new MarketRun(engine, crank, telling, taken);
  }

  /** Packs what is old, for all copies. Every read gives what it gave before. */
  pack(packing: Packing): void {
    this.engine.pack(packing);
    this.#taken.inputs.pack(packing, KEPT_CHUNKS);
    this.#taken.tickets.pack(packing, KEPT_CHUNKS);
  }

  /**
   * The run as JSON values and bytes; undefined when it has a timeline, its ticks were added to or
   * disturbed, or something is still to happen at the present instant.
   */
  image(packing: Packing): RunImage | undefined {
    const { engine, crank } = this;
    const { inputs, tickets, isPlain } = this.#taken;
    if (!isPlain || crank.peekTime() <= engine.now) return undefined;
    return {
      now: engine.now,
      ticks: crank.ticks,
      engine: engine.image(packing),
      inputs: inputs.image(packing),
      tickets: tickets.image(packing),
    };
  }

  /**
   * The run of which `image` was made; only the ticks are taken again.
   * @throws InvariantError when the market has other ticks up to there.
   */
  static restored(scenario: Scenario, image: RunImage, packing: Packing): MarketRun {
    const market = MarketRun.start({ ...scenario, accounts: [] }, false);
    market.advanceTo(instant(image.now));
    assert(market.crank.ticks === image.ticks, 'Invariant: the ticks are those of the image');
    const telling = new Telling(market.#telling.script.fork());
    const engine = Engine.restored(market.engine, image.engine, telling, packing);
    const crank = market.crank.fork(engine, [telling.script]);
    const taken = {
      inputs: ChunkedList.restored<Input>(image.inputs, packing),
      tickets: ChunkedList.restored<number>(image.tickets, packing),
      isPlain: true,
    };
    return new MarketRun(engine, crank, telling, taken);
  }

  /**
   * Takes an input at the present instant, in which everything has happened. A command without
   * latency takes effect when the crank is next turned to this instant.
   * @param input - its `time` is the present.
   * @returns the ticket of a command, otherwise 0.
   */
  take(input: Input): number {
    const { inputs, tickets } = this.#taken;
    if (changesTicks(input)) this.#taken = { inputs, tickets, isPlain: false };
    inputs.push(input);
    const ticket = this.#act(input);
    tickets.push(ticket);
    return ticket;
  }

  /** Turns the crank up to and including `time`. */
  advanceTo(time: Instant): void {
    this.crank.advanceTo(time);
  }

  /** Keeps a command of a strategy, which the engine has accepted, as an input. */
  #decide(ticket: number): void {
    const { inputs, tickets } = this.#taken;
    const accepted = this.engine.accepted.at(ticket - 1) as AcceptedCommand;
    inputs.push({ ...accepted, kind: 'command', time: instant(accepted.time) });
    tickets.push(ticket);
    this.#decided?.add(ticket);
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
    const changes = disturbancesInForce(this.#taken.inputs, instrument);
    this.crank.disturb(slot, window => disturbedWindow(window, changes));
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

function nothingTaken(): TakenLists {
  return { inputs: new ChunkedList<Input>(), tickets: new ChunkedList<number>() };
}

/** All inputs of a run; its commands are all that its engine has accepted, in their order. */
function allTaken(journal: Iterable<Input>): Taken {
  const { inputs, tickets } = nothingTaken();
  let ticket = 0;
  for (const input of journal) {
    inputs.push(input);
    tickets.push(input.kind === 'command' ? ++ticket : 0);
  }
  return { inputs, tickets, isPlain: false };
}
