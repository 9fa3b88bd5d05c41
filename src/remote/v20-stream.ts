/**
 * A stream of a v20 host that is kept open: lines as they come, a watch on silence, and another
 * connection, after a wait, when one is lost. What was missed meanwhile is the reader's to find out;
 * a host that refuses the stream for good is not asked again. Source: v20 semantics 2.5.
 */

import { get, type IncomingMessage } from 'node:http';
import { get as secureGet } from 'node:https';
import { JsonLines } from './json-lines.js';
import { isPassing, type Json } from './v20-client.js';

export interface V20StreamOptions {
  /** What it is called in messages. */
  readonly name: string;
  /** Of the host of streams, without `/v3`. */
  readonly url: string;
  readonly token: string;
  readonly path: string;
  /** A connection stands: what comes from now on will be told. */
  readonly onConnect: () => void;
  /** @param isFirst - of this connection. */
  readonly onLine: (line: Json, isFirst: boolean) => void;
  /** Told once of each loss: `pricing stream: silent for 10 s`. @param isFinal - it stays lost. */
  readonly onLost: (what: string, isFinal: boolean) => void;
  /** Wall milliseconds without a line after which a connection is given up; hosts beat every 5 s. */
  readonly silenceMs?: number;
  /** Waits before another connection, wall milliseconds; the last one for all that follow. */
  readonly waitsMs?: readonly number[];
}

const SILENCE_MS = 10_000;
const WAITS_MS = [500, 2_000, 5_000, 15_000] as const;
const OK = 200;

export class V20Stream {
  /** Resolves once it is known whether the first connection stands. */
  readonly opened: Promise<void>;
  readonly #options: V20StreamOptions;
  readonly #silenceMs: number;
  readonly #waitsMs: readonly number[];
  #setOpened: () => void = () => undefined;
  /** Ends the connection; undefined while there is none. */
  #drop: ((why: string) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLive = false;
  #isClosed = false;
  #isLossTold = false;
  /** Connections in a row that did not last. */
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

  /** Whether the present connection has brought a line, so that it can be relied on. */
  get isLive(): boolean {
    return this.#isLive;
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

  /** Ends it for good. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop?.('closed');
  }

  #read(answer: IncomingMessage, silence: NodeJS.Timeout, drop: (why: string) => void): void {
    const lines = new JsonLines();
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
    this.#isLossTold = false;
    this.#options.onLine(line, isFirst);
  }

  #lost(why: string, isFinal: boolean): void {
    this.#drop = undefined;
    this.#isLive = false;
    this.#setOpened();
    if (this.#isClosed) return;
    if (!this.#isLossTold) this.#options.onLost(`${this.#options.name}: ${why}`, isFinal);
    this.#isLossTold = true;
    if (isFinal) return;
    if (performance.now() - this.#openedAtMs > 2 * this.#silenceMs) this.#failures = 0;
    const waitMs = this.#waitsMs[Math.min(this.#failures, this.#waitsMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), waitMs);
  }
}
