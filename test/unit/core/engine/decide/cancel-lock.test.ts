import { describe, expect, it } from 'vitest';
import type { AccountLock } from '../../../../../src/core/ledger/account-config.js';
import type { OrderRequest } from '../../../../../src/core/order/order.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

const LIMIT: OrderRequest = {
  type: 'LIMIT',
  instrument: 'EUR_USD',
  units: '100',
  price: '1.07000',
};

/** A limit (4) waits, and trade 6 has a take profit (7); then the locks are set. */
function locked(...locks: readonly AccountLock[]): Sim {
  const sim = new Sim({ accounts: [account({ locks: [] })] });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  sim.order(LIMIT);
  const takeProfitOnFill = { price: '1.20000' };
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100', takeProfitOnFill });
  const { state } = sim.engine.account(account().id);
  Object.assign(state, { config: { ...state.config, locks } });
  return sim;
}

function replace(sim: Sim, orderSpecifier = '4', order = LIMIT) {
  return sim.send({ type: 'ReplaceOrder', orderSpecifier, order }).transactions;
}

describe('a replacement in an account whose orders may not be cancelled', () => {
  it('is refused by that lock, and the old order stays', () => {
    const sim = locked('ORDER_CANCEL_LOCKED');
    expect(replace(sim)).toMatchObject([
      {
        type: 'LIMIT_ORDER_REJECT',
        reason: 'REPLACEMENT',
        intendedReplacesOrderID: '4',
        rejectReason: 'ACCOUNT_ORDER_CANCEL_LOCKED',
      },
    ]);
    expect(sim.engine.account(account().id).state.pendingOrders.has(4)).toBe(true);
  });

  it('is refused by the first of the locks: account, creation, cancel', () => {
    const all = ['ORDER_CANCEL_LOCKED', 'ORDER_CREATION_LOCKED', 'ACCOUNT_LOCKED'] as const;
    const reason = 'rejectReason';
    expect(replace(locked(...all))).toMatchObject([{ [reason]: 'ACCOUNT_LOCKED' }]);
    const creation = [{ [reason]: 'ACCOUNT_ORDER_CREATION_LOCKED' }];
    expect(replace(locked(...all.slice(0, 2)))).toMatchObject(creation);
  });

  it('is refused by that lock before it matters what replaces what', () => {
    const stop: OrderRequest = { ...LIMIT, type: 'STOP', price: '1.20000' };
    expect(replace(locked('ORDER_CANCEL_LOCKED'), '4', stop)).toMatchObject([
      { type: 'STOP_ORDER_REJECT', rejectReason: 'ACCOUNT_ORDER_CANCEL_LOCKED' },
    ]);
    expect(replace(locked('ORDER_CANCEL_LOCKED'), '99')).toMatchObject([
      { type: 'ORDER_CANCEL_REJECT', rejectReason: 'ORDER_DOESNT_EXIST' },
    ]);
  });

  it('is refused through the trade too, where a new order is not', () => {
    const sim = locked('ORDER_CANCEL_LOCKED');
    const set = (fields: object) =>
      sim.send({ type: 'SetTradeOrders', tradeSpecifier: '6', ...fields }).transactions;
    const rejectReason = 'ACCOUNT_ORDER_CANCEL_LOCKED';
    expect(set({ takeProfit: { price: '1.30000' } })).toMatchObject([
      { type: 'TAKE_PROFIT_ORDER_REJECT', intendedReplacesOrderID: '7', rejectReason },
    ]);
    expect(set({ takeProfit: null })).toMatchObject([
      { type: 'ORDER_CANCEL_REJECT', rejectReason },
    ]);
    expect(types(set({ stopLoss: { price: '1.01000' } }))).toEqual(['STOP_LOSS_ORDER']);
    expect(types(sim.order(LIMIT))).toEqual(['LIMIT_ORDER']);
  });
});
