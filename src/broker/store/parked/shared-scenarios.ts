/** Loads the scenario of a simulation that is made again, once for all simulations that have it. */

import { sha256 } from '../../../data/storage/files/sha256.js';
import type {
  ScenarioShelf,
  ScenarioWithSource,
  SimulationSource,
} from '../../runtime/scenario-shelf.js';

/** Scenarios that stay loaded; their ticks stay with them. */
const KEPT = 16;

/**
 * Owns the scenarios that were loaded last. `load` adds one, and drops the longest unused. Always: a
 * scenario is that of its source, whose digests name the content of its files.
 */
export class SharedScenarios {
  readonly #shelf: ScenarioShelf;
  /** By the digest of the source; the one that was used last is the last. */
  readonly #loaded = new Map<string, Promise<ScenarioWithSource>>();

  constructor(shelf: ScenarioShelf) {
    this.#shelf = shelf;
  }

  /** Loads what a simulation was made of. @throws InputError as `ScenarioShelf.load`. */
  async load(source: SimulationSource): Promise<ScenarioWithSource> {
    const key = sha256(JSON.stringify(source));
    const loading = this.#loaded.get(key) ?? this.#shelf.load(source);
    this.#loaded.delete(key);
    this.#loaded.set(key, loading);
    for (const oldest of this.#loaded.keys()) {
      if (this.#loaded.size <= KEPT) break;
      this.#loaded.delete(oldest);
    }
    try {
      return await loading;
    } catch (error) {
      this.#loaded.delete(key);
      throw error;
    }
  }
}
