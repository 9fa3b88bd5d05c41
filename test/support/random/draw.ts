/** Draws of the random runs. Each takes a fixed number of values from `random`, so that a seed gives the same run. */

import type { Prng } from '../../../src/core/base/prng.js';

/** True in one of `many` cases. */
export function one(random: Prng, many: number): boolean {
  return random.nextInt(1, many) === 1;
}

/** One of the values, each as likely as any other. */
export function pick<T>(random: Prng, values: readonly T[]): T {
  return values[random.nextInt(0, values.length - 1)] as T;
}

/** About half of the values, in their order. */
export function pickSome<T>(random: Prng, values: readonly T[]): T[] {
  return values.filter(() => random.nextInt(0, 1) === 0);
}
