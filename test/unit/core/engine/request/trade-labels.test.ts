import { describe, expect, it } from 'vitest';
import { Sim } from '../../../../support/market/sim.js';

const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.07000' };

/** A market in which an open trade is called `mine`, and an order waits whose id is returned. */
function withTakenID(order: object): { sim: Sim; orderID: string } {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08505', '1.08520');
  sim.order({
    type: 'MARKET',
    instrument: 'EUR_USD',
    units: '100',
    tradeClientExtensions: { id: 'mine' },
  });
  return { sim, orderID: sim.order(order)[0]?.id as string };
}

function relabel(order: object, id: string) {
  const { sim, orderID } = withTakenID(order);
  return sim.send({
    type: 'SetOrderClientExtensions',
    orderSpecifier: orderID,
    tradeClientExtensions: { id },
  }).transactions;
}

describe('a client id for the trade of an order, while an open trade has it', () => {
  const refused = [{ rejectReason: 'CLIENT_TRADE_ID_ALREADY_EXISTS' }];

  it('is refused when the order is made', () => {
    const { sim } = withTakenID(LIMIT);
    const order = { ...LIMIT, tradeClientExtensions: { id: 'mine' } };
    expect(sim.order(order)).toMatchObject(refused);
    expect(sim.order({ ...order, positionFill: 'REDUCE_ONLY' })).toMatchObject(refused);
  });

  it('is refused when the order is labelled later, before it matters whether a trade can come', () => {
    expect(relabel(LIMIT, 'mine')).toMatchObject(refused);
    expect(relabel({ ...LIMIT, positionFill: 'REDUCE_ONLY' }, 'mine')).toMatchObject(refused);
    const profit = { type: 'TAKE_PROFIT', clientTradeID: 'mine', price: '1.20000' };
    expect(relabel(profit, 'mine')).toMatchObject(refused);
  });

  it('is no matter for another id', () => {
    expect(relabel(LIMIT, 'other')).toMatchObject([{ type: 'ORDER_CLIENT_EXTENSIONS_MODIFY' }]);
    expect(relabel({ ...LIMIT, positionFill: 'REDUCE_ONLY' }, 'other')).toMatchObject([
      { rejectReason: 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED' },
    ]);
  });
});
