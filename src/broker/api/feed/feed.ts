/**
 * The feed of a server: its readers, and the simulations that they read. Without readers it does
 * nothing; it never holds time up and never changes a ledger (invariant S6). Source: decision 0045.
 */

import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { VERSION } from '../../../data/version.js';
import type { KnownSandbox, Sandbox, Sandboxes } from '../../runtime/sandboxes.js';
import { RequestError } from '../http/request-errors.js';
import type { Sessions } from '../page/sessions.js';
import type { BusySimulations } from '../parked/waking.js';
import type { AllNews } from '../traffic/session-news.js';
import { errorBody } from '../v20/errors.js';
import { FlushPace } from './flush-pace.js';
import { CLOSE, Reader, type ReaderParts } from './reader.js';
import type { FeedCommand, FeedSubscribe } from './schema/commands.js';
import { SimulationFeed } from './state/simulation-feed.js';
import { FeedSubscription } from './state/subscription.js';

/** Wall milliseconds between two pings. */
const PING_MS = 15_000;
/** Wall milliseconds that a reader has to close after the server said so. */
const CLOSE_MS = 1_000;
const READERS_MAX = 100;
const SUBSCRIPTIONS_MAX = 32;
const ID_BYTES = 12;
const SESSION_OVER = 'the session is over';

/** What the feed is about. */
export interface FeedParts {
  readonly sandboxes: Sandboxes;
  readonly news: AllNews;
  readonly sessions: Sessions;
  /** Wakes a simulation that is parked. */
  readonly busy: BusySimulations;
  /** Reads a message and checks its form. @throws Error when it is no JSON, RequestError for its form */
  readonly read: CommandReader;
  /** Wall milliseconds between two pings; default: 15,000. */
  readonly pingMs?: number | undefined;
}

/** Reads messages of readers. */
export interface CommandReader {
  /** The value of a message. @throws Error when it is no JSON */
  readonly parse: (bytes: Buffer) => unknown;
  /** Checks its form. @throws RequestError */
  readonly check: (value: unknown) => void;
}

/**
 * Owns the readers of one server and the simulations that they read. `join` adds a reader, its end
 * removes it, `close` ends all. Always: without readers no timer runs.
 */
export class Feed {
  /** Another one after each start of the server. */
  readonly #id = randomBytes(ID_BYTES).toString('base64url');
  readonly #parts: FeedParts;
  readonly #desks = new Map<Sandbox, SimulationFeed>();
  readonly #readers = new Set<Reader>();
  readonly #pace = new FlushPace(() => this.#flush());
  #pings: NodeJS.Timeout | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { sandboxes, sessions } = parts;
    sandboxes.onAdd(sandbox => this.#tellOf(sandbox, SIMULATIONS));
    sandboxes.onLeave(sandbox => this.#drop(sandbox));
    sandboxes.onRemove(sandbox => this.#tellOf(sandbox, SIMULATIONS));
    sessions.onEnd(id => {
      for (const reader of this.#readers) {
        if (reader.session?.id === id) reader.close(CLOSE.refused, SESSION_OVER);
      }
    });
  }

  /** Refuses one more reader than there may be. @throws RequestError 503 */
  checkRoom(): void {
    if (this.#readers.size >= READERS_MAX) throw new RequestError('busy');
  }

  /** Takes a reader in. */
  join(socket: WebSocket, sender: Pick<ReaderParts, 'session' | 'guest'>): void {
    const reader = new Reader({
      socket,
      ...sender,
      parse: bytes => this.#parts.read.parse(bytes) as FeedCommand,
      obey: (each, command) => this.#obey(each, command),
      onClose: each => this.#leave(each),
    });
    this.#readers.add(reader);
    this.#pace.start();
    this.#pings ??= setInterval(() => this.#ping(), this.#parts.pingMs ?? PING_MS).unref();
    reader.tell(JSON.stringify({ type: 'HELLO', feed: this.#id, version: VERSION }));
    this.#pace.hurry();
  }

  /** Ends every connection. */
  close(): void {
    const readers = [...this.#readers];
    for (const reader of readers) reader.close(CLOSE.goingAway, 'the server stops');
    setTimeout(() => {
      for (const reader of readers) reader.cut();
    }, CLOSE_MS).unref();
    for (const desk of this.#desks.values()) desk.close();
  }

  #obey(reader: Reader, command: FeedCommand): void {
    try {
      this.#parts.read.check(command);
      const { simulation } = command;
      const { sandboxes } = this.#parts;
      if (command.type === 'UNSUBSCRIBE') this.#unsubscribe(reader, simulation);
      else if (!reader.mayRead(sandboxes.known(simulation))) throw noSimulationIn(simulation);
      else if (sandboxes.parked(simulation) === undefined) {
        this.#subscribe(reader, command);
      } else {
        this.#parts.busy.awake(simulation).then(
          () => this.#obey(reader, command),
          error => this.#refuse(reader, command, error),
        );
        return;
      }
      this.#pace.hurry();
    } catch (error) {
      this.#refuse(reader, command, error);
    }
  }

  #refuse(reader: Reader, command: FeedCommand, error: unknown): void {
    if (!(error instanceof RequestError)) throw error;
    const { errorMessage } = errorBody(error);
    const { simulation } = (command ?? {}) as { readonly simulation?: unknown };
    const about = typeof simulation === 'string' ? { simulation } : {};
    reader.tell(JSON.stringify({ type: 'ERROR', ...about, errorMessage }));
    this.#pace.hurry();
  }

  #subscribe(reader: Reader, command: FeedSubscribe): void {
    const { simulation } = command;
    const sandbox = this.#parts.sandboxes.get(simulation);
    if (sandbox === undefined) throw noSimulationIn(simulation);
    const { subscriptions } = reader;
    if (subscriptions.size >= SUBSCRIPTIONS_MAX && !subscriptions.has(simulation)) {
      throw new RequestError('busy', { sentence: 'A connection reads 32 simulations at most' });
    }
    const desk = this.#deskOf(sandbox);
    const subscription = new FeedSubscription(desk, command, this.#id);
    desk.join();
    this.#unsubscribe(reader, simulation);
    subscriptions.set(simulation, subscription);
  }

  #unsubscribe({ subscriptions }: Reader, simulation: string): void {
    const known = subscriptions.get(simulation);
    if (known === undefined) return;
    subscriptions.delete(simulation);
    known.desk.leave();
  }

  #deskOf(sandbox: Sandbox): SimulationFeed {
    const known = this.#desks.get(sandbox);
    if (known !== undefined) return known;
    const news = this.#parts.news.of(sandbox);
    const desk = new SimulationFeed({ sandbox, news, onNews: () => this.#pace.hurry() });
    this.#desks.set(sandbox, desk);
    return desk;
  }

  #drop(sandbox: Sandbox): void {
    this.#desks.get(sandbox)?.close();
    this.#desks.delete(sandbox);
    for (const { subscriptions } of this.#readers) subscriptions.delete(sandbox.id);
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    for (const simulation of [...reader.subscriptions.keys()]) {
      this.#unsubscribe(reader, simulation);
    }
    if (this.#readers.size > 0) return;
    this.#pace.stop();
    clearInterval(this.#pings);
    this.#pings = undefined;
  }

  /** Tells an event about a simulation to its readers. */
  #tellOf(sandbox: KnownSandbox, event: string): void {
    for (const reader of this.#readers) if (reader.mayRead(sandbox)) reader.tell(event);
    this.#pace.hurry();
  }

  #ping(): void {
    const { sessions } = this.#parts;
    for (const reader of this.#readers) {
      const isOver = reader.session !== undefined && sessions.isOver(reader.session);
      if (isOver) reader.close(CLOSE.refused, SESSION_OVER);
      reader.ping();
    }
  }

  #flush(): boolean {
    let isSent = false;
    for (const reader of this.#readers) isSent = reader.flush() || isSent;
    return isSent;
  }
}

const SIMULATIONS = JSON.stringify({ type: 'SIMULATIONS' });

function noSimulationIn(id: string): RequestError {
  return new RequestError('not-found', { sentence: `There is no simulation ${id}` });
}
