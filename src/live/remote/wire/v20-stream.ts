/**
 * Keeps a stream of a v20 host open: passes on its lines, detects silence, and reconnects after a
 * wait when the connection is lost. The reader must find out what it missed. When the host refuses
 * the stream permanently, there is no further attempt.
 * Source: v20 semantics 2.5.
 */

import { get, type IncomingMessage } from 'node:http';
import { get as secureGet } from 'node:https';
import { JsonLines } from './json-lines.js';
import { isPassing, type Json } from './v20-client.js';

export interface V20StreamOptions {
  /** Name in messages. */
  readonly name: string;
  /** Base URL of the host's streams, without `/v3`. */
  readonly url: string;
  readonly token: string;
  readonly path: string;
  /** Called when a connection is open: all later lines are passed on. */
  readonly onConnect: () => void;
  /** @param isFirst - of this connection. */
  readonly onLine: (line: Json, isFirst: boolean) => void;
  /**
   * Called once per loss: `pricing stream: silent for 10 s`.
   * @param isFinal - there is no reconnection.
   */
  readonly onLost: (what: string, isFinal: boolean) => void;
  /** Called at the first line after a loss: `pricing stream: back after 12 s`. */
  readonly onBack?: (what: string) => void;
  /**
   * Wall milliseconds without a line after which a connection is closed; hosts send heartbeats
   * every 5 s.
   */
  readonly silenceMs?: number;
  /** Waits before reconnections, in wall milliseconds; the last one is repeated. */
  readonly waitsMs?: readonly number[];
}

const SILENCE_MS = 10_000;
const WAITS_MS = [500, 2_000, 5_000, 15_000] as const;
const OK = 200;

/**
 * Owns at most one connection and the wait before the next. A connection that is lost is followed
 * by another, until `close` or a final refusal.
 */
export class V20Stream {
  /** Resolves when it is known whether the first connection is open. */
  readonly opened: Promise<void>;
  readonly #options: V20StreamOptions;
  readonly #silenceMs: number;
  readonly #waitsMs: readonly number[];
  #setOpened: () => void = () => undefined;
  /** Ends the connection; undefined while there is none. */
  #drop: ((why: string) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #isLive = false;
  #isClosed = false;
  /** When the loss came that `onLost` was called for, wall milliseconds; undefined without one. */
  #lostAtMs: number | undefined;
  /** Number of consecutive connections that did not last. */
  #failures = 0;
  #openedAtMs = 0;

  constructor(options: V20StreamOptions) {
    this.#options = options;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#waitsMs = options.waitsMs ?? WAITS_MS;
    this.opened = new Promise(resolve => {
      this.#setOpened = resolve;
    });
  }

  /** Whether the present connection has delivered a line, which proves that it works. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Whether the host has accepted the present connection. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    const { url, path, token } = this.#options;
    const from = url.startsWith('https:') ? secureGet : get;
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-datetime-format': 'RFC3339',
    };
    const call = from(`${url.replace(/\/+$/, '')}${path}`, { headers, agent: false });
    this.#openedAtMs = performance.now();
    let isOver = false;
    const drop = (why: string, isFinal = false) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(silence);
      call.destroy();
      this.#lost(why, isFinal);
    };
    const silence = setTimeout(
      () => drop(`silent for ${this.#silenceMs / 1_000} s`),
      this.#silenceMs,
    );
    this.#drop = drop;
    call.on('error', error => drop(error.message));
    call.on('response', answer => {
      const { statusCode = 0 } = answer;
      if (statusCode !== OK) drop(`answered ${statusCode}`, !isPassing(statusCode));
      else if (!isOver) this.#read(answer, silence, drop);
    });
  }

  /** Closes the stream permanently. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop?.('closed');
  }

  #read(answer: IncomingMessage, silence: NodeJS.Timeout, drop: (why: string) => void): void {
    const lines = new JsonLines();
    this.#isOpen = true;
    this.#setOpened();
    this.#options.onConnect();
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      try {
        for (const line of lines.push(chunk)) this.#take(line);
        silence.refresh();
      } catch (error) {
        drop(`sent ${(error as Error).message}`);
      }
    });
    answer.on('error', error => drop(error.message));
    answer.on('close', () => drop('ended'));
  }

  #take(line: Json): void {
    const isFirst = !this.#isLive;
    this.#isLive = true;
    if (this.#lostAtMs !== undefined) this.#back(this.#lostAtMs);
    this.#options.onLine(line, isFirst);
  }

  #back(lostAtMs: number): void {
    this.#lostAtMs = undefined;
    const seconds = Math.max(1, Math.round((performance.now() - lostAtMs) / 1_000));
    this.#options.onBack?.(`${this.#options.name}: back after ${seconds} s`);
  }

  #lost(why: string, isFinal: boolean): void {
    this.#drop = undefined;
    this.#isOpen = false;
    this.#isLive = false;
    this.#setOpened();
    if (this.#isClosed) return;
    if (this.#lostAtMs === undefined)
      this.#options.onLost(`${this.#options.name}: ${why}`, isFinal);
    this.#lostAtMs ??= performance.now();
    if (isFinal) return;
    if (performance.now() - this.#openedAtMs > 2 * this.#silenceMs) this.#failures = 0;
    const waitMs = this.#waitsMs[Math.min(this.#failures, this.#waitsMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), waitMs);
  }
}
