import { expect, it } from 'vitest';
import { widenedTo } from '../../../../src/dashboard/chart/drawing/granularity-seconds.js';

it.each([
  ['M5', 'H1', 'H1'],
  ['M5', 'M1', 'M5'],
  ['D', 'H1', 'D'],
  ['M5', undefined, 'M5'],
  ['M5', 'no granularity', 'M5'],
] as const)('a chart of %s on bars of %s begins with %s', (shown, bars, begun) => {
  expect(widenedTo(shown, bars)).toBe(begun);
});
