import { describe, expect, it } from 'vitest';
import { account } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

const PROFIT = { price: '1.20000' };
const STOP = { price: '1.01000' };
const TRAIL = { distance: '0.01000' };
const REASON = 'PENDING_ORDERS_ALLOWED_EXCEEDED';

/** Trade 5 is open without orders, in an account that may have `maximum` pending orders. */
function capped(maximum: number): Sim {
  const sim = new Sim({ accounts: [account({ maximumPendingOrders: maximum })] });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
  return sim;
}

function set(sim: Sim, orders: object) {
  return sim.send({ type: 'SetTradeOrders', tradeSpecifier: '5', ...orders }).transactions;
}

function pending(sim: Sim): readonly string[] {
  const { state } = sim.engine.account(account().id);
  return [...state.pendingOrders.values()].map(({ type }) => type);
}

describe('the maximum of pending orders holds for the orders of a trade together', () => {
  it('refuses those for which no room is left, and then makes none', () => {
    const sim = capped(1);
    expect(set(sim, { takeProfit: PROFIT, stopLoss: STOP, trailingStopLoss: TRAIL })).toMatchObject(
      [
        { type: 'STOP_LOSS_ORDER_REJECT', rejectReason: REASON },
        { type: 'TRAILING_STOP_LOSS_ORDER_REJECT', rejectReason: REASON },
      ],
    );
    expect(pending(sim)).toEqual([]);
  });

  it('makes as many as there is room for', () => {
    const sim = capped(2);
    set(sim, { takeProfit: PROFIT, stopLoss: STOP });
    expect(pending(sim)).toEqual(['TAKE_PROFIT', 'STOP_LOSS']);
    expect(set(sim, { trailingStopLoss: TRAIL })).toMatchObject([{ rejectReason: REASON }]);
  });

  it('needs no room for an order that replaces another', () => {
    const sim = capped(2);
    set(sim, { takeProfit: PROFIT, stopLoss: STOP });
    set(sim, { takeProfit: { price: '1.30000' }, stopLoss: { price: '1.02000' } });
    expect(pending(sim)).toEqual(['TAKE_PROFIT', 'STOP_LOSS']);
  });

  it('gives the room of an order that the request removes, before or after the new one', () => {
    const sim = capped(1);
    set(sim, { stopLoss: STOP });
    expect(types(set(sim, { takeProfit: PROFIT, stopLoss: null }))).toEqual([
      'TAKE_PROFIT_ORDER',
      'ORDER_CANCEL',
    ]);
    expect(types(set(sim, { takeProfit: null, stopLoss: STOP }))).toEqual([
      'ORDER_CANCEL',
      'STOP_LOSS_ORDER',
    ]);
    expect(set(sim, { takeProfit: null, trailingStopLoss: TRAIL })).toMatchObject([
      { rejectReason: REASON },
    ]);
  });
});

describe('an order of a trade whose price the market has reached when it is made', () => {
  it.each([
    { type: 'TAKE_PROFIT', price: '1.08000' },
    { type: 'STOP_LOSS', price: '1.09000' },
  ])('fills at once: $type', ({ type, price }) => {
    const sim = capped(5);
    const made = sim.order({ type, tradeID: '5', price });
    expect(made).toMatchObject([
      { type: `${type}_ORDER` },
      { type: 'ORDER_FILL', reason: `${type}_ORDER`, units: '-100', price: '1.08505' },
    ]);
  });
});
