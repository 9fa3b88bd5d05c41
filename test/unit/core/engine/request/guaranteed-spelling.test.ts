import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { account, guaranteedPair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const price = '1.07000';

function market(): Sim {
  const sim = new Sim({
    instruments: [guaranteedPair('EUR_USD')],
    accounts: [account({ guaranteedStopLossOrderMode: 'ALLOWED' })],
  });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  return sim;
}

/** What a market with one open trade, 5, writes for a command. */
function written(command: object): readonly Transaction[] {
  const sim = market();
  sim.order(BUY);
  return sim.send(command as Command).transactions;
}

const stops = (transactions: readonly Transaction[]) =>
  transactions.map(({ type }) => type).filter(type => type.includes('STOP'));

describe('a stop loss that is guaranteed, as in 2016', () => {
  const order = (fields: object) => ({ type: 'CreateOrder', order: fields });
  const set = (orders: object) => ({ type: 'SetTradeOrders', tradeSpecifier: '5', ...orders });

  it.each([
    [
      'an order of its own',
      order({ type: 'STOP_LOSS', tradeID: '5', price, guaranteed: true }),
      order({ type: 'GUARANTEED_STOP_LOSS', tradeID: '5', price }),
    ],
    [
      'an order on fill',
      order({ ...BUY, stopLossOnFill: { price, guaranteed: true } }),
      order({ ...BUY, guaranteedStopLossOnFill: { price } }),
    ],
    [
      'an order of a trade',
      set({ stopLoss: { price, guaranteed: true } }),
      set({ guaranteedStopLoss: { price } }),
    ],
  ])('is a guaranteed stop loss as %s', (_, spelled, modern) => {
    const transactions = written(spelled);
    expect(transactions).toEqual(written(modern));
    expect(stops(transactions)).toEqual(['GUARANTEED_STOP_LOSS_ORDER']);
  });

  it.each([
    ['an order of its own', order({ type: 'STOP_LOSS', tradeID: '5', price, guaranteed: false })],
    ['an order on fill', order({ ...BUY, stopLossOnFill: { price, guaranteed: false } })],
    ['an order of a trade', set({ stopLoss: { price, guaranteed: false } })],
  ])('is a plain one as %s when it says that it is not', (_, command) => {
    expect(stops(written(command))).toEqual(['STOP_LOSS_ORDER']);
  });

  it('is the plain one of two on fill, of which the other is guaranteed', () => {
    const both = { stopLossOnFill: { price: '1.08', guaranteed: true } };
    const transactions = market().order({ ...BUY, ...both, guaranteedStopLossOnFill: { price } });
    expect(stops(transactions)).toEqual(['STOP_LOSS_ORDER', 'GUARANTEED_STOP_LOSS_ORDER']);
  });

  it('is malformed when the flag is neither true nor false', () => {
    const send = (fields: object) => market().send(order(fields) as Command).badParameter;
    const stopLoss = { type: 'STOP_LOSS', tradeID: '5', price };
    expect(send({ ...stopLoss, guaranteed: 'true' })).toBe('order.guaranteed');
    const stopLossOnFill = { price, guaranteed: 1 };
    expect(send({ ...BUY, stopLossOnFill })).toBe('order.stopLossOnFill.guaranteed');
  });
});
