/**
 * The page's end of the feed: one socket for all simulations. It connects again by itself and asks for
 * what it missed, by the number of the last event that it has.
 */

import type { FeedEvent, Subscription } from './feed-events.js';

/** `down` is between two attempts. */
export type FeedState = 'connecting' | 'open' | 'down';

/** What is called with news of the feed. */
export interface FeedListener {
  /** Events in the order in which they were sent. */
  events(events: readonly FeedEvent[]): void;
  state(state: FeedState): void;
}

/** The part of a WebSocket that the feed uses. */
export type Socket = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'readyState'
>;

const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 5000;
const OPEN = 1;

/**
 * Owns the socket, what is wanted, and the number of the last event of each simulation. Calls
 * change what is wanted, events the numbers; after a new connection the rest is requested by them.
 */
export class FeedClient {
  readonly #listener: FeedListener;
  readonly #connect: () => Socket;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #sequences = new Map<string, number>();
  #socket: Socket | undefined;
  #feed: string | undefined;
  #retryMs = RETRY_MS_MIN;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param connect - opens a socket; another one in tests. */
  constructor(listener: FeedListener, connect: () => Socket = socketOfPage) {
    this.#listener = listener;
    this.#connect = connect;
  }

  /** Connects, now; without effect while it is connected. */
  open(): void {
    clearTimeout(this.#timer);
    if (this.#socket !== undefined) return;
    this.#listener.state('connecting');
    const socket = this.#connect();
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)) as FeedEvent[]);
    socket.onclose = () => this.#closed();
  }

  /** Ends the connection for good. */
  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  /** Replaces what is wanted of a simulation. */
  subscribe(subscription: Subscription): void {
    this.#subscriptions.set(subscription.simulation, subscription);
    this.#ask(subscription);
  }

  /** Ends the subscription to a simulation. */
  unsubscribe(simulation: string): void {
    this.#sequences.delete(simulation);
    if (this.#subscriptions.delete(simulation)) this.#send({ type: 'UNSUBSCRIBE', simulation });
  }

  #ask(subscription: Subscription): void {
    const sequence = this.#sequences.get(subscription.simulation);
    const after =
      sequence === undefined || this.#feed === undefined
        ? {}
        : { after: { feed: this.#feed, sequence } };
    this.#send({ type: 'SUBSCRIBE', ...subscription, ...after });
  }

  #send(message: object): void {
    if (this.#feed === undefined || this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify(message));
  }

  #take(events: readonly FeedEvent[]): void {
    for (const event of events) {
      if (event.type === 'HELLO') this.#greeted(event.feed);
      else if ('sequence' in event) this.#sequences.set(event.simulation, event.sequence);
    }
    this.#listener.events(events);
  }

  /** The server is there: asks for everything, from where the last connection to the same run ended. */
  #greeted(feed: string): void {
    if (this.#feed !== feed) this.#sequences.clear();
    this.#feed = feed;
    this.#retryMs = RETRY_MS_MIN;
    this.#listener.state('open');
    for (const subscription of this.#subscriptions.values()) this.#ask(subscription);
  }

  #closed(): void {
    this.#socket = undefined;
    this.#listener.state('down');
    this.#timer = setTimeout(() => this.open(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS_MAX);
  }
}

function socketOfPage(): Socket {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/_sim/ws`);
}
