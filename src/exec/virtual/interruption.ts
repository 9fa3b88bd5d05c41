/**
 * When a program is killed in virtual time: at an instant, or when it has sent a request. From then on
 * nothing is given to it, so that it cannot act any more before it is dead.
 */

import type { Instant } from '../../core/time/instant.js';
import type { HeldRequest } from '../front/held-request.js';

/** When a program is killed, and for how long it stays away. */
export interface Restart {
  /**
   * An instant, or a request: the program is killed when it has sent its `nth` request (from 1) of
   * an operation, which takes effect, and whose answer is not delivered.
   */
  readonly when: Instant | { readonly operation: string; readonly nth: number };
  /** Simulated microseconds until it starts again. */
  readonly awayMicros: number;
}

/** What an interruption is made with. */
export interface InterruptionParts {
  /** The operationId that a request asks for. */
  readonly operationOf: (request: HeldRequest['request']) => string;
  /** Called when it begins. @param sent - the request that began it. */
  readonly onBegin: (sent: HeldRequest | undefined) => void;
}

/**
 * Owns the state of one interruption: it waits for its instant or request, holds, and is over after
 * `end`. It reports its beginning once.
 */
export class Interruption {
  readonly #when: Restart['when'];
  readonly #parts: InterruptionParts;
  #state: 'waits' | 'holds' | 'over' = 'waits';
  #seen = 0;

  constructor(when: Restart['when'], parts: InterruptionParts) {
    this.#when = when;
    this.#parts = parts;
  }

  /** The instant that time must not pass before it; Infinity when there is none. */
  get next(): number {
    return this.#state === 'waits' && typeof this.#when === 'number' ? this.#when : Infinity;
  }

  /** Whether the program is given nothing. @param now - microseconds since 1970. */
  holds(now: number): boolean {
    if (this.next <= now) this.#start(undefined);
    return this.#state === 'holds';
  }

  /** Takes a request instead of the server, if it is the one that begins the interruption. */
  takes(held: HeldRequest): boolean {
    const when = this.#when;
    if (this.#state !== 'waits' || typeof when === 'number') return false;
    if (this.#parts.operationOf(held.request) !== when.operation) return false;
    this.#seen += 1;
    if (this.#seen < when.nth) return false;
    this.#start(held);
    return true;
  }

  /** The program may be given something again. */
  end(): void {
    this.#state = 'over';
  }

  #start(sent: HeldRequest | undefined): void {
    this.#state = 'holds';
    this.#parts.onBegin(sent);
  }
}
