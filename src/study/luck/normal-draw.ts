/** Normal draws from a seeded generator. */

import type { Prng } from '../../core/base/prng.js';

/** A draw from the standard normal distribution. Source: G. Box, M. Muller 1958. */
export function normalDraw(prng: Prng): number {
  const radius = Math.sqrt(-2 * Math.log(1 - prng.nextUnit()));
  return radius * Math.cos(2 * Math.PI * prng.nextUnit());
}
