/**
 * Which combinations of parameters a study runs: all of its grid, or so many different ones drawn
 * from it. Combinations are numbered in the order of the axes, the last one turning fastest, so a
 * grid is never built to count it. Too many are refused before anything runs.
 */

import { Prng } from '../core/base/prng.js';
import type { Axis, ParameterValue, Study } from '../storage/study/study-file.js';

/** One value for each axis, in their order. */
export type ParameterSet = readonly ParameterValue[];

/** Runs that a study may have at most, over all of its windows. */
export const MOST_RUNS = 100_000;
const TWO_32 = 4_294_967_296;

/** The combinations of `study`. @param windows - how often each will run. @throws InputError */
export function parameterSets(study: Study, windows = 1): ParameterSet[] {
  const { axes, random, seed, document } = study;
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  const count = random ?? size;
  const place = random === undefined ? ['axes'] : ['search', 'random'];
  if (count > size) {
    throw document.error(place, `must be at most the ${grouped(size)} of the grid, was ${random}`);
  }
  if (count * windows > MOST_RUNS) {
    const lengths = axes.map(({ name, values }) => `${name} ${values.length}`).join(' x ');
    const hint = random === undefined ? ' or let search draw some' : '';
    throw document.error(
      place,
      `makes ${grouped(count * windows)} runs (${random === undefined ? lengths : random}, windows ${windows}), ` +
        `more than ${grouped(MOST_RUNS)}: take fewer values${hint}`,
    );
  }
  if (random === undefined) return Array.from({ length: size }, (_, at) => setAt(axes, at));
  if (size > TWO_32) {
    throw document.error(['axes'], `has ${grouped(size)} combinations, too many to draw from`);
  }
  return drawn(size, count, seed).map(at => setAt(axes, at));
}

/** Combination `at` of the grid: digits of a number, one for each axis. */
function setAt(axes: readonly Axis[], at: number): ParameterSet {
  let rest = at;
  return axes
    .toReversed()
    .map(({ values }) => {
      const digit = rest % values.length;
      rest = (rest - digit) / values.length;
      return values[digit] as ParameterValue;
    })
    .reverse();
}

/**
 * `count` different numbers below `size`, rising; every choice is as likely as any other.
 * Source: Floyd's sampling, in Bentley and Floyd, "A sample of brilliance", CACM 30(9), 1987.
 */
function drawn(size: number, count: number, seed: number): number[] {
  const prng = new Prng(seed).fork('parameter sets');
  const chosen = new Set<number>();
  for (let last = size - count; last < size; last++) {
    const pick = prng.nextInt(0, last);
    chosen.add(chosen.has(pick) ? last : pick);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** `1,200,000`; sizes beyond exact integers in scientific notation. */
function grouped(size: number): string {
  if (!Number.isSafeInteger(size)) return size.toExponential(2);
  return String(size).replace(/\B(?=(\d{3})+$)/g, ',');
}
