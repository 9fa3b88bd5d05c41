/** Random order of values. */

import type { Prng } from '../../core/base/prng.js';

/**
 * The values in random order; every order is equally likely. Source: Fisher and Yates, as in Knuth,
 * The Art of Computer Programming 2, 3.4.2 P.
 */
export function shuffled<Value>(values: readonly Value[], prng: Prng): Value[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const pick = prng.nextInt(0, last);
    [order[last], order[pick]] = [order[pick] as Value, order[last] as Value];
  }
  return order;
}
