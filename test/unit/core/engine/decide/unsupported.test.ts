import { expect, it } from 'vitest';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

it('an account without trailing stops refuses them as orders and on fill', () => {
  const sim = new Sim({ accounts: [account({ trailingStops: false })] });
  sim.quote('EUR_USD', '1.08500', '1.08510');
  const buy = { instrument: 'EUR_USD', units: '100' };
  const trailingStopLossOnFill = { distance: '0.01' };
  sim.order({ type: 'MARKET', ...buy });
  for (const order of [
    { type: 'MARKET', ...buy, trailingStopLossOnFill },
    { type: 'LIMIT', ...buy, price: '1.08', trailingStopLossOnFill },
    { type: 'TRAILING_STOP_LOSS', tradeID: '5', distance: '0.01' },
  ]) {
    const [first] = sim.order(order);
    expect(first).toMatchObject({ type: `${order.type}_ORDER_REJECT` });
    expect(first).toHaveProperty('rejectReason', 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED');
  }
});

it('a position in an instrument that the market does not have cannot be closed: nothing is written', () => {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08500', '1.08510');
  const { badParameter, transactions } = sim.send({
    type: 'ClosePosition',
    instrument: 'EUR_ZZZ',
    longUnits: 'ALL',
  });
  expect([badParameter, transactions]).toEqual(['instrument', []]);
});
