import { expect, it } from 'vitest';
import { extendedPlot } from '../../../../src/dashboard/state/extended-plot.js';

const marks = (...all: readonly (readonly [minute: number, text: string])[]) => {
  const points = all.map(([minute, text]) => ({ time: `2024-03-05T10:0${minute}:00Z`, text }));
  return { name: 'marks', pane: 'price', kind: 'mark' as const, instrument: 'EUR_USD', points };
};

it('a plot is continued; points from the first new one on are replaced', () => {
  const first = extendedPlot(undefined, marks([1, 'a'], [2, 'b']));
  expect(first).toEqual(marks([1, 'a'], [2, 'b']));
  const again = extendedPlot(first, marks([2, 'b'], [2, 'c'], [3, 'd']));
  expect(again).toEqual(marks([1, 'a'], [2, 'b'], [2, 'c'], [3, 'd']));
  expect(extendedPlot(again, marks())).toEqual(again);
});
