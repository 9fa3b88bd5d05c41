/**
 * Load over HTTP on a server in a process of its own: market orders and other requests over some
 * connections at once.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { BenchServer } from './http-server.js';

const SERVER = fileURLToPath(new URL('./http-server.js', import.meta.url));
const WARM_SECONDS = 1;
const LOAD_SECONDS = 4;

/** Orders that open and close a trade in turn, so that the number of trades stays small. */
export const ORDERS = ['1000', '-1000'].map(units =>
  JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units } }),
);

/** A server that was started. */
export interface ServerProcess extends BenchServer {
  readonly child: ChildProcess;
}

/** A load. */
export interface Requests {
  readonly path: string;
  /** Bodies to post in turn; absent: the path is read. */
  readonly bodies?: readonly string[];
  readonly connections: number;
}

/** What a server answered. */
export interface LoadResult {
  /** Requests a second over all connections. */
  readonly rate: number;
  /** Milliseconds in which 99 of 100 requests were answered. */
  readonly p99: number;
}

/** Starts a server. @param words - its kind, and what that needs. */
export function startServing(...words: readonly string[]): Promise<ServerProcess> {
  const child = fork(SERVER, words);
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ ...(message as BenchServer), child }));
    child.once('exit', code => reject(new Error(`the ${words[0]} server ended with ${code}`)));
  });
}

/** Sends requests for some seconds. @throws Error when one is refused. */
export async function load(
  { url, token }: BenchServer,
  { path, bodies = [], connections }: Requests,
): Promise<LoadResult> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const requests = bodies.map(body => ({ method: 'POST' as const, path, body, headers }));
  const fire = (duration: number) =>
    autocannon({
      url: `${url}${path}`,
      headers,
      connections,
      duration,
      ...(bodies.length === 0 ? {} : { requests }),
    });
  await fire(WARM_SECONDS);
  const { requests: answered, latency, non2xx, errors } = await fire(LOAD_SECONDS);
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  return { rate: answered.average, p99: latency.p99 };
}

/** Turns the clock of a server. @param turn - as control takes it. @throws Error when it refuses. */
export async function advance({ url, controlToken }: BenchServer, turn: object): Promise<void> {
  const answer = await fetch(`${url}/_sim/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(turn),
  });
  if (!answer.ok) throw new Error(`the clock refused: ${await answer.text()}`);
}
