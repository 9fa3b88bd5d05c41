import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { explained } from '../../../support/market/explained.js';
import { Sim, types } from '../../../support/market/sim.js';

const EUR = 'EUR_USD';
const price = (points: number) => (points / 100_000).toFixed(5);

describe('the explanation of an order that waits', () => {
  it('finds the closest of many thousand prices, the first of equal ones', () => {
    const sim = new Sim();
    sim.quote(EUR, '1.10000', '1.10010', { seconds: 0 });
    const orders = [
      { type: 'LIMIT', units: '1', price: '0.50000' },
      { type: 'LIMIT', units: '-1', price: '1.50000' },
      { type: 'STOP', units: '1', price: '1.50000', triggerCondition: 'MID' },
      { type: 'STOP', units: '-1', price: '0.50000', triggerCondition: 'MID' },
    ].map(order => sim.order({ ...order, instrument: EUR })[0]?.id ?? '');
    const random = new Prng(7);
    const seen = [{ bid: 110_000, ask: 110_010, second: 0 }];
    let bid = 110_000;
    for (let second = 1; second <= 10_000; second++) {
      bid += random.nextInt(-3, 3);
      const ask = bid + random.nextInt(5, 15);
      sim.quote(EUR, price(bid), price(ask));
      seen.push({ bid, ask, second });
    }
    const timeOf = (second: number) =>
      `${new Date(Date.UTC(2024, 2, 5, 10) + second * 1000).toISOString().slice(0, 19)}.000000000Z`;
    const found = orders.map(id => {
      const { needed } = explained(sim, id);
      return [needed?.what, Math.round(Number(needed?.found) * 200_000), needed?.at];
    });
    /** The extreme of twice a price, and when it came first. */
    const extreme = (of: (tick: (typeof seen)[0]) => number, isHigh: boolean) => {
      const values = seen.map(of);
      const best = values.reduce((a, b) => (isHigh ? Math.max(a, b) : Math.min(a, b)));
      return [best, timeOf(seen[values.indexOf(best)]?.second ?? 0)];
    };
    expect(found).toEqual([
      ['ask', ...extreme(({ ask }) => 2 * ask, false)],
      ['bid', ...extreme(tick => 2 * tick.bid, true)],
      ['mid', ...extreme(tick => tick.bid + tick.ask, true)],
      ['mid', ...extreme(tick => tick.bid + tick.ask, false)],
    ]);
  });

  it('says on which side the rest waits of one whose price was that of the market', () => {
    const depth = [
      { offsetPoints: 0, liquidity: 1000 },
      { offsetPoints: 10, liquidity: 1000 },
    ];
    const sim = new Sim({ model: { liquidity: { depth } } });
    sim.quote(EUR, '1.10000', '1.10010');
    const order = { type: 'MARKET_IF_TOUCHED', instrument: EUR, units: '5000', price: '1.10010' };
    const written = sim.order(order);
    expect(types(written)).toEqual([
      'MARKET_IF_TOUCHED_ORDER',
      'ORDER_FILL',
      'MARKET_IF_TOUCHED_ORDER',
    ]);
    // 2,000 units have taken the ask to 1.10015: the rest waits above its price.
    sim.quote(EUR, '1.10030', '1.10040');
    expect(explained(sim, written[2]?.id ?? '').needed?.sentence).toBe(
      'The ask had to fall to 1.10010; the lowest ask since the order was 1.10040 at 2024-03-05T10:00:02.000000000Z.',
    );
  });
});
