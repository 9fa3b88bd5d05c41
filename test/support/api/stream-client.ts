/**
 * A reader of streams over a real socket: node's own HTTP client, each of its `data` events kept.
 */

import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from './api.js';

/** Lets the application listen on a free port. @returns the port. */
export async function listen({ app }: TestApi): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** What each `data` event carried, in order. */
  readonly chunks: string[];
  /** Every line so far as an object. */
  objects(): Record<string, unknown>[];
  /** Waits until `enough` says so of the objects. @throws Error after a minute at least */
  until(
    enough: (objects: Record<string, unknown>[]) => boolean,
  ): Promise<Record<string, unknown>[]>;
  /** Resolves with how the answer ended. */
  readonly ended: Promise<'end' | 'cut'>;
  /** Stops or goes on taking bytes from the network. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a stream and waits for the head of the answer. */
export function openStream(
  api: TestApi,
  port: number,
  path: string,
  headers: object = {},
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request(
      {
        port,
        host: '127.0.0.1',
        path: path.replace('{a}', api.accountID),
        headers: { authorization: `Bearer ${api.token}`, ...headers },
        agent: false,
      },
      answer => resolve(readerOf(call, answer)),
    );
    call.on('error', reject);
    call.end();
  });
}

function readerOf(call: ClientRequest, answer: IncomingMessage): OpenStream {
  const chunks: string[] = [];
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => chunks.push(chunk));
  answer.on('error', () => undefined);
  const ended = new Promise<'end' | 'cut'>(resolve => {
    answer.on('end', () => resolve('end'));
    answer.on('close', () => resolve('cut'));
  });
  const objects = () =>
    chunks
      .join('')
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Record<string, unknown>);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    chunks,
    objects,
    async until(enough) {
      for (let waited = 0; waited < 6_000; waited++) {
        const found = objects();
        if (enough(found)) return found;
        await new Promise(resolve => setTimeout(resolve, 10));
      }
      throw new Error(`not enough after a minute: ${chunks.join('').slice(-500)}`);
    },
    ended,
    pause: () => answer.pause(),
    resume: () => answer.resume(),
    close: () => call.destroy(),
  };
}
