import { expect, it } from 'vitest';
import { account, at } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** A hedging account with a long trade that is too large and a short one; then no one sells. */
function hedged(): Sim {
  const sim = new Sim({
    accounts: [account({ hedging: true })],
    halts: [
      {
        from: at('2024-03-05T10:00:10Z'),
        to: at('2024-03-05T10:01:00Z'),
        side: 'ASK',
        mode: 'HALTED',
      },
    ],
  });
  sim.quote('EUR_USD', '1.08500', '1.08510');
  for (const units of ['300000', '-10000'])
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units, positionFill: 'OPEN_ONLY' });
  return sim;
}

it('a closeout closes the side that trades, and names the trades of the halted side', () => {
  const sim = hedged();
  const closed = sim.quote('EUR_USD', '1.06000', '1.06010', { seconds: 20 });
  expect(closed).toMatchObject([
    { type: 'DELAYED_TRADE_CLOSURE', reason: 'MARGIN_CLOSEOUT', tradeIDs: ['7'] },
    { type: 'MARKET_ORDER', units: '-300000', reason: 'MARGIN_CLOSEOUT' },
    { type: 'ORDER_FILL', tradesClosed: [{ tradeID: '5' }] },
  ]);
  expect(closed).toHaveLength(3);
});

it('the trades that it named are closed at the first price after the halt', () => {
  const sim = hedged();
  const [delayed] = sim.quote('EUR_USD', '1.06000', '1.06010', { seconds: 20 });
  expect(sim.quote('EUR_USD', '1.06000', '1.06010', { seconds: 10 })).toEqual([]);
  const delayedTradeClose = { tradeID: '7', sourceTransactionID: delayed?.id };
  expect(sim.quote('EUR_USD', '1.06000', '1.06010', { seconds: 60 })).toMatchObject([
    { type: 'MARKET_ORDER', units: '10000', reason: 'DELAYED_TRADE_CLOSE', delayedTradeClose },
    { type: 'ORDER_FILL', tradesClosed: [{ tradeID: '7' }] },
  ]);
});

it('in a bar they are closed at the point at which its first leg begins', () => {
  const sim = hedged();
  sim.quote('EUR_USD', '1.06000', '1.06010', { seconds: 20 });
  expect(sim.quote('EUR_USD', '1.06100', '1.06110', { seconds: 60, isLeg: true })).toMatchObject([
    { type: 'MARKET_ORDER', units: '10000', reason: 'DELAYED_TRADE_CLOSE' },
    { type: 'ORDER_FILL', price: '1.06010', tradesClosed: [{ tradeID: '7' }] },
  ]);
});
