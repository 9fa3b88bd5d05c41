/**
 * How it is known that a client is idle: it has done all that it will do before time moves.
 * Source: docs/guides/clock-modes.md; decision 0033.
 */

import { performance } from 'node:perf_hooks';

/** What distinguishes one rule of idleness from the others. */
interface IdlenessRule {
  /** Whether time never moves while the client still works on what it saw. */
  readonly isGuaranteed: boolean;
  /** When time moves; `%` stands for the silence. */
  readonly told: string;
}

/** The rules by which a client counts as idle, the surest first. */
export const IDLENESS = {
  hook: { isGuaranteed: true, told: 'when everything in the program waits' },
  threads: { isGuaranteed: true, told: 'when all threads of the client sleep' },
  ack: { isGuaranteed: true, told: 'at each POST /_sim/clock/ack' },
  settle: { isGuaranteed: false, told: 'after % of silence (not guaranteed)' },
} as const satisfies Readonly<Record<string, IdlenessRule>>;
export type IdleBy = keyof typeof IDLENESS;

/**
 * Finds out whether a client is idle, while no request of it is in work and all lines have left.
 */
export interface Idleness {
  readonly by: IdleBy;
  /** To be called when time has moved. */
  moved(): void;
  /**
   * Looks at the client.
   * @returns undefined when it is idle; otherwise the wall milliseconds after which to look again,
   * 0 for the next turn of the event loop.
   */
  look(): number | undefined;
}

/**
 * Owns the count of requests at the last look and since when it is the same. `look` and `moved`
 * change them. A client that is silent may still be at work.
 */
export class Silence implements Idleness {
  readonly by = 'settle';
  readonly #settleMs: number;
  readonly #count: () => number;
  #counted = -1;
  #sinceMs = 0;

  /**
   * @param settleMs - wall milliseconds of silence.
   * @param count - grows with every byte from a client and every answer to it.
   */
  constructor(settleMs: number, count: () => number) {
    this.#settleMs = settleMs;
    this.#count = count;
  }

  moved(): void {
    this.#sinceMs = performance.now();
  }

  look(): number | undefined {
    const now = performance.now();
    const count = this.#count();
    if (count !== this.#counted) {
      this.#counted = count;
      this.#sinceMs = now;
    }
    const leftMs = this.#settleMs - (now - this.#sinceMs);
    return leftMs > 0 ? Math.ceil(leftMs) : undefined;
  }
}
