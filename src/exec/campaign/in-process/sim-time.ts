/**
 * Simulated time of one run in this process: it moves when the client waits for it and for nothing
 * else. The client and the server run in this process, so a turn of the event loop without work means
 * that both are idle.
 */

import type { ServerResponse } from 'node:http';
import type { FaultTime } from '../../../broker/api/http/fault-time.js';
import type { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import { EventQueue } from '../../../core/base/heap.js';
import { instant } from '../../../core/time/instant.js';

/** Streams, as time sees them. */
export interface Streams {
  readonly isRead: () => boolean;
  /** Brings lines that have been made to their readers. @returns whether there were any. */
  deliver(): boolean;
  /** Makes a heartbeat on each stream. */
  beat(): void;
}

/** Heartbeats come at whole multiples of it. Source: v20 semantics 2.5. */
const BEAT_MICROS = 5_000_000;

/**
 * Owns what waits for simulated time, and the number of answers in progress. `sleep` and `after`
 * add waiters, `run` moves time and wakes them. Time never moves while an answer is in progress.
 */
export class SimTime implements FaultTime {
  readonly #simulation: Simulation;
  readonly #streams: Streams;
  readonly #sleepers = new EventQueue<() => void>();
  #answering = 0;

  constructor(simulation: Simulation, streams: Streams) {
    this.#simulation = simulation;
    this.#streams = streams;
  }

  /** Simulated microseconds since 1970. */
  get now(): number {
    return this.#simulation.now;
  }

  /** Waits in simulated time. */
  sleep(micros: number): Promise<void> {
    return new Promise(wake => {
      this.#sleepers.push(this.now + Math.max(0, Math.ceil(micros)), 0, wake);
    });
  }

  /** Holds time while the server works on a request. */
  async answer<T>(work: Promise<T>): Promise<T> {
    this.#answering += 1;
    try {
      return await work;
    } finally {
      this.#answering -= 1;
    }
  }

  /** Lets a fault wait. While an answer does, the server works no more on it. */
  after(micros: number, then: () => void, answering?: ServerResponse): () => void {
    let isOff = false;
    const works = answering === undefined ? 0 : 1;
    this.#answering -= works;
    void this.sleep(micros).then(() => {
      this.#answering += works;
      if (!isOff) then();
    });
    return () => {
      isOff = true;
    };
  }

  /** Moves time until `isOver`, or nothing can happen any more. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await turn();
      if (this.#answering > this.#simulation.waiting) continue;
      if (isOver() || this.#streams.deliver()) continue;
      if (!this.#move()) return;
    }
  }

  /** Moves to the next instant at which something happens. @returns whether there is one in the window. */
  #move(): boolean {
    const isRead = this.#streams.isRead();
    const { now, waiting, nextEvent, last } = this.#simulation;
    const beat = isRead ? (Math.floor(now / BEAT_MICROS) + 1) * BEAT_MICROS : Infinity;
    const effect = waiting > 0 ? nextEvent : Infinity;
    const to = Math.min(this.#sleepers.peekTime(), beat, effect);
    if (to > last) return false;
    const end = { to: instant(to), through: 'commands' } as const;
    const stopped = this.#simulation.advanceUntil({
      ...end,
      ...(isRead && { until: 'transaction' }),
    });
    if (!stopped && this.now >= beat) this.#streams.beat();
    this.#wake();
    return true;
  }

  #wake(): void {
    while (this.#sleepers.peekTime() <= this.now) this.#sleepers.pop().value();
  }
}

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
