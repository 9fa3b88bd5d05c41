/** The order of keys: a client that writes an answer out again writes alike objects alike. */

import { isObject, objectsWithin } from '../recording/json.js';
import type { KeyOrders, Relation } from './rule.js';

/** Keys that are few enough have an order by chance. */
const KEYS_MIN = 3;

/** The orders of keys in `bodies`. */
export function keyOrdersOf(bodies: readonly object[]): KeyOrders {
  const orders = new Map<string, Map<string, number>>();
  for (const { object } of bodies.flatMap(body => [...objectsWithin(body)])) {
    const keys = Object.keys(object);
    const name = nameOf(keys);
    const own = orders.get(name) ?? new Map<string, number>();
    orders.set(name, own.set(keys.join(), (own.get(keys.join()) ?? 0) + 1));
  }
  return orders;
}

function nameOf(keys: readonly string[]): string {
  return [...keys].sort().join();
}

/** The relation. */
export const KEY_ORDER: Relation = {
  name: 'key order',
  sentence: 'Objects with the same keys have them in the same order throughout a file.',
  source: 'v20 semantics 2.3',
  check: (object, { keyOrders }) => {
    const keys = Object.keys(object);
    const orders = isObject(object) ? keyOrders.get(nameOf(keys)) : undefined;
    if (keys.length < KEYS_MIN || orders === undefined) return [];
    const [most] = [...orders].sort((a, b) => b[1] - a[1]);
    if (most === undefined || (orders.size === 1 && most[1] === 1)) return [];
    const [expected, count] = most;
    const own = orders.get(keys.join()) ?? 0;
    const isSame = keys.join() === expected || own === count;
    return [
      {
        field: keys[0] ?? '',
        expected: expected.slice(0, 60),
        found: keys.join().slice(0, 60),
        isSame,
      },
    ];
  },
};
