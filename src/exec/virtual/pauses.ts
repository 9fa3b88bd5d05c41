/**
 * What waits for simulated time in the server of a child: late answers and late lines, as faults order
 * them. Source: decision 0034.
 */

import type { ServerResponse } from 'node:http';
import type { FaultTime } from '../../broker/api/http/fault-time.js';
import { EventQueue } from '../../core/base/heap.js';

/**
 * Owns the late answers and lines that wait. `after` adds one, `wake` ends those whose instant has
 * come, each once.
 */
export class Pauses implements FaultTime {
  readonly #clock: () => number;
  readonly #queue = new EventQueue<() => void>();
  readonly #answering = new Set<ServerResponse>();

  /** @param clock - simulated time, microseconds since 1970. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock();
  }

  /** When the next one is over; Infinity when nothing waits. */
  get next(): number {
    return this.#queue.peekTime();
  }

  /** Whether an answer waits, and so is not worked on. */
  has(answer: ServerResponse): boolean {
    return this.#answering.has(answer);
  }

  after(micros: number, then: () => void, answering?: ServerResponse): () => void {
    let isOff = false;
    if (answering !== undefined) this.#answering.add(answering);
    this.#queue.push(this.now + Math.max(1, Math.ceil(micros)), 0, () => {
      if (answering !== undefined) this.#answering.delete(answering);
      if (!isOff) then();
    });
    return () => {
      isOff = true;
    };
  }

  /** Ends those that are over, in their order. */
  wake(): void {
    while (this.next <= this.now) this.#queue.pop().value();
  }
}
