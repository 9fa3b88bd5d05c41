/**
 * One running market that clients read and trade in: its commands, its subscribers, its forks and its
 * rewinds. It knows simulated time only; the clock decides when that time moves. Invariant: subscribers
 * only read (invariant S6); the ledger depends on the commands alone.
 */

import { assert } from '../../../core/base/assert.js';
import { present } from '../../../core/base/present.js';
import type { Command } from '../../../core/engine/state/command.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import type {
  CommandInput,
  FaultInput,
  Input,
  MarketInput,
  RulesInput,
  TickInput,
} from '../../../core/run/input/input.js';
import type { RunImage } from '../../../core/run/run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { LedStep } from '../strategies/led-step.js';
import { Listeners } from '../strategies/listeners.js';
import type { PastPlace, RecordedRun } from '../strategies/place.js';
import { CandlePages } from './candle-pages.js';
import { RemovedError, RewoundError, WindowOverError } from './command-lost.js';
import type { InputListener } from './input-listener.js';
import { forkedRun, restoredRun } from './recorded-run.js';
import { SimulationTime } from './simulation-time.js';
import type { SimulationStart } from './simulation-view.js';
import type { CommandListener } from './waiting-commands.js';

/**
 * Owns one market: the run with the snapshots of its past, its strategies and its subscribers. Commands
 * and other inputs change it, time changes it (`SimulationTime`), and `rewind` and `restore` put another
 * run in the place of its run. Always: the recorded inputs replayed over the scenario give its ledger.
 */
export class Simulation extends SimulationTime {
  #candlePages: CandlePages;
  readonly #onTransaction = new Listeners<[Transaction]>();
  readonly #onRewind = new Listeners();
  #inputListener: InputListener | undefined;

  /** @param begun - where a fork begins; default: the start of the window. */
  constructor(scenario: Scenario, options: SimulationStart = {}, begun?: RecordedRun) {
    super(scenario, options, begun);
    this.#candlePages = new CandlePages(this.engine.state.candles);
    this.#listen();
  }

  /** Texts of closed candles, shared by all requests. */
  get candlePages(): CandlePages {
    return this.#candlePages;
  }

  /** Whether its prices or its transactions have a reader. */
  get isWatched(): boolean {
    return this.prices.areRead || this.#onTransaction.size > 0;
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
      this.settleIfOver();
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
    const lead = this.strategies?.lead;
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
    const waiting = this.commands.outcomeOf(ticket);
    this.settleIfOver();
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
    const fork = new Simulation(this.scenario, {}, forkedRun(this.recorded, place));
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
    const past = this.#pastAt(place);
    this.#inputListener?.beforeRewind();
    this.#goOnFrom(past);
    this.commands.rejectAfter(this.engine.accepted.length, new RewoundError());
    this.#onRewind.tell();
    this.#inputListener?.onRewind(place);
  }

  /** The run at a place in the past. Strategies are run anew, or stopped if they decide otherwise. */
  #pastAt(place: PastPlace): RecordedRun {
    const { recorded, strategies } = this;
    const run = recorded.run.hasStrategies ? strategies?.goBack(recorded.run, place) : undefined;
    if (run !== undefined) return { ...recorded, run };
    const past = forkedRun(recorded, place);
    strategies?.leaveAt(past.run.engine.now);
    return past;
  }

  /** Goes to the place at which a simulation of the same scenario was. It has no readers yet. */
  restore(image: RunImage): void {
    this.#goOnFrom(restoredRun(this.scenario, image));
  }

  /** Ends the simulation: commands on their way and later ones are rejected with RemovedError. */
  close(): void {
    this.isGone = true;
    this.run.listen({});
    this.commands.rejectAll(new RemovedError());
  }

  /** Calls `listener` for every transaction of every account. @returns what ends that. */
  onTransaction(listener: (transaction: Transaction) => void): () => void {
    return this.#onTransaction.add(listener);
  }

  /** Calls `listener` after each rewind. @returns what ends that. */
  onRewind(listener: () => void): () => void {
    return this.#onRewind.add(listener);
  }

  /** Gives every input to `listener`, and to no other, from now on. */
  listenToInputs(listener: InputListener): void {
    this.#inputListener = listener;
  }

  #goOnFrom(recorded: RecordedRun): void {
    this.run.listen({});
    this.recorded = recorded;
    this.#candlePages = new CandlePages(this.engine.state.candles);
    this.#listen();
    this.outdate();
    this.isOver = false;
    this.prices.clear();
  }

  #listen(): void {
    this.run.listen({
      onTransaction: transaction => this.#onTransaction.tell(transaction),
      onOutcome: outcome => this.commands.settle(outcome),
    });
  }

  /** Takes an input of the present when its turn has come. @param make - makes it then. */
  #give(make: () => Input): void | Promise<void> {
    const step = () => (this.hasEnded ? undefined : ({ kind: 'input', input: make() } as const));
    return this.after(step, () => this.replay(make()));
  }

  /** @param listener - gets the outcome of the command. @returns the ticket of a command. */
  #takeInput(input: Input, listener?: CommandListener): number {
    this.outdate();
    this.takePresent();
    try {
      const ticket = this.run.take(input);
      if (listener !== undefined) this.commands.hear(ticket, listener);
      this.takePresent();
      this.recorded.checkpoints.note(this.run);
      this.#inputListener?.onInput(input);
      return ticket;
    } catch (error) {
      this.#inputListener?.onBroken(error as Error);
      throw error;
    }
  }
}
