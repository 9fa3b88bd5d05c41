/**
 * How much a server takes on at once: requests a second of the wall's clock, requests in flight,
 * streams. Requests beyond a limit are refused with `Retry-After`; nothing queues. The limits are
 * what one process on a laptop carries; those of the v20 service are lower (v20 semantics 2.1).
 * Source: invariant L5; decision 0025.
 */

import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { whenOver } from '../answer-over.js';
import type { AppOptions, Limits } from '../options.js';
import { RequestError } from '../request-errors.js';
import type { Doors } from './doors.js';

/** Limits where a server is not given others. */
export const DEFAULT_LIMITS: Readonly<Required<Limits>> = {
  requestsPerSecond: 20_000,
  requestsInFlight: 1_000,
  streams: 500,
  allStreams: 1_000,
  connections: 2_000,
};

/** No limits: for a server whose only client is a program that it runs. */
export const NO_LIMITS: Readonly<Required<Limits>> = {
  requestsPerSecond: Number.POSITIVE_INFINITY,
  requestsInFlight: Number.POSITIVE_INFINITY,
  streams: Number.POSITIVE_INFINITY,
  allStreams: Number.POSITIVE_INFINITY,
  connections: Number.POSITIVE_INFINITY,
};

/** Bytes of long answers that may wait for readers, over all connections. */
export const HELD_BYTES_MAX = 128 * 1_048_576;
/** Wall milliseconds within which a reader of a long answer must take something. */
export const DRAIN_MS = 30_000;

/** Simulations beside `main`. */
export const SIMULATIONS_MAX = 1_000;
/** Wall milliseconds after its last use at which a simulation other than `main` is removed. */
export const IDLE_MS = 3_600_000;

/** Wall milliseconds after its last use at which a simulation of a server with a store is parked. */
export const PARK_MS = 600_000;

const SECOND_MS = 1_000;

/** The limits of a server, with defaults where the options name none. */
export function limitsOf({ limits = {} }: AppOptions): Readonly<Required<Limits>> {
  return { ...DEFAULT_LIMITS, ...limits };
}

/**
 * Refuses requests beyond the limits with RequestError 429 or 503. The packaged limiter is not used:
 * it counts requests that come together before it looks at any of them, and then refuses them all.
 */
export function addLimits(app: FastifyInstance, options: AppOptions, doors: Doors): void {
  const { requestsPerSecond, requestsInFlight } = limitsOf(options);
  const rate = new Rate(requestsPerSecond);
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    const { route } = request;
    if (doors.isAlwaysAnswered(route)) {
      done();
      return;
    }
    rate.count(request.ip);
    // A stream is in flight for as long as it is read, and has a limit of its own.
    if (doors.isStream(route)) {
      done();
      return;
    }
    if (inFlight >= requestsInFlight) throw new RequestError('busy');
    inFlight += 1;
    whenOver(reply.raw, () => {
      inFlight -= 1;
    });
    done();
  });
}

/**
 * Owns the number of requests of each client address in the present second. `count` adds one, a new
 * second clears all.
 */
class Rate {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  #second = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws RequestError 429 beyond the limit. */
  count(address: string): void {
    const second = Math.floor(performance.now() / SECOND_MS);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    if (count > this.#max) throw new RequestError('too-many-requests');
  }
}

/**
 * Owns the number of open streams, by client address and of all clients. `take` adds one, `leave`
 * subtracts one. Always: the total is the sum of the addresses.
 */
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

  /** Open streams of all clients. */
  get total(): number {
    return this.#total;
  }

  /**
   * Counts a stream of `address`.
   * @throws RequestError 429 at the limit of the address, 503 at the limit of all clients.
   */
  take(address: string): void {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#max) throw new RequestError('too-many-streams');
    if (this.#total >= this.#allMax) throw new RequestError('busy');
    this.#open.set(address, open + 1);
    this.#total += 1;
  }

  /** Counts a stream of `address` as closed. */
  leave(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
    this.#total -= 1;
  }
}
