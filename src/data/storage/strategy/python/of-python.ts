/** Which strategies are in Python. */

import type { Strategy } from '../../../../core/strategy/strategy.js';

const known = new WeakSet<Strategy>();

/** Remembers a strategy that is in Python. */
export function markOfPython(strategy: Strategy): void {
  known.add(strategy);
}

/** Whether a strategy is in Python. */
export function isOfPython(strategy: Strategy): boolean {
  return known.has(strategy);
}
