/**
 * One running market that clients read and trade in: an engine, its crank and its subscribers. It
 * knows simulated time only; sandbox-clock.ts decides when that time moves. Invariant: subscribers
 * only read (invariant S6); the ledger depends on the commands alone.
 */

import { assert } from '../../../core/base/assert.js';
import { present } from '../../../core/base/present.js';
import type { Command } from '../../../core/engine/state/command.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import type { TurnEnd } from '../../../core/run/crank.js';
import type {
  CommandInput,
  FaultInput,
  Input,
  MarketInput,
  RulesInput,
  TickInput,
} from '../../../core/run/input.js';
import type { RunImage } from '../../../core/run/market-run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Instant } from '../../../core/time/instant.js';
import type { LedStep } from '../driving/led-step.js';
import { Listeners } from '../driving/listeners.js';
import type { PastPlace } from '../driving/past-place.js';
import { CandlePages } from './candle-pages.js';
import { RemovedError, RewoundError, WindowOverError } from './command-lost.js';
import type { InputListener } from './input-listener.js';
import {
  forkedOrigin,
  imagedOrigin,
  type Origin,
  pastOrigin,
  type SimulationOptions,
  startOf,
} from './origin.js';
import { PriceWindows } from './price-windows.js';
import { SimulationView } from './simulation-view.js';
import { type Stand, turnTo } from './stand.js';
import { type CommandListener, WaitingCommands } from './waiting-commands.js';

/** One market, with what moves it and what is given to it. */
export class Simulation extends SimulationView {
  #candlePages: CandlePages;
  readonly #waiting = new WaitingCommands();
  readonly #onTransaction = new Listeners<[Transaction]>();
  readonly #prices = new PriceWindows();
  readonly #onRewind = new Listeners();
  #inputListener: InputListener | undefined;
  #version = 0;

  /** @param origin - where a fork begins; default: the start of the window. */
  constructor(
    scenario: Scenario,
    options: SimulationOptions = {},
    origin: Origin = startOf(scenario, options),
  ) {
    super(scenario, origin);
    this.#candlePages = new CandlePages(origin.run.engine.state.candles);
    this.#listen();
  }

  /** Texts of closed candles, shared by all requests. */
  get candlePages(): CandlePages {
    return this.#candlePages;
  }

  /** Grows whenever time or an account may have changed: earlier results are out of date. */
  get version(): number {
    return this.#version;
  }

  /** Whether its prices or its transactions have a reader. */
  get isWatched(): boolean {
    return this.#prices.areRead || this.#onTransaction.size > 0;
  }

  /** Accepted commands that have not taken effect yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Sends a command. With latency it takes effect when time reaches its instant, and the promise
   * waits until then; otherwise it takes effect at once, after every tick of this instant (decision
   * 0005). When the window ends first, the promise is rejected with WindowOverError.
   * @param refuse - the reason with which a fault has an order refused.
   * @throws WindowOverError when the window is over, or the command could not take effect before
   * its end. @throws RemovedError after `close`.
   */
  submit(accountID: string, command: Command, refuse?: RejectReason): Outcome | Promise<Outcome> {
    const sent = { accountID, command, ...present({ refuse }) };
    return this.#send(sent, input => this.#submitNow(input));
  }

  /**
   * Sends a command as `submit` does, and calls `listener` with its outcome the moment that it
   * takes effect.
   * @returns a promise when steps of strategies come first; kept when the command was accepted,
   * which is no later than its effect. @throws as `submit`, and rejected so.
   */
  send(accountID: string, command: Command, listener: CommandListener): void | Promise<void> {
    return this.#send({ accountID, command }, input => {
      this.#checkOpen();
      this.#takeInput(input, listener);
      this.#settleIfOver();
    });
  }

  /** Accepts a command when its turn has come. @param take - takes it then. */
  #send<T>(
    sent: Omit<CommandInput, 'kind' | 'time'>,
    take: (input: CommandInput) => T | Promise<T>,
  ): T | Promise<T> {
    this.#checkOpen();
    const make = (): CommandInput => ({ kind: 'command', time: this.now, ...sent });
    const step = () => {
      this.#checkOpen();
      // It may have been rewound to before the account was opened, while the command waited.
      if (this.account(sent.accountID) === undefined) throw new RewoundError();
      return { kind: 'input', input: make() } as const;
    };
    return this.after(step, () => take(make()));
  }

  /**
   * Does `act` now, or, when strategies run elsewhere, after the steps before it and after they have
   * taken `step`.
   * @param step - is called when its turn has come; undefined: there is no step to take elsewhere.
   */
  after<T>(step: () => LedStep | undefined, act: () => T | Promise<T>): T | Promise<T> {
    const lead = this.driving?.lead;
    return lead === undefined ? act() : lead.lead(step, act);
  }

  /** @throws RemovedError, or WindowOverError when a command could not take effect any more. */
  #checkOpen(): void {
    if (this.isGone) throw new RemovedError();
    const { minMicros } = this.scenario.execution.latency;
    if (this.hasEnded || this.now + minMicros > this.last) throw new WindowOverError();
  }

  #submitNow(input: Input): Outcome | Promise<Outcome> {
    this.#checkOpen();
    let settled: Outcome | undefined;
    const resolve = (outcome: Outcome) => {
      settled = outcome;
    };
    const ticket = this.#takeInput(input, { resolve, reject: () => undefined });
    if (settled !== undefined) return settled;
    const waiting = this.#waiting.outcomeOf(ticket);
    this.#settleIfOver();
    return waiting;
  }

  /**
   * Opens an account now.
   * @param read - gives the account when its turn has come.
   * @throws InvariantError for a taken id, WindowOverError after the end, and what `read` throws.
   */
  openAccount(read: () => AccountConfig): void | Promise<void> {
    return this.#give(() => {
      const config = read();
      assert(this.account(config.id) === undefined, 'Invariant: the account is new', config.id);
      return { kind: 'account', time: this.now, config };
    });
  }

  /**
   * Adds a tick; the market quotes it when time reaches it.
   * @param check - throws, when its turn has come, for a tick before the present, before the last tick
   * of its instrument, or outside the window.
   * @throws WindowOverError when the window is over, and what `check` throws.
   */
  addTick(
    tick: Pick<TickInput, 'instrument' | 'at' | 'bid' | 'ask'>,
    check: () => void = () => undefined,
  ): void | Promise<void> {
    return this.#give(() => {
      check();
      return { kind: 'tick', time: this.now, ...tick };
    });
  }

  /**
   * Takes an input at the present, which is its time. The outcome of a command is not returned.
   * @throws WindowOverError when the window is over.
   */
  replay(input: Input): void {
    if (this.hasEnded) throw new WindowOverError();
    this.#takeInput(input);
  }

  /** Moves time to `stand`, which may not be before the present. */
  standAt(stand: Stand): void {
    this.#version += 1;
    turnTo(this.run, stand);
    this.isOver = stand.ended === true;
    this.origin.checkpoints.note(this.run);
  }

  /** Replaces what disturbs an instrument, from now on. @throws WindowOverError after the end. */
  disturb(input: Omit<MarketInput, 'kind' | 'time'>): void | Promise<void> {
    return this.#give(() => ({ kind: 'market', ...input, time: this.now }));
  }

  /**
   * Records rules of faults, or a fault that has fired, at any time, even while the engine works: no
   * account and no price changes. @throws WindowOverError when the window is over.
   */
  record(input: Omit<RulesInput, 'time'> | Omit<FaultInput, 'time'>): void {
    if (this.hasEnded) throw new WindowOverError();
    const recorded = { ...input, time: this.now };
    this.run.take(recorded);
    this.#inputListener?.onInput(recorded);
  }

  /**
   * A separate simulation that begins at the present, or at a place in the past, with the inputs up
   * to there. It has no subscribers. Commands on their way are on their way in both.
   * @throws InvariantError for a transaction that does not exist.
   */
  fork(place?: PastPlace): Simulation {
    const fork = new Simulation(this.scenario, {}, forkedOrigin(this.origin, place));
    fork.begunAt = place;
    return fork;
  }

  /**
   * Goes back to a place in the past. Commands that were accepted after it are rejected with
   * RewoundError; those that were on their way there are so again. Listeners are called: streams end
   * then. @throws InvariantError as `fork`.
   */
  rewind(place: PastPlace): void | Promise<void> {
    const step = () => {
      // It may have been rewound while this one waited.
      if (!this.isPast(place)) throw new RewoundError();
      return { kind: 'rewind', place } as const;
    };
    return this.after(step, () => this.#rewindNow(place));
  }

  #rewindNow(place: PastPlace): void {
    const origin = pastOrigin(this.origin, place);
    this.#inputListener?.beforeRewind();
    this.#goOnFrom(origin);
    this.#waiting.rejectAfter(this.engine.accepted.length, new RewoundError());
    this.#onRewind.tell();
    this.#inputListener?.onRewind(place);
  }

  /** Goes to the place at which a simulation of the same scenario stood. It has no readers yet. */
  restore(image: RunImage): void {
    this.#goOnFrom(imagedOrigin(this.scenario, image));
  }

  /** Ends the simulation: commands on their way and later ones are rejected with RemovedError. */
  close(): void {
    this.isGone = true;
    this.run.listen({});
    this.#waiting.rejectAll(new RemovedError());
  }

  /**
   * Moves time up to and including `time`. Publishes prices at the end of each price window.
   * @param rests - whether time will stand still then, so that the last prices are published too.
   * @param isHeld - called after each published window; true stops time there.
   * @returns whether time has reached `time`.
   */
  advanceTo(time: Instant, rests = false, isHeld: () => boolean = () => false): boolean {
    this.#version += 1;
    const { crank } = this.run;
    const held = () => {
      this.origin.checkpoints.note(this.run);
      return isHeld();
    };
    if (this.#prices.areRead && !this.#prices.advance(crank, time, held)) return false;
    crank.advanceTo(time);
    if (rests) this.rest();
    this.#settleIfOver();
    this.origin.checkpoints.note(this.run);
    return true;
  }

  /**
   * Moves time up to `end`, or to an event that ends the turn early; publishes prices as
   * `advanceTo`.
   * @returns whether the turn ended early.
   */
  advanceUntil(end: TurnEnd): boolean {
    this.#version += 1;
    const { crank } = this.run;
    const stopped = this.#prices.areRead
      ? this.#prices.advanceUntil(crank, end)
      : crank.advanceUntil(end);
    this.#settleIfOver();
    this.origin.checkpoints.note(this.run);
    return stopped;
  }

  /** Moves time past the last instant, at which everything has happened: the window is over. */
  end(): void {
    this.#version += 1;
    this.isOver = true;
    this.driving?.end();
  }

  /** Publishes the last prices, because time now stands still. */
  rest(): void {
    this.#prices.publish();
  }

  /** Takes the next `count` ticks and publishes the prices they change; then time stands still. */
  advanceTicks(count: number): void {
    this.#version += 1;
    const { crank } = this.run;
    if (this.#prices.areRead) this.#prices.advanceTicks(crank, count);
    else crank.advanceTicks(count);
    this.#settleIfOver();
    this.origin.checkpoints.note(this.run);
  }

  /** Calls `listener` for every transaction of every account. @returns what ends that. */
  onTransaction(listener: (transaction: Transaction) => void): () => void {
    return this.#onTransaction.add(listener);
  }

  /** Calls `listener` whenever prices are to be published. @returns what ends that. */
  onPrices(listener: () => void): () => void {
    return this.#prices.add(listener);
  }

  /** Calls `listener` after each rewind. @returns what ends that. */
  onRewind(listener: () => void): () => void {
    return this.#onRewind.add(listener);
  }

  /** Gives every input to `listener`, and to no other, from now on. */
  listenToInputs(listener: InputListener): void {
    this.#inputListener = listener;
  }

  #goOnFrom(origin: Origin): void {
    this.run.listen({});
    this.origin = origin;
    this.#candlePages = new CandlePages(this.engine.state.candles);
    this.#listen();
    this.#version += 1;
    this.isOver = false;
    this.#prices.clear();
  }

  #listen(): void {
    this.run.listen({
      onTransaction: transaction => this.#onTransaction.tell(transaction),
      onOutcome: outcome => this.#waiting.settle(outcome),
    });
  }

  /** Takes an input of the present when its turn has come. @param make - makes it then. */
  #give(make: () => Input): void | Promise<void> {
    const step = () => (this.hasEnded ? undefined : ({ kind: 'input', input: make() } as const));
    return this.after(step, () => this.replay(make()));
  }

  /** @param listener - gets the outcome of the command. @returns the ticket of a command. */
  #takeInput(input: Input, listener?: CommandListener): number {
    this.#version += 1;
    this.#takePresent();
    try {
      const ticket = this.run.take(input);
      if (listener !== undefined) this.#waiting.hear(ticket, listener);
      this.#takePresent();
      this.origin.checkpoints.note(this.run);
      this.#inputListener?.onInput(input);
      return ticket;
    } catch (error) {
      this.#inputListener?.onBroken(error as Error);
      throw error;
    }
  }

  /** Completes the present instant; its prices are published at the end of their price window. */
  #takePresent(): void {
    const { now } = this;
    if (this.#prices.areRead && this.nextEvent <= now) this.#prices.note(now);
    this.run.crank.advanceTo(now);
  }

  /** Rejects the waiting commands once nothing can take effect in the window any more. */
  #settleIfOver(): void {
    if (this.now < this.last || this.nextEvent < Number.POSITIVE_INFINITY) return;
    this.#waiting.rejectAll(new WindowOverError());
  }
}
