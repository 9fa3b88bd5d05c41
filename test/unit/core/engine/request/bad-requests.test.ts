import { beforeEach, describe, expect, it } from 'vitest';
import { malformedParameter } from '../../../../../src/core/engine/request/command-form.js';
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

const transfer = (fields: object) => ({ type: 'TransferFunds', ...fields });
const closeTrade = (units: string) => ({ type: 'CloseTrade', tradeSpecifier: '5', units });

/** Malformed parts of commands, and what they are called where the client put them. */
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
  ['order.units', { type: 'ReplaceOrder', orderSpecifier: '4', order: { ...MARKET, units: 'x' } }],
  ['takeProfit.price', tradeOrders({ takeProfit: { price: '1.x' } })],
  ['stopLoss', tradeOrders({ takeProfit: null, stopLoss: 'x' })],
  ['units', closeTrade('NONE')],
  ['longUnits', close({ longUnits: 'x', shortUnits: 'y' })],
  ['shortUnits', close({ longUnits: 'NONE', shortUnits: 'y' })],
  ['amount', transfer({ amount: 'x' })],
  ['fundingReason', transfer({ amount: '1', fundingReason: 'BECAUSE' })],
];

/** Commands that a market can read, and may refuse with a reason. */
const READABLE: readonly object[] = [
  create({}),
  onOrder({}),
  onTrade({ clientExtensions: null }),
  tradeOrders({ takeProfit: null, stopLoss: { price: '1.0' } }),
  closeTrade('ALL'),
  closeTrade('-5'),
  close({ longUnits: 'ALL', shortUnits: 'NONE' }),
  close({ longUnits: null, shortUnits: '' }),
  transfer({ fundingReason: '' }),
  { type: 'CancelOrder', orderSpecifier: '' },
  { type: 'ConfigureAccount', marginRate: 'x' },
];

describe('malformed commands', () => {
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
    expect(malformedParameter(command as Command)).toBe(name);
  });

  it.each(READABLE)('are none of those that may be refused with a reason: %j', command => {
    const { badParameter, transactions } = sim.send(command as Command);
    expect([badParameter, malformedParameter(command as Command)]).toEqual([undefined, undefined]);
    expect(transactions).not.toEqual([]);
  });
});

describe('an order that is refused whatever it says', () => {
  const options = { model: { rejectMillionths: 1_000_000 } };

  it('of an instrument that is not in the market is a bad request all the same', () => {
    const sim = new Sim(options);
    sim.quote('EUR_USD', '1.08505', '1.08520');
    const order = { ...MARKET, instrument: 'XAU_XAG' };
    for (const command of [
      { type: 'CreateOrder', order },
      { type: 'ReplaceOrder', orderSpecifier: '4', order },
    ])
      expect(sim.send(command as Command)).toMatchObject({
        transactions: [],
        badParameter: 'order.instrument',
      });
    expect(sim.order(MARKET)).toMatchObject([{ rejectReason: 'INTERNAL_SERVER_ERROR' }]);
  });
});

describe('a replacement by an order of an instrument that is not in the market', () => {
  it('is a bad request, also when the order that it names does not exist', () => {
    const sim = new Sim();
    const order = { ...MARKET, instrument: 'XAU_XAG' };
    const command = { type: 'ReplaceOrder', orderSpecifier: '99', order };
    expect(sim.send(command as Command)).toMatchObject({
      transactions: [],
      badParameter: 'order.instrument',
    });
  });
});
