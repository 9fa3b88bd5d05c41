/**
 * Keeps what happens in the simulations of a server, so that a server that starts again stands
 * where this one stood.
 */

import type { Sandbox } from './sandboxes.js';

/** Takes simulations out of memory and back. */
export interface Parker {
  /**
   * Parks a sandbox, unless it is used meanwhile or its market cannot be kept.
   * @param isFree - whether nothing goes on in it. @returns whether it is parked.
   */
  park(sandbox: Sandbox, isFree: () => boolean): Promise<boolean>;
  /**
   * Keeps the market of a sandbox that goes on, so that a start is quick.
   * @param records - if that many have come since it was last kept. @returns whether it is kept.
   */
  save(sandbox: Sandbox, records: number): Promise<boolean>;
  /** Wakes a parked sandbox. Rejected when it cannot be read. */
  wake(id: string): Promise<Sandbox>;
}

/** Keeps the simulations of one server. */
export interface Keeper {
  /**
   * Waits until everything that an answer of `sandbox` may show is kept.
   * @param sandbox - undefined for an answer about none.
   * @param moves - whether the request may have moved time; then the place is kept, too.
   * @returns undefined when everything is kept; a promise that is rejected when it cannot be.
   */
  settled(sandbox: Sandbox | undefined, moves: boolean): Promise<void> | undefined;
  /** Calls `listener`, and no other, with the seconds that each batch took until it was kept. */
  onCommit(listener: (seconds: number) => void): void;
  /** Parks simulations; absent: they stay in memory. */
  readonly parker?: Parker;
  /** Keeps the last places, and ends. */
  close(): Promise<void>;
}
