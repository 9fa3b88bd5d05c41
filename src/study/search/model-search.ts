/**
 * A search that learns: a random forest is fitted to the runs so far, and the next runs are the
 * combinations with the greatest expected improvement over the best run. Every fourth combination
 * is drawn at random, so that a forest that is wrong about a region gets data from it.
 * Source: F. Hutter, H. Hoos, K. Leyton-Brown, "Sequential model-based optimization for general
 * algorithm configuration" (SMAC), LION 5, 2011; the forest is that of ml-random-forest.
 */

import type { RandomForestRegression } from 'ml-random-forest';
import type { Prng } from '../../core/base/prng.js';
import { normalCdf, normalDensity } from '../../data/figures/math/normal.js';
import { mean, sampleDeviation } from '../../data/figures/math/statistics.js';
import type { Axis, ModelWish } from '../../data/storage/study/study-file.js';
import { drawn, gridSize, numberOf, placesAt, setAt } from './parameter-sets.js';
import type { Merit, Search } from './search.js';
import { shuffled } from './shuffle.js';

type Forest = new (
  options: ConstructorParameters<typeof RandomForestRegression>[0],
) => Pick<RandomForestRegression, 'train' | 'predictionValues'>;

interface Forests {
  readonly default: { readonly RandomForestRegression: Forest };
}

const LEAST_INITIAL = 10;
const INITIAL_SHARE = 5;
const LEAST_BATCH = 8;
const ROUNDS = 25;
/** One of this many combinations of a batch is drawn at random. */
const RANDOM_EVERY = 4;
/** Number of combinations that the forest rates. */
const CANDIDATES = 1_000;
/** Number of best runs whose neighbours the forest also rates. */
const CENTRES = 10;
const TREES = 30;
/** A leaf with at most this many runs is not split further. */
const LEAF = 3;
const MOST_DEEP = 20;
const INT32_MAX = 2_147_483_647;

/**
 * A search over the grid of `axes`.
 * @param prng - source of all random draws.
 * @param allowed - numbers of the combinations that may run, ascending; default: all.
 */
export async function modelSearch(
  axes: readonly Axis[],
  wish: ModelWish,
  prng: Prng,
  allowed?: readonly number[],
): Promise<Search> {
  // A CommonJS package has only a default export here; its types do not say so.
  const { default: forests } = (await import('ml-random-forest')) as unknown as Forests;
  return new ModelSearch({ axes, prng, allowed }, wish, forests.RandomForestRegression);
}

/** The combinations that a search may choose, and its draws. */
interface SearchedGrid {
  readonly axes: readonly Axis[];
  readonly prng: Prng;
  readonly allowed: readonly number[] | undefined;
}

/** Owns the combinations that have been given out. `next` adds a batch; none is given out twice. */
class ModelSearch implements Search {
  readonly #axes: readonly Axis[];
  readonly #prng: Prng;
  readonly #Forest: Forest;
  readonly #allowed: readonly number[] | undefined;
  readonly #isAllowed: (at: number) => boolean;
  readonly #size: number;
  readonly #runs: number;
  readonly #initial: number;
  readonly #batch: number;
  /** Indexes of the combinations given out so far. */
  readonly #tried: number[] = [];
  readonly #known = new Set<number>();

  constructor({ axes, prng, allowed }: SearchedGrid, wish: ModelWish, Forest: Forest) {
    const { runs } = wish;
    const known = allowed && new Set(allowed);
    this.#axes = axes;
    this.#allowed = allowed;
    this.#isAllowed = at => known?.has(at) ?? true;
    this.#prng = prng;
    this.#Forest = Forest;
    this.#size = allowed?.length ?? gridSize(axes);
    this.#runs = runs;
    this.#initial = wish.initial ?? Math.max(LEAST_INITIAL, Math.ceil(runs / INITIAL_SHARE));
    this.#batch = wish.batch ?? Math.max(LEAST_BATCH, Math.ceil(runs / ROUNDS));
  }

  next(tried: number, merits: () => readonly Merit[]) {
    const left = this.#runs - tried;
    if (left === 0) return [];
    const chosen =
      tried === 0
        ? this.#untried(Math.min(this.#initial, left))
        : this.#round(merits(), Math.min(this.#batch, left));
    for (const at of chosen) {
      this.#tried.push(at);
      this.#known.add(at);
    }
    return chosen.map(at => setAt(this.#axes, at));
  }

  /** `count` combinations: for each random one, three with a high expected improvement. */
  #round(merits: readonly Merit[], count: number): number[] {
    const promising = this.#promising(merits).values();
    const others = this.#untried(2 * count).values();
    const chosen = new Set<number>();
    for (let turn = 1; chosen.size < count; turn++) {
      const sources = turn % RANDOM_EVERY === 0 ? [others, promising] : [promising, others];
      const at = sources[0]?.next().value ?? sources[1]?.next().value;
      if (at === undefined) break;
      chosen.add(at);
    }
    return [...chosen];
  }

  /** Combinations by expected improvement, best first; empty while no result is known. */
  #promising(merits: readonly Merit[]): number[] {
    const known = merits.filter(merit => merit !== null);
    if (known.length === 0) return [];
    const best = Math.max(...known);
    const worst = Math.min(...known);
    const forest = new this.#Forest({
      nEstimators: TREES,
      maxFeatures: 1.0,
      replacement: false,
      useSampleBagging: true,
      noOOB: true,
      seed: this.#prng.nextInt(1, INT32_MAX),
      treeOptions: { gainFunction: 'regression', minNumSamples: LEAF, maxDepth: MOST_DEEP },
    });
    // A run without the figure is treated as a bad result, so the search avoids its region.
    forest.train(
      this.#tried.map(at => this.#features(at)),
      merits.map(merit => merit ?? worst),
    );
    const candidates = this.#candidates(merits);
    const expected = forest.predictionValues(candidates.map(at => this.#features(at)));
    const scored = candidates.map((at, row) => {
      const trees = expected.getRow(row);
      return { at, score: expectedImprovement(mean(trees), sampleDeviation(trees), best) };
    });
    return scored.sort((a, b) => b.score - a.score).map(({ at }) => at);
  }

  /**
   * Untried combinations in random order: neighbours of the best runs, and some of the whole grid.
   */
  #candidates(merits: readonly Merit[]): number[] {
    const ranked = [...merits.keys()].sort((a, b) => scoreOf(merits[b]) - scoreOf(merits[a]));
    const centres = ranked.slice(0, CENTRES).map(index => this.#tried[index] as number);
    const near = centres.flatMap(at => this.#neighbours(at));
    const all = new Set([...near, ...this.#untried(CANDIDATES)]);
    return shuffled(
      [...all].filter(at => !this.#known.has(at)),
      this.#prng,
    );
  }

  /**
   * Combinations that differ by one step on one axis, or by any other value of a non-numeric axis.
   */
  #neighbours(at: number): number[] {
    const places = placesAt(this.#axes, at);
    return this.#axes.flatMap(({ values }, axis) => {
      const here = values[places[axis] as number];
      const isNumber = typeof here === 'number';
      const sorted = isNumber ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
      const rank = sorted.indexOf(here as number);
      const others = isNumber
        ? [sorted[rank - 1], sorted[rank + 1]]
        : values.filter(value => value !== here);
      return others
        .filter(value => value !== undefined)
        .map(value => numberOf(this.#axes, places.with(axis, values.indexOf(value))))
        .filter(this.#isAllowed);
    });
  }

  /**
   * Returns at most `count` different combinations that were not given out yet, in random order.
   */
  #untried(count: number): number[] {
    const wanted = Math.min(this.#size, count + this.#known.size);
    const fresh = drawn(this.#size, wanted, this.#prng)
      .map(place => this.#allowed?.[place] ?? place)
      .filter(at => !this.#known.has(at));
    return shuffled(fresh, this.#prng).slice(0, count);
  }

  /**
   * The values as numbers for a tree: numbers unchanged, other values by their index on the axis.
   */
  #features(at: number): number[] {
    return placesAt(this.#axes, at).map((place, axis) => {
      const value = this.#axes[axis]?.values[place];
      return typeof value === 'number' ? value : place;
    });
  }
}

/**
 * The expected improvement over `best` of a normal variable; values below `best` count as 0.
 * Source: D. Jones, M. Schonlau, W. Welch, "Efficient global optimization of expensive black-box
 * functions", Journal of Global Optimization 13, 1998.
 */
export function expectedImprovement(average: number, deviation: number, best: number): number {
  const gain = average - best;
  if (!(deviation > 0)) return Math.max(0, gain);
  const z = gain / deviation;
  return gain * normalCdf(z) + deviation * normalDensity(z);
}

function scoreOf(merit: Merit | undefined): number {
  return merit ?? Number.NEGATIVE_INFINITY;
}
