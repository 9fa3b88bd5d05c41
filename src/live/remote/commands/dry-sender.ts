/** Takes the place of the sender of commands when nothing is to be sent: says what would be. */

import type { Command } from '../../../core/engine/state/command.js';
import { commandRequest } from '../../../core/strategy/command-request.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import type { Sender } from '../risk/sender.js';

/** Sends nothing and keeps nothing. */
export class DrySender implements Sender {
  readonly #say: (line: string) => void;

  /** @param say - receives one line for each command. */
  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** @throws StrategyError for a command that no v20 host takes. */
  async send(command: Command): Promise<void> {
    const request = commandRequest(command);
    if (request === undefined) {
      throw new StrategyError(`${command.type} cannot be sent to a v20 host`);
    }
    const { method, path, body } = request;
    const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
    this.#say(`would send ${method} ${path}${sent}`);
  }

  check(): void {
    // Nothing was sent, so no answer is late.
  }

  async settle(): Promise<void> {
    // Nothing was sent, so no answer is missing.
  }
}
