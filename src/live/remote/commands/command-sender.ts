/**
 * Sends commands in order. A host answers when a command has taken effect. Under latency that
 * happens only after time has moved, so the sender waits until the host has accepted the command,
 * or for a limited time.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../../core/engine/state/command.js';
import { commandRequest } from '../../../core/strategy/command-request.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import type { Sender } from '../risk/sender.js';
import { LostAnswer, type V20Answer, type V20Client } from '../wire/v20-client.js';

/** Resolves when the host has accepted a command that it has not answered yet. */
type Acceptance = (isAnswered: () => boolean) => Promise<void>;

export interface SenderOptions {
  readonly client: V20Client;
  readonly accountID: string;
  /** Default: after a delay, an answer is assumed to depend on the movement of time. */
  readonly acceptance?: Acceptance;
  /**
   * Whether the host may answer 503 for a command that would take effect after the end of its
   * market.
   */
  readonly mayBeOver?: boolean;
  /** Called for a command whose outcome is unknown. Default: the run ends with an error. */
  readonly onLost?: (what: string) => void;
}

/** Wall milliseconds after which an answer is assumed to depend on the movement of time. */
const PATIENCE_MS = 500;
/** Wall milliseconds to wait for answers when the run is over. */
const SETTLE_MS = 5_000;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/**
 * Owns the commands that were sent to the host and have no answer yet. `send` adds one, its answer
 * removes it; each command is sent once, in the order of the calls.
 */
export class CommandSender implements Sender {
  readonly #options: SenderOptions;
  readonly #open = new Set<Promise<void>>();
  /** Whether the sender no longer waits for answers. */
  #isOver = false;
  /** The error of a late answer to a malformed command. */
  #failure: unknown;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Sends `command` and waits until it has taken effect, or is known to wait for its effect.
   * @throws StrategyError when it, or an earlier command, is malformed.
   */
  async send(command: Command): Promise<void> {
    this.check();
    const { accountID, acceptance = patience } = this.#options;
    const request = commandRequest(command);
    if (request === undefined) {
      throw new StrategyError(`${command.type} cannot be sent to a v20 host`);
    }
    const { method, path, body } = request;
    const account = `/v3/accounts/${encodeURIComponent(accountID)}`;
    let isAnswered = false;
    const answered = this.#deliver(method, `${account}${path}`, body)
      .then(answer => this.#check(command, answer))
      .catch((error: unknown) => this.#lose(error))
      .finally(() => {
        isAnswered = true;
      });
    const isLate = await Promise.race([
      answered.then(() => false),
      acceptance(() => isAnswered).then(() => true),
    ]);
    if (!isLate || isAnswered) return answered;
    const settled = answered
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#open.delete(settled));
    this.#open.add(settled);
  }

  /** @throws the error of a late answer. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits a limited time for the missing answers. */
  async settle(): Promise<void> {
    const late = sleep(SETTLE_MS, undefined, { ref: false });
    await Promise.race([Promise.all(this.#open), late]);
    this.check();
    this.#isOver = true;
    const { size } = this.#open;
    if (size === 0) return;
    const what = size === 1 ? 'a command that has' : `${size} commands that have`;
    this.#options.onLost?.(`${what} not been answered may have taken effect or not`);
  }

  #deliver(method: string, path: string, body: object | undefined): Promise<V20Answer> {
    const { client, mayBeOver } = this.#options;
    // After the end of its market the host is not asked again.
    return mayBeOver === true
      ? client.command(method, path, body, status => status === TOO_MANY)
      : client.command(method, path, body);
  }

  /** The command is never sent twice; its transactions, if there are any, show its outcome. */
  #lose(error: unknown): void {
    const { onLost } = this.#options;
    if (this.#isOver) return;
    if (!(error instanceof LostAnswer) || onLost === undefined) throw error;
    onLost(`${error.message}; it is not sent again`);
  }

  /** A refusal by the market is a transaction; a malformed request is a fault of the strategy. */
  #check(command: Command, { status, body }: V20Answer): void {
    if (status < 300 || Object.keys(body).some(name => name.endsWith('Transaction'))) return;
    if (status === UNAVAILABLE && this.#options.mayBeOver === true) return;
    if (status === TOO_MANY || status === UNAVAILABLE) {
      throw this.#options.client.refused(command.type, { status, body });
    }
    throw new StrategyError(`${command.type} was answered ${status}: ${body['errorMessage']}`);
  }
}

async function patience(): Promise<void> {
  await sleep(PATIENCE_MS, undefined, { ref: false });
}
