/** A reader of the feed: the events in the order in which they came. */

import type { AddressInfo } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import type { FeedEvent, FeedEventOf } from '../../../src/broker/api/feed/schema/events.js';
import { CONTROL_TOKEN, type TestApi } from './api.js';

export interface FeedClient {
  readonly socket: WebSocket;
  readonly events: readonly FeedEvent[];
  send(message: object): void;
  /** Waits until `isEnough` of the events; fails when the connection closes before. */
  until(isEnough: (events: readonly FeedEvent[]) => boolean): Promise<readonly FeedEvent[]>;
  /** Waits for the next event of a type after the first `from` events. */
  next<Name extends FeedEvent['type']>(type: Name, from?: number): Promise<FeedEventOf<Name>>;
  /** The code and reason with which the connection was closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): Promise<unknown>;
}

/** Listens on a free port. @returns the port. */
export async function listening({ app }: TestApi): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Opens the feed; without options as control. @throws Error with the status of a refusal */
export async function openFeed(api: TestApi, options?: ClientOptions): Promise<FeedClient> {
  const port = await listening(api);
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/_sim/ws`,
    options ?? { headers: { authorization: `Bearer ${CONTROL_TOKEN}` } },
  );
  const client = clientOf(socket);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, { statusCode }) => {
      socket.on('error', () => undefined);
      reject(new Error(`refused with ${statusCode}`));
      socket.terminate();
    });
    socket.once('error', reject);
  });
  return client;
}

function clientOf(socket: WebSocket): FeedClient {
  const events: FeedEvent[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on('message', data => {
    events.push(...(JSON.parse(String(data)) as FeedEvent[]));
    for (const look of waiting) look();
  });
  const until = (isEnough: (events: readonly FeedEvent[]) => boolean) =>
    new Promise<readonly FeedEvent[]>((resolve, reject) => {
      const look = () => {
        if (!isEnough(events)) return;
        waiting.delete(look);
        resolve(events);
      };
      waiting.add(look);
      void closed.then(({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`)));
      look();
    });
  return {
    socket,
    events,
    until,
    closed,
    send: message => socket.send(JSON.stringify(message)),
    next: async (type, from = 0) => {
      const is = (each: FeedEvent) => each.type === type;
      const found = await until(all => all.slice(from).some(is));
      return found.slice(from).find(is) as never;
    },
    close: () => {
      socket.close();
      return closed;
    },
  };
}
