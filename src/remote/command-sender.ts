/**
 * Sends commands in their order. A host answers when a command has taken effect; under latency and
 * a manual clock that is after time has moved, so that an answer is waited for only so long.
 */

import type { Command } from '../core/engine/command.js';
import { StrategyError } from '../core/engine/strategy-error.js';
import { commandRequest } from './command-request.js';
import type { Json, V20Answer, V20Client } from './v20-client.js';

/** Wall milliseconds after which an answer is taken to depend on time moving on. */
const PATIENCE_MS = 500;

export class CommandSender {
  readonly #client: V20Client;
  readonly #accountID: string;
  #open: Promise<void>[] = [];

  constructor(client: V20Client, accountID: string) {
    this.#client = client;
    this.#accountID = accountID;
  }

  /** Sends `command` and waits a while for its answer. @throws StrategyError when it is malformed. */
  async send(command: Command): Promise<void> {
    const request = commandRequest(command);
    if (request === undefined) {
      throw new StrategyError(`${command.type} is not for clients of a v20 host`);
    }
    const { method, path, body } = request;
    const account = `/v3/accounts/${encodeURIComponent(this.#accountID)}`;
    const answered = this.#client.send(method, `${account}${path}`, body).then(answer => {
      check(command, answer);
    });
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<'late'>(resolve => {
      timer = setTimeout(() => resolve('late'), PATIENCE_MS);
    });
    const first = await Promise.race([answered, patience]).finally(() => clearTimeout(timer));
    if (first !== 'late') return;
    // Its failure is looked at in the end, and may not end the process before.
    answered.catch(() => undefined);
    this.#open.push(answered);
  }

  /** Waits for what has not been answered yet, while nobody turns the clock: not for long. */
  async settle(): Promise<void> {
    const late = new Promise<void>(resolve => setTimeout(resolve, PATIENCE_MS).unref());
    await Promise.race([Promise.all(this.#open), late]);
    this.#open = [];
  }
}

/** What the market refuses is a transaction; what is no request at all is the strategy's fault. */
function check(command: Command, { status, body }: V20Answer): void {
  if (status < 300 || hasTransaction(body)) return;
  throw new StrategyError(`${command.type} was answered ${status}: ${body['errorMessage']}`);
}

function hasTransaction(body: Json): boolean {
  return Object.keys(body).some(name => name.endsWith('Transaction'));
}
