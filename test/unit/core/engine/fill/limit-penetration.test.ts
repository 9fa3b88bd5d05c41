import { describe, expect, it } from 'vitest';
import { Sim } from '../../../../support/market/sim.js';

const model = { limitPenetration: new Map([['EUR_USD', 10]]) };
const limit = (units: string, price: string, more: object = {}) => ({
  type: 'LIMIT',
  instrument: 'EUR_USD',
  units,
  price,
  ...more,
});

/** The price of the only fill among transactions; undefined without one. */
function fillPrice(transactions: readonly object[]): string | undefined {
  const fill = transactions.find(each => (each as { type: string }).type === 'ORDER_FILL');
  return (fill as { price?: string } | undefined)?.price;
}

describe('with a penetration of ten points', () => {
  it('a resting limit fills at its price when the market is ten points beyond', () => {
    const sim = new Sim({ model });
    sim.quote('EUR_USD', '1.08500', '1.08515');
    sim.order(limit('100', '1.08400'));
    expect(sim.quote('EUR_USD', '1.08376', '1.08391')).toEqual([]);
    expect(fillPrice(sim.quote('EUR_USD', '1.08375', '1.08390'))).toBe('1.08400');
  });

  it('a gap is the gain of the client, less the ten points', () => {
    const sim = new Sim({ model });
    sim.quote('EUR_USD', '1.08500', '1.08515');
    sim.order(limit('-100', '1.08600'));
    expect(fillPrice(sim.quote('EUR_USD', '1.08700', '1.08715'))).toBe('1.08690');
  });

  it('a limit through the market fills when it is made, at the market', () => {
    const sim = new Sim({ model });
    sim.quote('EUR_USD', '1.08500', '1.08515');
    expect(fillPrice(sim.order(limit('100', '1.08515')))).toBe('1.08515');
    expect(fillPrice(sim.order(limit('100', '1.08600')))).toBe('1.08515');
  });

  it('a take profit waits as a limit does, and a mid in half points', () => {
    const sim = new Sim({ model });
    sim.quote('EUR_USD', '1.08500', '1.08515');
    const takeProfitOnFill = { price: '1.08600', triggerCondition: 'MID' };
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100', takeProfitOnFill });
    expect(sim.quote('EUR_USD', '1.08602', '1.08617')).toEqual([]);
    // The mid 1.08610 is ten points beyond; the bid 1.08603 gives back three.
    expect(fillPrice(sim.quote('EUR_USD', '1.08603', '1.08617'))).toBe('1.08600');
  });
});
