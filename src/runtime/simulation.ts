/**
 * One running market that clients read and trade in: an engine, its crank and its subscribers. It
 * knows simulated time only; sandbox-clock.ts decides when that time moves. Invariant: subscribers
 * only read (invariant S6); the ledger depends on the commands alone.
 */

import { Engine } from '../core/engine/engine.js';
import type { AccountCell } from '../core/engine/state/account-cell.js';
import type { Command } from '../core/engine/state/command.js';
import type { Outcome } from '../core/engine/state/outputs.js';
import type { Transaction } from '../core/ledger/transaction.js';
import { Crank, type TurnEnd } from '../core/run/crank.js';
import type { Scenario } from '../core/run/scenario.js';
import { TimelineDriver } from '../core/run/timeline-driver.js';
import { type Instant, instant } from '../core/time/instant.js';
import { CandlePages } from './candle-pages.js';

/** Simulated length of a price window; each window streams at most one price per instrument. */
const PRICE_WINDOW_MICROS = 250_000;

export interface SimulationOptions {
  /**
   * Whether the scenario's timeline runs beside the commands of clients; default: only clients act.
   */
  readonly timeline?: boolean;
}

/**
 * A command that can never take effect: the window is over, or it ends before the latency has
 * passed.
 */
export class WindowOverError extends Error {
  override readonly name = 'WindowOverError';

  constructor() {
    super('The simulated window is over');
  }
}

/** Callbacks for a command that has taken effect, or never will. */
interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: WindowOverError): void;
}

export class Simulation {
  readonly scenario: Scenario;
  readonly engine: Engine;
  /** Texts of closed candles, shared by all requests. */
  readonly candlePages: CandlePages;
  readonly #crank: Crank;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onTransaction = new Set<(transaction: Transaction) => void>();
  readonly #onPrices = new Set<() => void>();
  /** End of the price window that holds unpublished prices; Infinity when there are none. */
  #windowEnd = Number.POSITIVE_INFINITY;
  #version = 0;
  #hasEnded = false;

  constructor(scenario: Scenario, { timeline = false }: SimulationOptions = {}) {
    this.scenario = scenario;
    const { market, accounts, execution: model, seed, from, to } = scenario;
    const script = new TimelineDriver(timeline ? scenario.timeline : []);
    this.engine = Engine.create({
      market,
      accounts,
      model,
      seed,
      from,
      outputs: {
        onTransaction: transaction => {
          script.onTransaction(transaction);
          for (const listener of this.#onTransaction) listener(transaction);
        },
        onOutcome: outcome => {
          script.onOutcome(outcome);
          this.#waiting.get(outcome.ticket)?.resolve(outcome);
          this.#waiting.delete(outcome.ticket);
        },
      },
    });
    this.candlePages = new CandlePages(this.engine.state.candles);
    const ticks = market.map(entry => entry.ticks?.windows);
    this.#crank = new Crank(this.engine, { ticks, drivers: [script], from, to });
  }

  get now(): Instant {
    return this.engine.now;
  }

  /**
   * Grows whenever time or an account may have changed; results computed before are out of date.
   */
  get version(): number {
    return this.#version;
  }

  /** Ticks taken so far. */
  get ticks(): number {
    return this.#crank.ticks;
  }

  /** Ticks still to come. */
  get ticksLeft(): number {
    return this.#crank.ticksLeft;
  }

  /** The last instant of the window, in microseconds since 1970. */
  get last(): Instant {
    return instant(this.scenario.to - 1);
  }

  /** Accepted commands that have not taken effect yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Whether the window is over: time cannot move any more, and commands are refused. When time has
   * only reached the last instant, commands are still accepted, as at every other instant.
   */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The next instant at which something happens by itself; Infinity when nothing will. */
  get nextEvent(): number {
    return this.#crank.peekTime();
  }

  /** The account, or undefined when there is none of that id. */
  account(id: string): AccountCell | undefined {
    return this.engine.state.cells.find(cell => cell.state.config.id === id);
  }

  /**
   * Sends a command. With latency it takes effect when time reaches its instant, and the promise
   * waits until then; otherwise it takes effect at once, after every tick of this instant (decision
   * 0005). When the window ends first, the promise is rejected with WindowOverError.
   * @throws WindowOverError when the window is over, or the command could not take effect before
   * its end.
   */
  submit(accountID: string, command: Command): Outcome | Promise<Outcome> {
    const { minMicros } = this.scenario.execution.latency;
    if (this.hasEnded || this.now + minMicros > this.last) throw new WindowOverError();
    this.#version += 1;
    this.#takePresent();
    const ticket = this.engine.accept(accountID, command);
    let settled: Outcome | undefined;
    const resolve = (outcome: Outcome) => {
      settled = outcome;
    };
    this.#waiting.set(ticket, { resolve, reject: () => undefined });
    this.#takePresent();
    if (settled !== undefined) return settled;
    const waiting = new Promise<Outcome>((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject });
    });
    this.#settleIfOver();
    return waiting;
  }

  /**
   * Moves time up to and including `time`. Publishes prices at the end of each price window.
   * @param rests - whether time will stand still then, so that the last prices are published too.
   * @param isHeld - called after each published window; true stops time there.
   * @returns whether time has reached `time`.
   */
  advanceTo(time: Instant, rests = false, isHeld: () => boolean = () => false): boolean {
    this.#version += 1;
    if (this.#onPrices.size > 0 && !this.#advanceByWindows(time, isHeld)) return false;
    this.#crank.advanceTo(time);
    if (rests) this.#publish();
    this.#settleIfOver();
    return true;
  }

  /**
   * Moves time up to `end`, or to an event that ends the turn early; publishes prices as
   * `advanceTo`.
   * @returns whether the turn ended early.
   */
  advanceUntil(end: TurnEnd): boolean {
    this.#version += 1;
    const stopped =
      this.#onPrices.size > 0 ? this.#untilByWindows(end) : this.#crank.advanceUntil(end);
    this.#settleIfOver();
    return stopped;
  }

  /** Moves time past the last instant, at which everything has happened: the window is over. */
  end(): void {
    this.#version += 1;
    this.#hasEnded = true;
  }

  /** Publishes the last prices, because time now stands still. */
  rest(): void {
    this.#publish();
  }

  /**
   * Takes the next `count` ticks and publishes the prices that they change; then time stands still.
   */
  advanceTicks(count: number): void {
    this.#version += 1;
    if (this.#onPrices.size === 0) this.#crank.advanceTicks(count);
    else this.#advanceTicksByWindows(count);
    this.#settleIfOver();
  }

  /**
   * Calls `listener` for every transaction of every account.
   * @returns a function that ends the subscription.
   */
  onTransaction(listener: (transaction: Transaction) => void): () => void {
    this.#onTransaction.add(listener);
    return () => this.#onTransaction.delete(listener);
  }

  /**
   * Calls `listener` whenever prices are to be published.
   * @returns a function that ends the subscription.
   */
  onPrices(listener: () => void): () => void {
    this.#onPrices.add(listener);
    return () => this.#onPrices.delete(listener);
  }

  #advanceTicksByWindows(count: number): void {
    for (let taken = 0; taken < count && this.#crank.ticksLeft > 0; taken++) {
      const next = this.nextEvent;
      if (next >= this.#windowEnd) this.#publish();
      this.#windowEnd = Math.min(this.#windowEnd, windowEndAfter(next));
      this.#crank.advanceTicks(1);
    }
    this.#publish();
  }

  /**
   * Moves time to the end of the last price window before `time`.
   * @returns false when it was held earlier.
   */
  #advanceByWindows(time: Instant, isHeld: () => boolean): boolean {
    for (;;) {
      const next = this.nextEvent;
      if (next <= time) this.#windowEnd = Math.min(this.#windowEnd, windowEndAfter(next));
      if (this.#windowEnd > time) return true;
      this.#crank.advanceTo(instant(this.#windowEnd - 1));
      this.#publish();
      if (isHeld()) return false;
    }
  }

  #untilByWindows(end: TurnEnd): boolean {
    for (;;) {
      const next = this.nextEvent;
      if (next <= end.to) this.#windowEnd = Math.min(this.#windowEnd, windowEndAfter(next));
      if (this.#windowEnd > end.to) return this.#crank.advanceUntil(end);
      const to = instant(this.#windowEnd);
      if (this.#crank.advanceUntil({ ...end, to, through: 'timers' })) return true;
      this.#publish();
    }
  }

  /** Completes the present instant; its prices are published at the end of their price window. */
  #takePresent(): void {
    const { now } = this;
    if (this.#onPrices.size > 0 && this.nextEvent <= now) {
      this.#windowEnd = Math.min(this.#windowEnd, windowEndAfter(now));
    }
    this.#crank.advanceTo(now);
  }

  /** Rejects the waiting commands once nothing can take effect in the window any more. */
  #settleIfOver(): void {
    if (this.now < this.last || this.nextEvent < Number.POSITIVE_INFINITY) return;
    for (const { reject } of this.#waiting.values()) reject(new WindowOverError());
    this.#waiting.clear();
  }

  #publish(): void {
    this.#windowEnd = Number.POSITIVE_INFINITY;
    for (const listener of this.#onPrices) listener();
  }
}

function windowEndAfter(time: number): number {
  return (Math.floor(time / PRICE_WINDOW_MICROS) + 1) * PRICE_WINDOW_MICROS;
}
