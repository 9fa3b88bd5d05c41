import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import { Sim } from '../../../../support/market/sim.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const BAD = { id: true };
const create = (fields: object) => ({ type: 'CreateOrder', order: { ...MARKET, ...fields } });
const onOrder = (fields: object) => ({
  type: 'SetOrderClientExtensions',
  orderSpecifier: '4',
  ...fields,
});
const onTrade = (fields: object) => ({
  type: 'SetTradeClientExtensions',
  tradeSpecifier: '5',
  ...fields,
});
const tradeOrders = (fields: object) => ({
  type: 'SetTradeOrders',
  tradeSpecifier: '5',
  ...fields,
});
const close = (fields: object) => ({ type: 'ClosePosition', instrument: 'EUR_USD', ...fields });

/** Malformed client extensions, and what they are called where the client put them. */
const CASES: readonly (readonly [string, object])[] = [
  ['order.clientExtensions', create({ clientExtensions: 'mine' })],
  ['order.clientExtensions.id', create({ clientExtensions: BAD })],
  ['order.clientExtensions.tag', create({ clientExtensions: { tag: [] } })],
  ['order.tradeClientExtensions.comment', create({ tradeClientExtensions: { comment: {} } })],
  [
    'order.stopLossOnFill.clientExtensions.id',
    create({ stopLossOnFill: { price: '1.08', clientExtensions: BAD } }),
  ],
  ['clientExtensions.id', onOrder({ clientExtensions: BAD })],
  ['tradeClientExtensions.id', onOrder({ tradeClientExtensions: BAD })],
  ['clientExtensions', onTrade({ clientExtensions: 'mine' })],
  ['clientExtensions.id', onTrade({ clientExtensions: BAD })],
  ['takeProfit.clientExtensions.id', tradeOrders({ takeProfit: { clientExtensions: BAD } })],
  ['longClientExtensions', close({ longClientExtensions: 'mine' })],
  ['longClientExtensions.id', close({ longClientExtensions: BAD })],
  ['shortClientExtensions.id', close({ shortClientExtensions: BAD })],
];

describe('malformed client extensions', () => {
  let sim: Sim;
  beforeEach(() => {
    sim = new Sim();
    sim.quote('EUR_USD', '1.08505', '1.08520');
    sim.order(MARKET);
  });

  it.each(CASES)('are called %s, as the client sent them: %j', (name, command) => {
    expect(sim.send(command as Command)).toMatchObject({
      transactions: [],
      badParameter: name,
    });
  });
});
