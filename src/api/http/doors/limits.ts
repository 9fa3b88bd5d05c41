/**
 * What a server takes on at once: requests a second, requests in flight, streams. What is beyond is
 * refused with v20's error body and `Retry-After`; nothing queues. The published limits of the real
 * service are lower (v20 semantics 2.1); these are what one process on a laptop carries. Paths for
 * machines are always answered, and so is the clock, for which requests in flight may be waiting.
 * Source: invariant L5; decision 0025.
 */

import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions, Limits } from '../../sandbox.js';
import { serverBusy, tooManyRequests, tooManyStreams } from '../answer/errors.js';
import { whenOver } from '../long/answer-over.js';

/** Limits where a server is not given others. */
export const DEFAULT_LIMITS: Readonly<Required<Limits>> = {
  requestsPerSecond: 20_000,
  requestsInFlight: 1_000,
  streams: 500,
  allStreams: 1_000,
  connections: 2_000,
};

/** Bytes of long answers that wait for readers, over all connections. */
export const HELD_BYTES_MAX = 128 * 1_048_576;
/** Wall milliseconds within which a reader of a long answer has to take something. */
export const DRAIN_MS = 30_000;

const SECOND_MS = 1_000;
const ALWAYS_ANSWERED = /^\/(?:health|ready|metrics|_sim\/.*)$/;
const STREAM = /\/stream$/;

/** The limits of a server, defaults where it has none of its own. */
export function limitsOf({ limits = {} }: AppOptions): Readonly<Required<Limits>> {
  return { ...DEFAULT_LIMITS, ...limits };
}

/** Whether the request is answered however much there is to do. */
export function isAlwaysAnswered({ routeOptions }: FastifyRequest): boolean {
  return ALWAYS_ANSWERED.test(routeOptions.url ?? '');
}

/**
 * Refuses requests beyond the limits. Counted by ourselves: the packaged limiter counts requests that
 * come together before it looks at any of them, and then refuses them all.
 */
export function addLimits(app: FastifyInstance, options: AppOptions): void {
  const { requestsPerSecond, requestsInFlight } = limitsOf(options);
  const rate = new Rate(requestsPerSecond);
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (isAlwaysAnswered(request)) {
      done();
      return;
    }
    rate.count(request.ip);
    // A stream is in flight for as long as it is read, and has a limit of its own.
    if (STREAM.test(request.routeOptions.url ?? '')) {
      done();
      return;
    }
    if (inFlight >= requestsInFlight) throw serverBusy();
    inFlight += 1;
    whenOver(reply.raw, () => {
      inFlight -= 1;
    });
    done();
  });
}

/** Counts requests of each client address in the present second. */
class Rate {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  #second = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws ApiError 429 beyond the limit. */
  count(address: string): void {
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    if (count > this.#max) throw tooManyRequests();
  }
}

/** Counts open streams, by client address and of all clients. */
export class StreamCount {
  readonly #max: number;
  readonly #allMax: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(options: AppOptions) {
    const { streams, allStreams } = limitsOf(options);
    this.#max = streams;
    this.#allMax = allStreams;
  }

  get total(): number {
    return this.#total;
  }

  /** Takes a place for `address`. @throws ApiError 429 when it has all of its places, 503 when all are taken. */
  take(address: string): void {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#max) throw tooManyStreams();
    if (this.#total >= this.#allMax) throw serverBusy();
    this.#open.set(address, open + 1);
    this.#total += 1;
  }

  /** Gives the place back. */
  leave(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
    this.#total -= 1;
  }
}
