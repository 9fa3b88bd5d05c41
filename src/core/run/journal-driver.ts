/**
 * The journal: the inputs of a run in order, which cause its ledger. Replaying the accepted
 * commands over the same ticks gives the same ledger, byte for byte (decision 0006).
 */

import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import type { Instant } from '../time/instant.js';

/** Sends the recorded commands at the instants at which they were accepted. */
export class JournalDriver implements Driver {
  readonly #commands: readonly AcceptedCommand[];
  #next = 0;

  constructor(commands: readonly AcceptedCommand[]) {
    this.#commands = commands;
  }

  nextAt(): number {
    return this.#commands[this.#next]?.time ?? Number.POSITIVE_INFINITY;
  }

  act(engine: Engine, _at: Instant): void {
    const accepted = this.#commands[this.#next];
    if (accepted === undefined) return;
    this.#next += 1;
    engine.accept(accepted.accountID, accepted.command);
  }
}
