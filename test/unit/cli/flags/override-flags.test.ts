import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { candleDelayAskedBy, financingAskedBy } from '../../../../src/cli/flags/override-flags.js';

it('--financing names its files from the working directory', () => {
  expect(financingAskedBy({ financing: ['currencies=a.csv', 'markup=0.01'] })).toEqual({
    financing: { currencies: resolve('a.csv'), markup: '0.01' },
  });
  expect(financingAskedBy({ financing: [] })).toEqual({});
});

it.each([
  [['rates'], 'must be KEY=VALUE with rates, currencies, '],
  [['rate=a.csv'], 'was rate=a.csv'],
  [['rates=a.csv', 'rates=b.csv'], 'rates is given twice'],
])('--financing %j is refused', (financing, message) => {
  expect(() => financingAskedBy({ financing })).toThrow(message);
});

it('--candle-delay is a word, a time, or the shortest and the longest', () => {
  expect(candleDelayAskedBy({})).toEqual({});
  expect(candleDelayAskedBy({ candleDelay: 'next-price' })).toEqual({ candleDelay: 'next-price' });
  expect(candleDelayAskedBy({ candleDelay: '5s' })).toEqual({ candleDelay: '5s' });
  expect(candleDelayAskedBy({ candleDelay: '1s-45s' })).toEqual({
    candleDelay: { min: '1s', max: '45s' },
  });
});
