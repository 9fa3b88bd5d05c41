/** Guests of a server, and their requests. */

import type { Guest, Quotas } from '../../../src/broker/api/guests/quotas.js';
import { sha256 } from '../../../src/data/storage/files/sha256.js';
import type { TestAnswer, TestApi } from './api.js';
import type { MadeSimulation } from './control.js';

const NONE = Number.POSITIVE_INFINITY;

/** The key of a guest. */
export function keyOf(name: string): string {
  return `the-key-of-${name}`.padEnd(20, '.');
}

/** A guest without quotas but those given. */
export function guest(name: string, quotas: Partial<Quotas> = {}): Guest {
  const unlimited = { simulations: NONE, bytes: NONE, cpuSeconds: NONE, streams: NONE };
  return { name, digest: sha256(keyOf(name)), quotas: { ...unlimited, ...quotas } };
}

/** Gives the function that sends requests of a guest; the path comes after `/_sim`. */
export function requestsOf(api: TestApi, name: string) {
  return (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
    api.bare(method, `/_sim${path}`, body, { authorization: `Bearer ${keyOf(name)}` });
}

/** A simulation that a guest just made. @throws Error when it is refused */
export async function madeBy(
  api: TestApi,
  name: string,
  body: object,
  path = '/simulations',
): Promise<MadeSimulation> {
  const answer = await requestsOf(api, name)('POST', path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as unknown as MadeSimulation;
}
