/**
 * Limits as the real service publishes them, off unless asked for: requests a second and streams,
 * each per client address. Source: v20 semantics 2.1; reliability L5.
 */

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError, tooManyRequests } from './errors.js';
import type { AppOptions } from './sandbox.js';

const SECOND_MS = 1_000;

/** Refuses requests beyond the limit with 429. */
export async function addLimits(app: FastifyInstance, { limits = {} }: AppOptions): Promise<void> {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === undefined) return;
  await app.register(rateLimit, {
    max: requestsPerSecond,
    timeWindow: SECOND_MS,
    hook: 'onRequest',
    errorResponseBuilder: () => tooManyRequests(),
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
    if (open >= this.#max) throw new ApiError(429, 'Maximum number of streams exceeded');
    this.#open.set(address, open + 1);
  }

  /** Gives the place back. */
  leave(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
  }
}
