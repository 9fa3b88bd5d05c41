import { describe, expect, it } from 'vitest';
import { explained } from '../../../support/market/explained.js';
import { account } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

const EUR = 'EUR_USD';
const order = (type: string, units: string, price: string, more: object = {}) => ({
  type,
  instrument: EUR,
  units,
  price,
  ...more,
});

/** A bar from 1.10000 over 1.10050 and 1.09900 to 1.09950, with orders at its open. */
function bar(orders: readonly object[], balance = '100000'): Sim {
  const sim = new Sim({ accounts: [account({ balance, hedging: true })] });
  sim.quote(EUR, '1.10000', '1.10010');
  for (const each of orders) sim.order(each);
  sim.leg(EUR, '1.10050', '1.10060');
  sim.leg(EUR, '1.09900', '1.09910');
  sim.leg(EUR, '1.09950', '1.09960');
  return sim;
}

describe('the explanation of what happened between two points of a bar', () => {
  it('names the quote of a fill and the points around it', () => {
    const sim = bar([order('LIMIT', '1000', '1.09940'), order('STOP', '1000', '1.10030')]);
    const [limit, stop] = [explained(sim, 4), explained(sim, 5)];
    expect(stop.tick).toEqual({
      instrument: EUR,
      time: '2024-03-05T10:00:02.000000000Z',
      bid: '1.10020',
      ask: '1.10030',
      between: "the bar's open and its high",
    });
    expect(limit.tick?.between).toBe("the bar's high and its low");
    expect(limit.needed?.sentence).toBe(
      "The ask had to fall to 1.09940; it was 1.09940 at 2024-03-05T10:00:03.000000000Z, between the bar's high and its low.",
    );
  });

  it('distinguishes the last half point of a leg on MID from its end', () => {
    const sim = new Sim({ accounts: [account({ balance: '100000', hedging: true })] });
    sim.quote(EUR, '1.10000', '1.10011');
    sim.order(order('STOP', '-1000', '1.10000', { triggerCondition: 'MID' }));
    sim.leg(EUR, '1.09994', '1.10005');
    const { tick, needed } = explained(sim, 4);
    expect(tick).toMatchObject({ bid: '1.09994', ask: '1.10006' });
    expect(needed?.found).toBe('1.10000');
  });

  it('names the points by the side that moves', () => {
    const sim = new Sim({ accounts: [account({ balance: '100000', hedging: true })] });
    sim.quote(EUR, '1.10000', '1.10010');
    sim.order(order('STOP', '1000', '1.10020'));
    sim.leg(EUR, '1.10000', '1.10040');
    expect(explained(sim, 4).tick?.between).toBe("the bar's open and its high");
  });

  it('takes the factors of money from that quote', () => {
    const sim = bar([order('LIMIT', '1000', '1.09940')]);
    const [step] = explained(sim, 4).conversion?.[0]?.path ?? [];
    expect(step).toMatchObject({ bid: '1.09930', ask: '1.09940' });
  });

  it('says how near the price came before an order ended there', () => {
    const sim = bar([
      order('LIMIT', '1000', '1.09940', {
        takeProfitOnFill: { price: '1.09990' },
        stopLossOnFill: { price: '1.09905' },
      }),
    ]);
    // The take profit, made at the bid 1.09930, ends with the stop loss at the bid 1.09905.
    expect(explained(sim, 6).needed?.sentence).toBe(
      'The bid had to rise to 1.09990; the highest bid since the order was 1.09930 at 2024-03-05T10:00:03.000000000Z.',
    );
  });

  it('finds the quote at which an order was met that could not fill', () => {
    const sim = bar([order('LIMIT', '100000', '1.09940')], '100');
    const said = explained(sim, 4);
    expect(said.reason).toBe('INSUFFICIENT_MARGIN');
    expect(said.tick).toMatchObject({ bid: '1.09930', ask: '1.09940' });
  });

  it('says that the rest of an order waits at its price', () => {
    const liquidity = { depth: [{ offsetPoints: 0, liquidity: 1000 }] };
    const sim = new Sim({ model: { liquidity } });
    sim.quote(EUR, '1.10000', '1.10010');
    sim.order(order('MARKET_IF_TOUCHED', '3000', '1.09950'));
    const rest = sim.leg(EUR, '1.09900', '1.09910').at(-1);
    expect(rest?.type).toBe('MARKET_IF_TOUCHED_ORDER');
    expect(explained(sim, rest?.id ?? '').needed?.sentence).toBe(
      'The ask reached 1.09910 at 2024-03-05T10:00:02.000000000Z; inside a bar, the rest of an order that was filled in part waits until the ask is 1.09950 again.',
    );
  });

  it('finds the whole point at which the account was closed out', () => {
    const sim = new Sim({ accounts: [account({ balance: '1110', hedging: true })] });
    sim.quote(EUR, '1.10000', '1.10010');
    sim.order({ type: 'MARKET', instrument: EUR, units: '50000' });
    const [closing] = sim.leg(EUR, '1.08000', '1.08010');
    expect(closing?.type === 'MARKET_ORDER' && closing.reason).toBe('MARGIN_CLOSEOUT');
    const said = explained(sim, closing?.id ?? '');
    expect(said.tick?.between).toBe("the bar's open and its low");
    expect(said.values['batchCloseoutPercent']).toMatch(/^1\.000/);
  });
});
