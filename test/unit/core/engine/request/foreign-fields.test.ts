import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { Sim } from '../../../../support/market/sim.js';

/** What a transaction says beyond its head. */
function bodyOf(transaction: Transaction | undefined): object {
  const { id, accountID, userID, batchID, requestID, time, ...body } = transaction as Transaction;
  return body;
}

/** Every field that an order can have, none of them possible. */
const NONSENSE = {
  instrument: {},
  units: 'many',
  price: 'high',
  priceBound: 'high',
  distance: 'far',
  tradeID: {},
  clientTradeID: {},
  gtdTime: 'soon',
  positionFill: 'NET',
  triggerCondition: 'LAST',
  takeProfitOnFill: 'x',
  stopLossOnFill: 'x',
  guaranteedStopLossOnFill: 'x',
  trailingStopLossOnFill: 'x',
  tradeClientExtensions: 'x',
};
const ENTRY_ONLY = ['instrument', 'units', 'positionFill', 'tradeClientExtensions'];
const ON_FILL = ['takeProfit', 'stopLoss', 'guaranteedStopLoss', 'trailingStopLoss'].map(
  kind => `${kind}OnFill`,
);
const TRADE = ['tradeID', 'clientTradeID'];

/** The fields of the table that a type does not have. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  MARKET: ['price', 'distance', 'gtdTime', 'triggerCondition', ...TRADE],
  LIMIT: ['priceBound', 'distance', ...TRADE],
  STOP: ['distance', ...TRADE],
  MARKET_IF_TOUCHED: ['distance', ...TRADE],
  TAKE_PROFIT: ['priceBound', 'distance', ...ENTRY_ONLY, ...ON_FILL],
  STOP_LOSS: ['priceBound', ...ENTRY_ONLY, ...ON_FILL],
  GUARANTEED_STOP_LOSS: ['priceBound', ...ENTRY_ONLY, ...ON_FILL],
  TRAILING_STOP_LOSS: ['price', 'priceBound', ...ENTRY_ONLY, ...ON_FILL],
};
const CASES = Object.entries(FOREIGN).flatMap(([type, fields]) =>
  fields.map(field => [type, field] as const),
);
const nonsense = (names: readonly string[]) =>
  Object.fromEntries(Object.entries(NONSENSE).filter(([name]) => names.includes(name)));

describe('fields that an order does not have', () => {
  const TRADE_ID = '5';
  let sim: Sim;
  const set = (orders: object) =>
    sim.send({ type: 'SetTradeOrders', tradeSpecifier: TRADE_ID, ...orders } as Command)
      .transactions;
  const open = (fields: object = {}) =>
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100', ...fields });

  beforeEach(() => {
    sim = new Sim();
    sim.quote('EUR_USD', '1.08505', '1.08520');
  });

  it('are not looked at on a take profit on fill: its distance shows nowhere', () => {
    const [order, , takeProfit] = open({ takeProfitOnFill: { price: '1.09', distance: '0.01' } });
    expect(order).toMatchObject({ takeProfitOnFill: { price: '1.09000', timeInForce: 'GTC' } });
    expect(order).not.toHaveProperty('takeProfitOnFill.distance');
    expect(takeProfit).toMatchObject({ type: 'TAKE_PROFIT_ORDER', price: '1.09000' });
    expect(takeProfit).not.toHaveProperty('distance');
  });

  it('are not looked at on a trailing stop on fill: its price shows nowhere', () => {
    const trailingStopLossOnFill = { distance: '0.01', price: 'high', guaranteed: true };
    const [order, , trailing] = open({ trailingStopLossOnFill });
    expect(order).toHaveProperty('trailingStopLossOnFill', {
      distance: '0.01000',
      timeInForce: 'GTC',
    });
    expect(trailing).toMatchObject({ type: 'TRAILING_STOP_LOSS_ORDER' });
    expect(trailing).not.toHaveProperty('price');
  });

  it('are not echoed by the reject of a bad on-fill object', () => {
    const takeProfitOnFill = { price: '0', distance: '0.01', guaranteed: true };
    const [reject] = open({ takeProfitOnFill });
    expect(reject).toMatchObject({ rejectReason: 'TAKE_PROFIT_ON_FILL_PRICE_INVALID' });
    expect(reject).toHaveProperty('takeProfitOnFill', { price: '0', timeInForce: 'GTC' });
  });

  it('are not looked at on a take profit of a trade, new or changed', () => {
    open();
    const [created] = set({ takeProfit: { price: '1.09', distance: '0.01' } });
    expect(created).toMatchObject({ type: 'TAKE_PROFIT_ORDER', price: '1.09000' });
    expect(created).not.toHaveProperty('distance');
    const [, changed] = set({ takeProfit: { distance: '0.01' } });
    expect(changed).toMatchObject({ type: 'TAKE_PROFIT_ORDER', price: '1.09000' });
    expect(changed).not.toHaveProperty('distance');
  });

  it('keep a changed trailing stop at its distance when only a price is given', () => {
    open();
    set({ trailingStopLoss: { distance: '0.01' } });
    const [, changed] = set({ trailingStopLoss: { price: '1.07' } });
    expect(changed).toMatchObject({ type: 'TRAILING_STOP_LOSS_ORDER', distance: '0.01000' });
  });

  it('leave a take profit by distance alone without its price', () => {
    open();
    const [reject] = set({ takeProfit: { distance: '0.01' } });
    expect(bodyOf(reject)).toEqual({
      type: 'TAKE_PROFIT_ORDER_REJECT',
      tradeID: TRADE_ID,
      timeInForce: 'GTC',
      triggerCondition: 'DEFAULT',
      reason: 'CLIENT_ORDER',
      rejectReason: 'PRICE_MISSING',
    });
  });

  it('are left out of a reject, which keeps the spelling of its own', () => {
    const sized = { instrument: 'EUR_USD', units: '100.0', price: '0.0' };
    const [limit] = sim.order({ type: 'LIMIT', ...sized, priceBound: '1.1', distance: '0.01' });
    expect(bodyOf(limit)).toEqual({
      type: 'LIMIT_ORDER_REJECT',
      ...sized,
      timeInForce: 'GTC',
      positionFill: 'DEFAULT',
      triggerCondition: 'DEFAULT',
      partialFill: 'DEFAULT',
      reason: 'CLIENT_ORDER',
      rejectReason: 'PRICE_INVALID',
    });
    const [stop] = sim.order({ type: 'STOP', ...sized, priceBound: '1.1' });
    expect(stop).toMatchObject({ type: 'STOP_ORDER_REJECT', priceBound: '1.1' });
  });

  it.each(CASES)('of a %s order: %s is not read, whatever it holds', (type, field) => {
    open({ tradeClientExtensions: { id: 'mine' } });
    const own = FOREIGN[type]?.includes('units')
      ? { tradeID: TRADE_ID, price: '0', distance: '0' }
      : { instrument: 'EUR_USD', units: '0', price: '1.08' };
    const [reject] = sim.order({ type, ...own, ...nonsense([field]) });
    expect(reject?.type).toBe(`${type}_ORDER_REJECT`);
    expect(reject).not.toHaveProperty(field);
  });
});
