/**
 * Answers rendered since the simulation last moved, which are still true. Between two steps of time
 * polling clients repeat the same requests.
 */

import type { Simulation } from '../../../runtime/simulation/simulation.js';

const ANSWERS_MAX = 256;
const BYTES_MAX = 65_536;

/**
 * Owns the kept answers of a simulation: at most 256, of at most 64 KiB each. `keep` adds one; all
 * are dropped when the simulation has moved.
 */
export class RecentAnswers {
  readonly #simulation: Simulation;
  readonly #answers = new Map<string, string | Buffer>();
  #version = -1;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** The answer kept under `key`; undefined when there is none or the simulation has moved. */
  get(key: string): string | Buffer | undefined {
    if (this.#version === this.#simulation.version) return this.#answers.get(key);
    this.#answers.clear();
    this.#version = this.#simulation.version;
    return undefined;
  }

  /** Keeps an answer; call it after `get` of the same key. Long ones are not kept. */
  keep(key: string, payload: string | Buffer): void {
    if (this.#answers.size >= ANSWERS_MAX || payload.length > BYTES_MAX) return;
    this.#answers.set(key, payload);
  }
}
