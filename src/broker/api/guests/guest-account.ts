/**
 * What one guest of a server uses, and what is refused beyond its quotas.
 */

import { performance } from 'node:perf_hooks';
import type { Payer } from '../../runtime/clock/fair-turns.js';
import type { RequestError } from '../http/request-errors.js';
import {
  type Guest,
  noMoreBytes,
  noMoreSeconds,
  noMoreSimulations,
  noMoreStreams,
  QUOTA_NAMES,
  type QuotaName,
  type Quotas,
} from './quotas.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** What a guest has used. */
export interface GuestUse {
  readonly simulations: number;
  readonly bytes: number;
  /** In the present hour. */
  readonly cpuSeconds: number;
  readonly streams: number;
}

/**
 * Owns what one guest uses: the sizes of its simulations, its open streams, and the work that was done
 * for it in the present hour. `resize`, `forget`, `take`, `leave`, `paid` and `note` change it. Always: the bytes
 * are the sum of the sizes.
 */
export class GuestAccount implements Payer {
  readonly waits = true;
  readonly name: string;
  readonly digest: string;
  readonly quotas: Quotas;
  readonly #now: () => number;
  /** Bytes of each simulation. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #streams = 0;
  /** Wall milliseconds at which the present hour began, and what was worked in it. */
  #hourFrom: number;
  #hourMs = 0;
  #workedMs = 0;
  readonly #refused = new Map<QuotaName, number>();

  /** @param now - wall milliseconds that never go back. */
  constructor({ name, digest, quotas }: Guest, now: () => number = () => performance.now()) {
    this.name = name;
    this.digest = digest;
    this.quotas = quotas;
    this.#now = now;
    this.#hourFrom = now();
  }

  /** What is used at present. */
  get used(): GuestUse {
    this.#turnHour();
    return {
      simulations: this.#sizes.size,
      bytes: this.#bytes,
      cpuSeconds: this.#hourMs / SECOND_MS,
      streams: this.#streams,
    };
  }

  /** Ids of its simulations. */
  get simulations(): readonly string[] {
    return [...this.#sizes.keys()];
  }

  /** CPU seconds since the server started. */
  get workedSeconds(): number {
    return this.#workedMs / SECOND_MS;
  }

  /** Seconds until the present hour ends. */
  get secondsLeft(): number {
    this.#turnHour();
    return Math.ceil((this.#hourFrom + HOUR_MS - this.#now()) / SECOND_MS);
  }

  /** How many requests each quota has refused since the server started. */
  get refused(): Readonly<Record<QuotaName, number>> {
    const counts = QUOTA_NAMES.map(name => [name, this.#refused.get(name) ?? 0]);
    return Object.fromEntries(counts) as Record<QuotaName, number>;
  }

  /** Notes the bytes of a simulation, which may be new. */
  resize(id: string, bytes: number): void {
    this.#bytes += bytes - (this.#sizes.get(id) ?? 0);
    this.#sizes.set(id, bytes);
  }

  /** The simulation is gone. */
  forget(id: string): void {
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
  }

  /** Does `work` for the guest, and notes how long it took beside what it notes itself. */
  paid<T>(work: () => T): T {
    const startMs = this.#now();
    const beforeMs = this.#workedMs;
    try {
      return work();
    } finally {
      const notedMs = this.#workedMs - beforeMs;
      this.note(Math.max(0, this.#now() - startMs - notedMs));
    }
  }

  note(ms: number): void {
    this.#turnHour();
    this.#hourMs += ms;
    this.#workedMs += ms;
  }

  /** @throws RequestError 429 when the CPU seconds of this hour are used up. */
  check(): void {
    const { cpuSeconds } = this.quotas;
    this.#turnHour();
    const used = this.#hourMs / SECOND_MS;
    if (used < cpuSeconds) return;
    const waitSeconds = this.secondsLeft;
    this.#refuse('cpuSeconds', noMoreSeconds(this.name, used, { cpuSeconds, waitSeconds }));
  }

  /**
   * Refuses a simulation that is one too many.
   * @param leaving - how many leave for it. @throws RequestError 409
   */
  checkSimulations(leaving: number): void {
    if (this.#sizes.size - leaving < this.quotas.simulations) return;
    this.#refuse('simulations', noMoreSimulations(this.name, this.#sizes.size, this.quotas));
  }

  /** @throws RequestError 403 when its simulations have all the bytes that they may have. */
  checkBytes(): void {
    if (this.#bytes < this.quotas.bytes) return;
    this.#refuse('bytes', noMoreBytes(this.name, this.#bytes, this.quotas));
  }

  /** Counts a stream as open. @throws RequestError 429 when it is one too many. */
  take(): void {
    if (this.#streams >= this.quotas.streams) {
      this.#refuse('streams', noMoreStreams(this.name, this.quotas));
    }
    this.#streams += 1;
  }

  /** Counts a stream as closed. */
  leave(): void {
    this.#streams -= 1;
  }

  #refuse(name: QuotaName, error: RequestError): never {
    this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
    throw error;
  }

  /** Begins the next hour when the present one is over. */
  #turnHour(): void {
    const hours = Math.floor((this.#now() - this.#hourFrom) / HOUR_MS);
    if (hours === 0) return;
    this.#hourFrom += hours * HOUR_MS;
    this.#hourMs = 0;
  }
}
