import { describe, expect, it } from 'vitest';
import { statisticsOf, tradeResults } from '../../../../src/dashboard/practice/results.js';

const won = {
  id: '5',
  initialUnits: '1000',
  price: '1.08424',
  averageClosePrice: '1.08652',
  realizedPL: '2.2800',
};
const lost = {
  id: '9',
  initialUnits: '-1000',
  price: '1.08400',
  averageClosePrice: '1.08500',
  realizedPL: '-1.0000',
};
const bare = { ...won, id: '12', realizedPL: '0.5000' };
const stops = new Map([
  ['5', '1.08310'],
  ['9', '1.08500'],
]);

describe('the results of closed trades', () => {
  it('count R from the first stop, on both sides, and none without a stop', () => {
    expect(tradeResults([won, lost, bare], stops)).toEqual([
      { id: '5', pl: '2.2800', ratio: '2' },
      { id: '9', pl: '-1.0000', ratio: '-1' },
      { id: '12', pl: '0.5000' },
    ]);
    expect(tradeResults([won], new Map([['5', '1.08424']]))).toEqual([{ id: '5', pl: '2.2800' }]);
  });

  it('come to a win rate, an expectancy and an average R', () => {
    expect(statisticsOf(tradeResults([won, lost, bare], stops))).toEqual({
      trades: 3,
      won: 2,
      winRate: '66.7',
      expectancy: '0.59',
      averageRatio: '0.50',
    });
  });

  it('come to nothing without trades, and to no R without stops', () => {
    expect(statisticsOf([])).toEqual({ trades: 0, won: 0 });
    expect(statisticsOf(tradeResults([bare], new Map()))).not.toHaveProperty('averageRatio');
  });
});
