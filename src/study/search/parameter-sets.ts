/**
 * The combinations of parameters that a study runs: the whole grid, or a number of different ones
 * drawn from it. Combinations are numbered in the order of the axes; the last axis changes fastest,
 * so the grid need not be built. Too many combinations are refused before anything runs.
 */

import { Prng } from '../../core/base/prng.js';
import type {
  Axis,
  ParameterValue,
  SearchWish,
  Study,
} from '../../data/storage/study/study-file.js';

/** One value per axis, in the order of the axes. */
export type ParameterSet = readonly ParameterValue[];

/** Greatest number of runs of a study, over all its windows. */
const MOST_RUNS = 100_000;
const TWO_32 = 4_294_967_296;

/**
 * Number of combinations in each of `windows` windows.
 * @throws InputError when there are too many.
 */
export function setCount({ axes, search = {}, document }: Study, windows: number): number {
  const size = gridSize(axes);
  const wanted = search.random ?? search.model?.runs;
  const count = wanted ?? size;
  const place = placeOf(search);
  if (count > size) {
    throw document.error(
      place,
      `must be at most the ${grouped(size)} combinations of the grid, was ${wanted}`,
    );
  }
  if (count * windows > MOST_RUNS) {
    const lengths = axes.map(({ name, values }) => `${name} ${values.length}`).join(' x ');
    const hint = wanted === undefined ? ', or draw some with search' : '';
    throw document.error(
      place,
      `makes ${grouped(count * windows)} runs (${wanted ?? lengths}, windows ${windows}), ` +
        `more than ${grouped(MOST_RUNS)}: take fewer values${hint}`,
    );
  }
  if (wanted !== undefined && size > TWO_32) {
    throw document.error(['axes'], `has ${grouped(size)} combinations, too many to draw from`);
  }
  return count;
}

/** The place in the document that sets the number of combinations. */
function placeOf({ random, model }: SearchWish): string[] {
  if (random !== undefined) return ['search', 'random'];
  return model === undefined ? ['axes'] : ['search', 'model', 'runs'];
}

/** All combinations of the grid, or those that `study` draws from it. */
export function parameterSets({ axes, search, seed }: Study): ParameterSet[] {
  const size = gridSize(axes);
  if (search?.random === undefined) {
    return Array.from({ length: size }, (_, at) => setAt(axes, at));
  }
  const prng = new Prng(seed).fork('parameter sets');
  return drawn(size, search.random, prng).map(at => setAt(axes, at));
}

/** Number of combinations in the grid. */
export function gridSize(axes: readonly Axis[]): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}

/** Combination number `at` of the grid: the digits of the number, one per axis. */
export function setAt(axes: readonly Axis[], at: number): ParameterSet {
  return placesAt(axes, at).map((place, axis) => axes[axis]?.values[place] as ParameterValue);
}

/** The index of each value of combination `at` on its axis. */
export function placesAt(axes: readonly Axis[], at: number): number[] {
  let rest = at;
  return axes
    .toReversed()
    .map(({ values }) => {
      const place = rest % values.length;
      rest = (rest - place) / values.length;
      return place;
    })
    .reverse();
}

/** The number of the combination with the values at `places`. */
export function numberOf(axes: readonly Axis[], places: readonly number[]): number {
  return axes.reduce((at, { values }, axis) => at * values.length + (places[axis] as number), 0);
}

/**
 * `count` different numbers below `size`, ascending; every choice is equally likely.
 * Source: Floyd's sampling, in Bentley and Floyd, "A sample of brilliance", CACM 30(9), 1987.
 */
export function drawn(size: number, count: number, prng: Prng): number[] {
  const chosen = new Set<number>();
  for (let last = size - count; last < size; last++) {
    const pick = prng.nextInt(0, last);
    chosen.add(chosen.has(pick) ? last : pick);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** `1,200,000`; sizes beyond exact integers are in scientific notation. */
function grouped(size: number): string {
  if (!Number.isSafeInteger(size)) return size.toExponential(2);
  return String(size).replace(/\B(?=(\d{3})+$)/g, ',');
}
