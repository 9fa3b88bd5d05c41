/**
 * Stops a playing clock by itself: right after the tick at which something happens that its user
 * has named. The same tick stops the clock at every speed.
 */

import type { Transaction } from '../../../core/ledger/transaction.js';
import type { TurnEnd } from '../../../core/run/turn-end.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import { type PauseReason, pauseReasonOf } from '../strategies/pause-reason.js';
import type { Simulation } from './simulation.js';

/** A stop of time by itself. */
export interface Pause {
  readonly reason: PauseReason;
  readonly time: Instant;
  /** The transaction that time stopped at; absent for an event of the calendar. */
  readonly transaction?: Transaction;
}

/**
 * Owns the first reason to stop that came up. Transactions of the simulation set it, once; `end`
 * stops the look.
 */
export class AutoPause {
  readonly reasons: readonly PauseReason[];
  readonly #simulation: Simulation;
  readonly #ends: () => void;
  /** The next event of the calendar, microseconds; Infinity when no event is asked for. */
  readonly #eventAt: number;
  #found: Pause | undefined;

  /** @param reasons - at least one. */
  constructor(simulation: Simulation, reasons: readonly PauseReason[]) {
    const { now, engine } = simulation;
    this.reasons = reasons;
    this.#simulation = simulation;
    const next = engine.state.events.find(({ at }) => at > now)?.at;
    this.#eventAt = (reasons.includes('event') && next) || Number.POSITIVE_INFINITY;
    this.#ends = simulation.onTransaction(transaction => this.#see(transaction));
  }

  /** The end of a turn that goes to `to` at most. */
  turnTo(to: Instant): Pick<TurnEnd, 'to' | 'until'> {
    return { to: instant(Math.min(to, this.#eventAt)), until: () => this.#found !== undefined };
  }

  /** What time must stop at now; undefined when it may go on. */
  get found(): Pause | undefined {
    const { now } = this.#simulation;
    if (this.#found === undefined && now >= this.#eventAt) return { reason: 'event', time: now };
    return this.#found;
  }

  /** Watches no longer. */
  end(): void {
    this.#ends();
  }

  #see(transaction: Transaction): void {
    if (this.#found !== undefined) return;
    const reason = pauseReasonOf(transaction, this.reasons);
    if (reason === undefined) return;
    this.#found = { reason, time: this.#simulation.now, transaction };
  }
}
