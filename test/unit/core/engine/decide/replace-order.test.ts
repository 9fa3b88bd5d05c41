import { describe, expect, it } from 'vitest';
import { Sim } from '../../../../support/market/sim.js';

/** A market with a long trade, 5, and its take profit, 6. */
function held(): Sim {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08500', '1.08510');
  const takeProfitOnFill = { price: '1.09000' };
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100', takeProfitOnFill });
  return sim;
}

function replaced(sim: Sim, order: object) {
  const command = { type: 'ReplaceOrder', orderSpecifier: '6', order } as const;
  return sim.send(command as never).transactions;
}

describe('the replacement of a dependent order', () => {
  it('keeps the trade of the order when it names none', () => {
    const sim = held();
    expect(replaced(sim, { type: 'TAKE_PROFIT', price: '1.09500' })).toMatchObject([
      { type: 'ORDER_CANCEL', orderID: '6', reason: 'CLIENT_REQUEST_REPLACED' },
      { type: 'TAKE_PROFIT_ORDER', tradeID: '5', price: '1.09500', replacesOrderID: '6' },
    ]);
    expect(sim.faults()).toEqual([]);
  });

  it('is refused when it names a trade that is not open, and changes nothing', () => {
    const sim = held();
    const order = { type: 'TAKE_PROFIT', tradeID: '99', price: '1.09500' };
    expect(replaced(sim, order)).toMatchObject([
      { type: 'TAKE_PROFIT_ORDER_REJECT', rejectReason: 'TRADE_DOESNT_EXIST' },
    ]);
    expect(sim.engine.account('101-004-1000001-001').state.pendingOrders.has(6)).toBe(true);
  });
});
