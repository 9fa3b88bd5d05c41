/**
 * A ledger that is too long for one piece, and readers of it on bare sockets that read or do not.
 */

import { connect, type Socket } from 'node:net';
import { patience } from '../patience.js';
import type { TestApi } from './api.js';

const TEXT = 'x'.repeat(128);

/** Makes `count` refused orders: one long transaction each. */
export function lengthen(api: TestApi, count: number): void {
  const clientExtensions = { comment: TEXT, tag: TEXT };
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: '0', clientExtensions } as const;
  for (let made = 0; made < count; made++) {
    void api.sandbox.simulation.submit(api.accountID, { type: 'CreateOrder', order });
  }
}

export interface BareReader {
  readonly socket: Socket;
  /** Everything that has come so far. */
  readonly text: () => string;
  readonly closed: Promise<void>;
}

/**
 * Asks for `path`, and reads as much as it takes to know the head of the answer.
 * @param behind - what it asks for at once on the same connection, behind the first.
 */
export async function askAndStop(
  api: TestApi,
  port: number,
  path: string,
  behind: readonly string[] = [],
): Promise<BareReader> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  for (const each of [path, ...behind]) {
    const url = each.replace('{a}', api.accountID);
    socket.write(
      `GET ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
    );
  }
  await new Promise<void>(resolve => {
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
    socket.on('data', chunk => {
      chunks.push(chunk);
      socket.pause();
    });
  });
  return { socket, text: () => Buffer.concat(chunks).toString(), closed };
}

/** The value of a metric. */
export async function metric({ app }: TestApi, name: string): Promise<number> {
  const { body } = await app.inject('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
}

/** Waits until `holds` does. @throws Error after 5 seconds */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + patience(5_000);
  while (performance.now() < end) {
    if (await holds()) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error('it did not come to pass in time');
}
