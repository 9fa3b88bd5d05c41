import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../src/live/fidelity/compare/recorded-command.js';

describe('a recorded request', () => {
  it.each([
    ['POST', 'orders', { order: { units: 7 } }, { type: 'CreateOrder', order: { units: '7' } }],
    ['PUT', 'orders/7', { order: {} }, { type: 'ReplaceOrder', orderSpecifier: '7', order: {} }],
    ['PUT', 'orders/%40a%20b/cancel', undefined, { type: 'CancelOrder', orderSpecifier: '@a b' }],
    [
      'PUT',
      'trades/7/close',
      { units: 'ALL' },
      { type: 'CloseTrade', tradeSpecifier: '7', units: 'ALL' },
    ],
    [
      'PUT',
      'trades/7/orders',
      { stopLoss: null },
      { type: 'SetTradeOrders', tradeSpecifier: '7', stopLoss: null },
    ],
    [
      'PUT',
      'positions/EUR_USD/close',
      { longUnits: '5' },
      { type: 'ClosePosition', instrument: 'EUR_USD', longUnits: '5' },
    ],
    [
      'PATCH',
      'configuration',
      { marginRate: 0.05 },
      { type: 'ConfigureAccount', marginRate: '0.05' },
    ],
  ])('%s %s is a command', (method, path, body, command) => {
    expect(commandOf(method, path, body)).toEqual(command);
  });

  it.each([
    ['GET', 'orders'],
    ['PUT', 'orders'],
    ['POST', 'nothing'],
  ])('%s %s is none', (method, path) => {
    expect(commandOf(method, path, {})).toBeUndefined();
  });
});
