/**
 * Limits as the real service publishes them, off unless asked for: requests a second and streams,
 * each per client address. Source: v20 semantics 2.1; reliability L5.
 */

import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests, tooManyStreams } from './errors.js';
import type { AppOptions } from './sandbox.js';

const SECOND_MS = 1_000;

/**
 * Refuses requests beyond the limit with 429. Counted by ourselves: the packaged limiter counts
 * requests that come together before it looks at any of them, and then refuses them all.
 */
export function addLimits(app: FastifyInstance, { limits = {} }: AppOptions): void {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === undefined) return;
  const counts = new Map<string, number>();
  let second = 0;
  app.addHook('onRequest', (request, reply, done) => {
    const now = Math.floor(performance.now() / SECOND_MS);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(request.ip) ?? 0) + 1;
    counts.set(request.ip, count);
    if (count > requestsPerSecond) {
      reply.header('Retry-After', '1');
      throw tooManyRequests();
    }
    done();
  });
}

/** Counts open streams by client address. */
export class StreamCount {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor({ limits = {} }: AppOptions) {
    this.#max = limits.streams ?? Number.POSITIVE_INFINITY;
  }

  get total(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Takes a place for `address`. @throws ApiError 429 when all are taken. */
  take(address: string): void {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#max) throw tooManyStreams();
    this.#open.set(address, open + 1);
  }

  /** Gives the place back. */
  leave(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
  }
}
