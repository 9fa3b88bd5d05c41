/**
 * One reader of the feed: a WebSocket with its subscriptions. While a reader has
 * not taken what was sent, it gets nothing new; then it gets the latest. One that takes nothing for a second is cut off. Source: decision 0045;
 * invariants S5, S6.
 */

import { performance } from 'node:perf_hooks';
import type { RawData, WebSocket } from 'ws';
import type { KnownSandbox } from '../../runtime/sandboxes.js';
import type { GuestAccount } from '../guests/guest-account.js';
import { isOpenTo } from '../guests/own-simulations.js';
import type { LoginSession } from '../page/sessions.js';
import type { FeedCommand } from './schema/commands.js';
import type { FeedSubscription } from './state/subscription.js';

/** Bytes that may wait for a reader, and for how many wall milliseconds. */
const PENDING_BYTES_MAX = 1_048_576;
const PENDING_MS_MAX = 1_000;
/** Messages and pings of a reader within a second. */
const MESSAGES_MAX = 50;
const SECOND_MS = 1_000;
/** Why a connection is closed, by RFC 6455 7.4.1. */
export const CLOSE = { goingAway: 1001, notText: 1003, notJson: 1007, refused: 1008 } as const;

/** What a reader needs of the feed. */
export interface ReaderParts {
  readonly socket: WebSocket;
  /** The session that let it in; absent for a token of control. */
  readonly session: LoginSession | undefined;
  /** The guest that reads, only simulations of its own; absent: the owner of the server. */
  readonly guest: GuestAccount | undefined;
  /** Reads a message. @throws Error when it is no JSON */
  readonly parse: (bytes: Buffer) => FeedCommand;
  /** Carries a message out. */
  readonly obey: (reader: Reader, command: FeedCommand) => void;
  readonly onClose: (reader: Reader) => void;
}

/**
 * Owns the connection of one reader, its subscriptions and the texts that wait. Messages of the
 * reader change the subscriptions; `flush` sends what waits. A reader that takes nothing for a
 * second is cut off.
 */
export class Reader {
  /** The subscriptions by the id of the simulation. */
  readonly subscriptions = new Map<string, FeedSubscription>();
  readonly session: LoginSession | undefined;
  readonly guest: GuestAccount | undefined;
  readonly #parts: ReaderParts;
  readonly #waiting = new Set<string>();
  #isAlive = true;
  /** Wall milliseconds since which too many bytes wait; undefined while they do not. */
  #stuckSince: number | undefined;
  #second = 0;
  #messages = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.session = parts.session;
    this.guest = parts.guest;
    const { socket } = parts;
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    socket.on('ping', data => {
      if (this.#isAllowed()) socket.pong(data);
    });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // What cannot be read closes the connection with its own code (RFC 6455), before this is
    // called.
    socket.on('error', () => undefined);
    socket.on('close', () => parts.onClose(this));
  }

  /** Whether a simulation is there for this reader. */
  mayRead(known: KnownSandbox | undefined): boolean {
    return isOpenTo(this.guest?.name, known);
  }

  /** Sends an event, as JSON, with the next message; the same one only once. */
  tell(event: string): void {
    this.#waiting.add(event);
  }

  /** Sends what is new. @returns whether anything was. */
  flush(): boolean {
    const { socket } = this.#parts;
    if (socket.readyState !== socket.OPEN || this.#isBehind()) return false;
    return this.#paid(() => this.#sendNews());
  }

  /** Asks whether the reader is there; ends one that did not answer the last time. */
  ping(): void {
    if (!this.#isAlive) {
      this.cut();
      return;
    }
    this.#isAlive = false;
    this.#parts.socket.ping();
  }

  /** Closes the connection. @param code - as in RFC 6455. @param why - for people. */
  close(code: number, why: string): void {
    this.#parts.socket.close(code, why);
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#parts.socket.terminate();
  }

  #sendNews(): boolean {
    const events = [...this.#waiting];
    this.#waiting.clear();
    for (const subscription of this.subscriptions.values()) {
      subscription.desk.look();
      events.push(...subscription.news());
    }
    if (events.length === 0) return false;
    this.#parts.socket.send(`[${events.join(',')}]`);
    return true;
  }

  /** Does `work`, which counts in the CPU seconds of the guest that reads. */
  #paid<T>(work: () => T): T {
    return this.guest === undefined ? work() : this.guest.paid(work);
  }

  /** Whether the network has not taken all of the last message yet. */
  #isBehind(): boolean {
    const { bufferedAmount } = this.#parts.socket;
    if (bufferedAmount <= PENDING_BYTES_MAX) {
      this.#stuckSince = undefined;
      return bufferedAmount > 0;
    }
    const now = performance.now();
    this.#stuckSince ??= now;
    if (now - this.#stuckSince >= PENDING_MS_MAX) this.cut();
    return true;
  }

  #take(data: RawData, isBinary: boolean): void {
    if (!this.#isAllowed()) return;
    if (isBinary) {
      this.close(CLOSE.notText, 'messages are JSON text');
      return;
    }
    let command: FeedCommand;
    try {
      command = this.#parts.parse(data as Buffer);
    } catch {
      this.close(CLOSE.notJson, 'the message is not JSON');
      return;
    }
    this.#paid(() => this.#parts.obey(this, command));
  }

  /** Counts a message; a reader that sends too many is cut off. */
  #isAllowed(): boolean {
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.#second) this.#messages = 0;
    this.#second = second;
    this.#messages += 1;
    if (this.#messages > MESSAGES_MAX) {
      this.close(CLOSE.refused, 'too many messages');
      this.cut();
    }
    return this.#messages <= MESSAGES_MAX;
  }
}
