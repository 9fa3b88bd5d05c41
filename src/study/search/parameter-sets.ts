/**
 * The combinations of parameters that a study runs: the whole grid, or a number of different ones
 * drawn from it. Combinations are numbered in the order of the axes; the last axis changes fastest,
 * so the grid need not be built. Too many combinations are refused before anything runs.
 */

import { Prng } from '../../core/base/prng.js';
import { keeps } from '../../data/storage/study/constraints.js';
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
/** Greatest grid whose combinations are all held against constraints. */
const MOST_COMPARED = 2_000_000;
const TWO_32 = 4_294_967_296;

/**
 * Number of combinations in each of `windows` windows.
 * @throws InputError when there are too many.
 */
export function setCount(study: Study, windows: number): number {
  const { axes, search = {}, document } = study;
  const allowed = allowedNumbers(study);
  const size = allowed?.length ?? gridSize(axes);
  if (size === 0) throw document.error(['constraints'], 'leave no combination of the axes');
  const wanted = search.random ?? search.model?.runs;
  const count = wanted ?? size;
  const place = placeOf(search);
  if (count > size) {
    throw document.error(
      place,
      `must be at most the ${grouped(size)} combinations of the grid${allowed === undefined ? '' : ' that keep the constraints'}, was ${wanted}`,
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
export function parameterSets(study: Study): ParameterSet[] {
  const { axes, search, seed } = study;
  const allowed = allowedNumbers(study);
  const size = allowed?.length ?? gridSize(axes);
  const setOf = (place: number) => setAt(axes, allowed?.[place] ?? place);
  if (search?.random === undefined) return Array.from({ length: size }, (_, at) => setOf(at));
  const prng = new Prng(seed).fork('parameter sets');
  return drawn(size, search.random, prng).map(setOf);
}

/**
 * Numbers of the combinations that keep all constraints, ascending; undefined without a constraint.
 * @throws InputError when the grid is too large to look at each of them.
 */
export function allowedNumbers({
  axes,
  constraints = [],
  document,
}: Pick<Study, 'axes' | 'document'> & Partial<Pick<Study, 'constraints'>>): number[] | undefined {
  if (constraints.length === 0) return undefined;
  const size = gridSize(axes);
  if (size > MOST_COMPARED) {
    const most = grouped(MOST_COMPARED);
    const rule = `are compared with every combination, and the grid has ${grouped(size)}, more than ${most}: take fewer values`;
    throw document.error(['constraints'], rule);
  }
  const allowed: number[] = [];
  for (let at = 0; at < size; at++) {
    const values = setAt(axes, at);
    if (constraints.every(each => keeps(each, values))) allowed.push(at);
  }
  return allowed;
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
