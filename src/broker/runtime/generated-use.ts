/** Which generated instruments were named so far, so that each is announced at its first use. */

import type { Scenario } from '../../core/run/scenario.js';

/** Names in one sentence; a program that asks for all of them gets one line. */
const NAMED_MAX = 8;

/**
 * Owns which generated instruments of a scenario were named. `name` adds one; each is announced
 * once.
 */
export class GeneratedUse {
  readonly #seed: number;
  readonly #unused: Set<string>;
  readonly #used: string[] = [];

  constructor({ seed, market }: Pick<Scenario, 'seed' | 'market'>) {
    this.#seed = seed;
    const generated = market.filter(({ isGenerated }) => isGenerated === true);
    this.#unused = new Set(generated.map(({ instrument }) => instrument.name));
  }

  /** The instruments that were named, in the order of their first use. */
  get used(): readonly string[] {
    return this.#used;
  }

  /**
   * @param namesOf - reads the names of a request; not called when no generated instrument is left to name.
   * @returns a sentence when some are generated and new; undefined otherwise.
   */
  name(namesOf: () => readonly string[]): string | undefined {
    if (this.#unused.size === 0) return undefined;
    const found = namesOf().filter(name => this.#unused.delete(name));
    if (found.length === 0) return undefined;
    this.#used.push(...found);
    const rest = found.length - NAMED_MAX;
    const shown = found.slice(0, NAMED_MAX).join(', ');
    const listed = rest > 0 ? `${shown} and ${rest} more` : shown;
    const prices =
      found.length === 1 ? 'is made up: its prices come' : 'are made up: their prices come';
    return `${listed} ${prices} from seed ${this.#seed}, not from a market`;
  }
}
