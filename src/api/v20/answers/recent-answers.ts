/**
 * Answers that are still true: what was rendered since the simulation last moved. Between two steps
 * of time pollers ask the same questions over and over.
 */

import type { Simulation } from '../../../runtime/simulation.js';

const ANSWERS_MAX = 256;
const BYTES_MAX = 65_536;

export class RecentAnswers {
  readonly #simulation: Simulation;
  readonly #answers = new Map<string, string | Buffer>();
  #version = -1;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** The answer to the request of that key, if nothing has moved since. */
  get(key: string): string | Buffer | undefined {
    if (this.#version === this.#simulation.version) return this.#answers.get(key);
    this.#answers.clear();
    this.#version = this.#simulation.version;
    return undefined;
  }

  keep(key: string, payload: string | Buffer): void {
    if (this.#answers.size >= ANSWERS_MAX || payload.length > BYTES_MAX) return;
    this.#answers.set(key, payload);
  }
}
