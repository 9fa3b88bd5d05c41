/** Accepted commands whose outcome a request waits for, by ticket. */

import type { Outcome } from '../../../core/engine/state/outputs.js';
import type { LostError } from './command-lost.js';

/** Callbacks for a command that has taken effect, or never will. */
export interface CommandListener {
  resolve(outcome: Outcome): void;
  reject(error: LostError): void;
}

/**
 * Owns the requests whose commands have not taken effect yet, by ticket. `hear` and `outcomeOf` add
 * one; its outcome or a rejection removes it, once.
 */
export class WaitingCommands {
  readonly #byTicket = new Map<number, CommandListener>();

  get size(): number {
    return this.#byTicket.size;
  }

  /** Calls `listener` with the outcome of `ticket`, or with the news that there will be none. */
  hear(ticket: number, listener: CommandListener): void {
    this.#byTicket.set(ticket, listener);
  }

  /** The outcome of `ticket`, instead of the listener before; rejected when there will be none. */
  outcomeOf(ticket: number): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#byTicket.set(ticket, { resolve, reject });
    });
  }

  /** Resolves the request that waits for this outcome. */
  settle(outcome: Outcome): void {
    this.#byTicket.get(outcome.ticket)?.resolve(outcome);
    this.#byTicket.delete(outcome.ticket);
  }

  /** Rejects all: there will be no outcome. */
  rejectAll(error: LostError): void {
    this.rejectAfter(0, error);
  }

  /** Rejects those that were accepted after `ticket`. Tickets count from 1. */
  rejectAfter(ticket: number, error: LostError): void {
    for (const [each, { reject }] of this.#byTicket) {
      if (each <= ticket) continue;
      this.#byTicket.delete(each);
      reject(error);
    }
  }
}
