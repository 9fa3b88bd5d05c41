/** Where the commands of a strategy go. */

import type { Command } from '../../../core/engine/state/command.js';

/** Sends commands, one after another. */
export interface Sender {
  send(command: Command): Promise<void>;
  /** @throws the error of a late answer. */
  check(): void;
  /** Waits a limited time for the missing answers. */
  settle(): Promise<void>;
}
