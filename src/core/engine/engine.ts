/**
 * The engine: a market, its accounts and a clock that only the caller moves. Synchronous and
 * deterministic: the same ticks and commands in the same order give the same ledger. It knows no
 * file, no scenario and no wall clock.
 */

import { assert, ensureDefined } from '../base/assert.js';
import { ChunkedList, type Sequence } from '../base/chunked-list.js';
import { decimal } from '../base/decimal.js';
import { KEPT_CHUNKS, type Packing } from '../base/packing.js';
import type { Prng } from '../base/prng.js';
import type { FeedMerge } from '../feed/merge.js';
import type { AccountConfig } from '../ledger/account-config.js';

import type { Ledger } from '../ledger/log/ledger.js';
import type { TickRows } from '../market/tick.js';
import type { OrderRequest } from '../order/order.js';
import type { RejectReason } from '../reason/reject-reasons.js';
import type { Instant } from '../time/instant.js';
import { accountNamed } from './account-index.js';
import { createAccount, transfer } from './decide/account-commands.js';
import { birthRequestID } from './execute-command.js';
import { type EngineImage, imageOf, restoredState } from './image/engine-image.js';
import { packRecords } from './image/old-records.js';
import { passQuiet } from './quiet/pass-quiet.js';
import { walkQuiet } from './quiet/walk-quiet.js';
import { readCommand } from './request/read-command.js';
import { scheduleEvents, scheduleRisk } from './risk-timers.js';
import { AccountCell } from './state/account-cell.js';
import { CandleSubscriptions } from './state/candle-subscriptions.js';
import type { AcceptedCommand, Command, MalformedCommand, ReadCommand } from './state/command.js';
import {
  cloneState,
  createState,
  type EngineSetup,
  type EngineState,
  Rank,
} from './state/engine-state.js';
import { takeHistory } from './state/history.js';
import type { Halt } from './state/market-entry.js';
import type { CandleSubscription, Outputs } from './state/outputs.js';
import { createPassage } from './state/passage.js';
import { setFaultHalts } from './state/sessions.js';
import { createStage, dueTime, openBatch, type Stage } from './state/stage.js';
import { runNext, runUntil, scheduleStanding, stepTick } from './step.js';

/**
 * How much of its last instant a move of time includes: only the part before the ticks (`timers`),
 * or all of it (`commands`).
 */
export const INSTANT_PARTS = ['timers', 'commands'] as const;
/** One part of an instant. */
export type InstantPart = (typeof INSTANT_PARTS)[number];

const RANK_AFTER: Readonly<Record<InstantPart, number>> = {
  timers: Rank.TICK,
  commands: Rank.LAST,
};

/** What an engine is created from. */
export interface EngineOptions extends EngineSetup {
  /** The accounts in the order of the scenario; the place is the account slot. */
  readonly accounts: readonly AccountConfig[];
  readonly outputs?: Outputs;
  /** Ticks before it are left out of history; default: none are. */
  readonly historySince?: Instant;
  readonly candles?: readonly CandleSubscription[];
  /**
   * Whether every tick goes through all phases, quiet or not (decision 0012); the ledger is the
   * same.
   */
  readonly isThorough?: boolean;
  /** Looks at each command of `accept`, but not at those of `acceptBeside`. A fork has none. */
  readonly instead?: CommandOverride;
}

/**
 * Is called before a command is accepted. The command that it returns is accepted instead;
 * undefined leaves the command as it is.
 */
export type CommandOverride = (engine: Engine, accepted: AcceptedCommand) => Command | undefined;

/** A command on its way into the queue. */
interface Arrival {
  readonly accountID: string;
  readonly command: Command;
  readonly read: ReadCommand | MalformedCommand;
  /** Where its latency is drawn. */
  readonly latency: Prng;
  /** The reason with which its order is refused, whatever it says; undefined: by its own faults. */
  readonly refuse: RejectReason | undefined;
}

/** One simulated market with its accounts. */
export class Engine {
  readonly #stage: Stage;
  readonly #accepted: ChunkedList<AcceptedCommand>;
  readonly #instead: CommandOverride | undefined;

  private constructor(
    stage: Stage,
    accepted: ChunkedList<AcceptedCommand>,
    instead?: CommandOverride,
  ) {
    this.#stage = stage;
    this.#accepted = accepted;
    this.#instead = instead;
  }

  /**
   * Creates an engine at `from`; its accounts have just been created and funded. It knows the ticks
   * before `from` as history: the last prices, and candles that reach back.
   */
  static create(options: EngineOptions): Engine {
    const { accounts, outputs = {}, candles = [], isThorough = false } = options;
    const state = createState(options, parts =>
      Array.from(accounts, (config, slot) => AccountCell.create(slot, parts, config)),
    );
    const subscriptions = new CandleSubscriptions(state.candles, candles);
    const engine = new Engine(
      stageOf(state, outputs, subscriptions, isThorough),
      new ChunkedList(),
      options.instead,
    );
    takeHistory(state, options.historySince);
    subscriptions.resume(state);
    scheduleStanding(engine.#stage);
    if (outputs.onEvent !== undefined) scheduleEvents(state);
    for (const cell of state.cells) engine.#open(cell);
    return engine;
  }

  get now(): Instant {
    return this.#stage.state.clock.now;
  }

  /**
   * Microseconds of the next instant at which something is due by itself; Infinity when nothing is.
   */
  peekTime(): number {
    return dueTime(this.#stage);
  }

  /** The live state. Callers read it and never write it. */
  get state(): EngineState {
    return this.#stage.state;
  }

  /** Whether a listener receives every tick, so that no tick may be passed. */
  get hasTickSubscriber(): boolean {
    return this.#stage.outputs.onTick !== undefined;
  }

  /** All transactions so far, over all accounts, in commit order. */
  get ledger(): Ledger {
    return this.#stage.state.ledger;
  }

  /** All accepted commands so far. They cause the ledger, and a journal records them. */
  get accepted(): Sequence<AcceptedCommand> {
    return this.#accepted;
  }

  /** The orders of an account that were accepted and have not taken effect yet, in their order. */
  sentOrders(accountID: string): readonly OrderRequest[] {
    const { slot } = this.account(accountID);
    return this.#stage.state.queue.entries().flatMap(({ value }) => {
      const isOwn = value.kind === 'command' && value.account === slot;
      if (!isOwn || value.refuse !== undefined) return [];
      return value.command.type === 'CreateOrder' ? [value.command.order] : [];
    });
  }

  /** The account with this id. @throws InvariantError when there is none. */
  account(accountID: string): AccountCell {
    const cell = accountNamed(this.#stage.state.cells, accountID);
    return ensureDefined(cell, 'account', accountID);
  }

  /**
   * Takes row `row` of `rows` as a tick of their instrument; its time may not be past.
   * @param rows - looked at during the call only; a feed that stands on a tick will do.
   */
  tick(rows: TickRows, row: number): void {
    stepTick(this.#stage, rows, row);
  }

  /**
   * Takes the ticks of `feed` before `limit` (microseconds) while they are quiet. The result equals
   * that of `tick` on each.
   * @returns the number of ticks taken.
   */
  walk(feed: FeedMerge, limit: number): number {
    return walkQuiet(this.#stage, feed, limit);
  }

  /**
   * Passes the ticks of `feed` up to the first that needs a look, or up to `limit` (microseconds,
   * exclusive). The result equals that of taking each of them.
   * @returns the number of ticks passed.
   */
  pass(feed: FeedMerge, limit: number): number {
    return this.hasTickSubscriber ? 0 : passQuiet(this.#stage, feed, limit);
  }

  /**
   * Moves simulated time up to and including `time`: due timers run and commands take effect.
   * @param through - how much of `time` itself is included.
   */
  advanceTo(time: Instant, through: InstantPart = 'commands'): void {
    runUntil(this.#stage, time, RANK_AFTER[through]);
    if (time > this.now) this.#stage.state.clock.advanceTo(time);
  }

  /** Runs the next event, if `advanceTo` would run it. @returns whether there was one. */
  takeEvent(time: Instant, through: InstantPart): boolean {
    return runNext(this.#stage, time, RANK_AFTER[through]);
  }

  /** Moves simulated time up to `time`, exclusive. The events of `time` stay in the queue. */
  advanceBefore(time: Instant): void {
    runUntil(this.#stage, time, Rank.SESSION);
  }

  /**
   * Accepts a command now. It takes effect after the latency of the execution model, and after the
   * ticks of that instant.
   * @param read - the command with its order read, for a caller that has read it.
   * @param refuse - the reason with which an order is refused when the command takes effect.
   * @returns the ticket; the outcome carries the same number.
   */
  accept(
    accountID: string,
    command: Command,
    read = readCommand(command),
    refuse?: RejectReason,
  ): number {
    const { latency } = this.#stage.state.random;
    const other = this.#instead?.(this, { time: this.now, accountID, command });
    return other === undefined
      ? this.#enqueue({ accountID, command, read, latency, refuse })
      : this.#enqueue({ accountID, command: other, read: readCommand(other), latency, refuse });
  }

  /**
   * Accepts a command as `accept` does, with draws of its own: the latencies and refusals of all
   * other commands are as they would be without it. A counterfactual adds commands in this way.
   */
  acceptBeside(accountID: string, command: Command): number {
    const { beside: latency } = this.#stage.state.random;
    const read = readCommand(command);
    return this.#enqueue({ accountID, command, read, latency, refuse: undefined });
  }

  /**
   * Opens a new account now, after those that exist: it is created and funded at once.
   * @throws InvariantError when its id is taken.
   */
  openAccount(config: AccountConfig): void {
    const { state } = this.#stage;
    const taken = accountNamed(state.cells, config.id);
    assert(taken === undefined, 'Invariant: an account id is used once', config.id);
    const cell = AccountCell.create(state.cells.length, state, config);
    state.cells.push(cell);
    this.#open(cell);
  }

  /** Replaces the halts that faults add in `slot`, from now on. */
  setFaultHalts(slot: number, halts: readonly Halt[]): void {
    setFaultHalts(this.#stage.state, slot, halts, this.now);
  }

  /**
   * Sets a timer. Listeners receive `timer`, a number of the caller's choice, at `at`, before the
   * ticks of that instant.
   */
  setTimer(at: Instant, timer: number): void {
    this.#stage.state.queue.push(at, Rank.TIMER, { kind: 'timer', timer });
  }

  /** A separate copy with its own listeners. Candle subscriptions are not copied. */
  fork(outputs: Outputs = {}): Engine {
    const state = cloneState(this.#stage.state);
    const subscriptions = new CandleSubscriptions(state.candles, []);
    const { isThorough } = this.#stage.passage;
    return new Engine(stageOf(state, outputs, subscriptions, isThorough), this.#accepted.clone());
  }

  /** Packs what is old and has ended, for all copies. Every read gives what it gave before. */
  pack(packing: Packing): void {
    const { ledger, cells } = this.#stage.state;
    ledger.pack(packing, KEPT_CHUNKS);
    this.#accepted.pack(packing, KEPT_CHUNKS);
    for (const { state, log } of cells) {
      packRecords(state, packing, KEPT_CHUNKS);
      log.pack(packing, KEPT_CHUNKS);
    }
  }

  /** Everything that its market does not give, as bytes. It must not go on until they are read. */
  image(packing: Packing): EngineImage {
    return imageOf(this.#stage.state, this.#accepted, packing);
  }

  /**
   * The engine of which `image` was made, without listeners.
   * @param market - an engine of the same market without accounts, at the same instant.
   */
  static restored(market: Engine, image: EngineImage, outputs: Outputs, packing: Packing): Engine {
    const state = restoredState(market.state, image, packing);
    const subscriptions = new CandleSubscriptions(state.candles, []);
    const { isThorough } = market.#stage.passage;
    const accepted = ChunkedList.restored<AcceptedCommand>(image.accepted, packing);
    return new Engine(stageOf(state, outputs, subscriptions, isThorough), accepted);
  }

  #open(cell: AccountCell): void {
    const { config } = cell.state;
    const request = (step: 0 | 1) => {
      const requestID = birthRequestID(cell.slot, step);
      return openBatch(this.#stage, cell, this.now, { requestID });
    };
    createAccount(request(0), config);
    scheduleRisk(this.#stage.state, cell);
    const balance = decimal(config.balance);
    assert(!balance.isNegative(), 'Invariant: an opening balance is not negative');
    if (balance.isZero()) return;
    transfer(request(1), balance, 'CLIENT_FUNDING');
  }

  #enqueue({ accountID, command, read, latency, refuse }: Arrival): number {
    const { state } = this.#stage;
    const { slot, state: account } = this.account(accountID);
    const ticket = ++state.tickets;
    // The account's own text: a caller makes a new one for each command, and this list keeps it.
    const accepted = { time: this.now, accountID: account.config.id, command };
    this.#accepted.push(refuse === undefined ? accepted : { ...accepted, refuse });
    const { minMicros, maxMicros } = state.model.latency;
    const delay = minMicros === maxMicros ? minMicros : latency.nextInt(minMicros, maxMicros);
    const isBeside = latency === state.random.beside;
    const event = { kind: 'command', account: slot, command: read, ticket, isBeside } as const;
    const due = refuse === undefined ? event : { ...event, refuse };
    state.queue.push(this.now + delay, Rank.COMMAND, due);
    return ticket;
  }
}

function stageOf(
  state: EngineState,
  outputs: Outputs,
  subscriptions: CandleSubscriptions,
  isThorough: boolean,
): Stage {
  const passage = createPassage(state.market.length, isThorough);
  return createStage({ state, outputs, subscriptions, passage });
}
