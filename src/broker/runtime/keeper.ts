/**
 * Keeps what happens in the simulations of a server, so that a server that starts again stands
 * where this one stood.
 */

import type { Sandbox } from './sandboxes.js';

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
  /** Keeps the last places, and ends. */
  close(): Promise<void>;
}
