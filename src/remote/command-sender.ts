/**
 * Sends commands in their order. A host answers when a command has taken effect; under latency that
 * is after time has moved, so that an answer is waited for only until the command is known to have
 * been taken, or so long.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../core/engine/state/command.js';
import { StrategyError } from '../core/strategy/strategy-error.js';
import { commandRequest } from './command-request.js';
import { type Json, LostAnswer, type V20Answer, type V20Client } from './v20-client.js';

/** Finds out that a command has been taken though it is not answered yet; resolves when it has. */
type Acceptance = (isAnswered: () => boolean) => Promise<void>;

export interface SenderOptions {
  readonly client: V20Client;
  readonly accountID: string;
  /** Default: an answer that takes long is taken to depend on time moving on. */
  readonly acceptance?: Acceptance;
  /** Whether the host may say 503 of what would take effect after the end of its market. */
  readonly mayBeOver?: boolean;
  /** Told of a command of which nobody knows what became of it. Default: that ends the run. */
  readonly onLost?: (what: string) => void;
}

/** Wall milliseconds after which an answer is taken to depend on time moving on. */
const PATIENCE_MS = 500;
/** Wall milliseconds in which answers come once the run is over. */
const SETTLE_MS = 5_000;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

export class CommandSender {
  readonly #options: SenderOptions;
  readonly #open = new Set<Promise<void>>();
  /** Whether answers are not waited for any more. */
  #isOver = false;
  /** What a late answer was about that should not have been sent. */
  #failure: unknown;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Sends `command` and waits until it has taken effect or is known to wait for that.
   * @throws StrategyError when it, or one before it, is malformed.
   */
  async send(command: Command): Promise<void> {
    this.check();
    const { accountID, acceptance = patience } = this.#options;
    const request = commandRequest(command);
    if (request === undefined) {
      throw new StrategyError(`${command.type} is not for clients of a v20 host`);
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

  /** @throws what a late answer has brought to light. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for what has not been answered yet, though not for long. */
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
    // A market that is over is not asked again.
    return mayBeOver === true
      ? client.command(method, path, body, status => status === TOO_MANY)
      : client.command(method, path, body);
  }

  /** It is never sent twice; its transactions, if there are any, say what became of it. */
  #lose(error: unknown): void {
    const { onLost } = this.#options;
    if (this.#isOver) return;
    if (!(error instanceof LostAnswer) || onLost === undefined) throw error;
    onLost(`${error.message}; it is not sent again`);
  }

  /** What the market refuses is a transaction; what is no request at all is the strategy's fault. */
  #check(command: Command, { status, body }: V20Answer): void {
    if (status < 300 || hasTransaction(body)) return;
    if (status === UNAVAILABLE && this.#options.mayBeOver === true) return;
    if (status === TOO_MANY || status === UNAVAILABLE) {
      throw this.#options.client.refused(command.type, { status, body });
    }
    throw new StrategyError(`${command.type} was answered ${status}: ${body['errorMessage']}`);
  }
}

function hasTransaction(body: Json): boolean {
  return Object.keys(body).some(name => name.endsWith('Transaction'));
}

async function patience(): Promise<void> {
  await sleep(PATIENCE_MS, undefined, { ref: false });
}
