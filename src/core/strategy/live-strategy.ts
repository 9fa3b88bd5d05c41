/**
 * A strategy in a market that goes on without it: a fault in a hook stops the strategy and nothing
 * else. It says which commands are the strategy's, because clients may use the same account.
 * Source: decision 0046.
 */

import type { CandleRows } from '../candle/candle-rows.js';
import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { CandleSubscription, Outcome, TimerOutput } from '../engine/state/outputs.js';
import type { Transaction } from '../ledger/transaction.js';
import type { CalendarEvent } from '../risk/calendar.js';
import type { Instant } from '../time/instant.js';
import type { StrategyDriver } from './strategy-driver.js';
import { StrategyError } from './strategy-error.js';
import type { Drawings } from './tools/drawings.js';

/**
 * `waiting` until it has the candles that it waits for, `stopped` by a fault, `ended` with the run.
 */
export const STRATEGY_STATES = ['waiting', 'running', 'stopped', 'ended'] as const;
/** One of those. */
export type StrategyState = (typeof STRATEGY_STATES)[number];

/** Called when the state of a strategy changes. */
export interface LiveListener {
  /** Called when its state has changed. */
  onState(): void;
  /** A command of the strategy has taken effect. */
  onAnswer(outcome: Outcome): void;
}

/** Calls the hooks of a live strategy, or repeats their recorded effects. */
export type LiveDriver = Pick<
  StrategyDriver,
  | 'accountID'
  | 'candles'
  | 'wantsTicks'
  | 'wantsCandlesEnd'
  | 'hasBegun'
  | 'start'
  | 'onTick'
  | 'onCandle'
  | 'onCandlesEnd'
  | 'onTimer'
  | 'onEvent'
  | 'wantsTransactions'
  | 'onTransaction'
  | 'onOutcome'
  | 'stop'
  | 'drawn'
>;

/**
 * Owns the state of one strategy in one run, and which commands are its own. Hooks and faults move
 * the state: it waits, runs, and stops or ends, once.
 */
export class LiveStrategy implements Driver {
  /** Calls `listener`, and no other, from now on. */
  listener: LiveListener | undefined;
  readonly #driver: LiveDriver;
  /** Tickets of its commands that have not taken effect yet. */
  readonly #sent = new Set<number>();
  #engine: Engine | undefined;
  #onSent: (ticket: number) => void = () => undefined;
  #state: StrategyState = 'waiting';
  #fault: StrategyError | undefined;

  constructor(driver: LiveDriver) {
    this.#driver = driver;
  }

  get accountID(): string {
    return this.#driver.accountID;
  }

  get candles(): readonly CandleSubscription[] {
    return this.#driver.candles;
  }

  get wantsTicks(): boolean {
    return this.#driver.wantsTicks;
  }

  get wantsCandlesEnd(): boolean {
    return this.#driver.wantsCandlesEnd;
  }

  get state(): StrategyState {
    return this.#state;
  }

  /** Why it was stopped; undefined when it was not. */
  get fault(): StrategyError | undefined {
    return this.#fault;
  }

  /** What it has drawn so far; undefined when it has drawn nothing. */
  drawn(): Drawings | undefined {
    return this.#driver.drawn();
  }

  /** Starts it. @param onSent - gets the ticket of each of its commands, after the hook. */
  begin(engine: Engine, onSent: (ticket: number) => void): void {
    this.#engine = engine;
    this.#onSent = onSent;
    this.#call(() => this.#driver.start(engine));
  }

  onTick(slot: number, time: Instant): void {
    this.#call(() => this.#driver.onTick(slot, time));
  }

  onCandle(candle: CandleRows, subscription: CandleSubscription): void {
    this.#call(() => this.#driver.onCandle(candle, subscription));
  }

  onCandlesEnd(): void {
    this.#call(() => this.#driver.onCandlesEnd());
  }

  onTimer(output: TimerOutput): void {
    this.#call(() => this.#driver.onTimer(output));
  }

  onEvent(event: CalendarEvent): void {
    this.#call(() => this.#driver.onEvent(event));
  }

  wantsTransactions(): boolean {
    return this.#driver.wantsTransactions();
  }

  onTransaction(transaction: Transaction): void {
    this.#call(() => this.#driver.onTransaction(transaction));
  }

  /** A malformed request of a client on the same account is no fault of the strategy. */
  onOutcome(outcome: Outcome): void {
    if (!this.#sent.delete(outcome.ticket)) return;
    this.listener?.onAnswer(outcome);
    this.#call(() => this.#driver.onOutcome(outcome));
  }

  /** The run is over. */
  stop(): void {
    if (this.#isOver) return;
    this.#call(() => this.#driver.stop());
    if (this.#fault === undefined) this.#become('ended');
  }

  /** Stops it for a reason of its own run: none of its hooks is called again. */
  halt(fault: StrategyError): void {
    this.#fault = fault;
    this.#become('stopped');
  }

  get #isOver(): boolean {
    return this.#state === 'stopped' || this.#state === 'ended';
  }

  /** Calls hooks. @throws what is no fault of the strategy. */
  #call(hooks: () => void): void {
    const accepted = this.#engine?.accepted;
    if (accepted === undefined || this.#isOver) return;
    const before = accepted.length;
    try {
      hooks();
    } catch (error) {
      if (!(error instanceof StrategyError)) throw error;
      this.#fault = error;
    }
    for (let ticket = before + 1; ticket <= accepted.length; ticket++) {
      this.#sent.add(ticket);
      this.#onSent(ticket);
    }
    if (this.#fault !== undefined) this.#become('stopped');
    else if (this.#state === 'waiting' && this.#driver.hasBegun) this.#become('running');
  }

  #become(state: StrategyState): void {
    this.#state = state;
    this.listener?.onState();
  }
}
