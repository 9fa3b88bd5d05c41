import { beforeEach, describe, expect, it } from 'vitest';
import { givenPart } from '../../../../src/core/order/given.js';
import { Sim } from '../../../support/market/sim.js';

const NEVER = '0001-01-01T00:00:00Z';
const NO_EXTENSIONS = { id: '', tag: '', comment: '' };
/** What a struct of Go without `omitempty` sends of everything that its owner has not set. */
const UNSET = {
  price: '',
  priceBound: '',
  distance: '',
  tradeID: '',
  clientTradeID: '',
  timeInForce: '',
  gtdTime: NEVER,
  positionFill: '',
  triggerCondition: '',
  clientExtensions: NO_EXTENSIONS,
  tradeClientExtensions: NO_EXTENSIONS,
  takeProfitOnFill: null,
  stopLossOnFill: null,
  guaranteedStopLossOnFill: null,
  trailingStopLossOnFill: null,
};
const NULLS = Object.fromEntries(Object.keys(UNSET).map(name => [name, null]));

describe('what counts as given', () => {
  it('is everything but nulls, empty texts and the zero instant, all the way down', () => {
    const order = { units: '1', stopLossOnFill: { price: '1', distance: '', gtdTime: null } };
    expect(givenPart({ ...UNSET, ...order })).toEqual({
      units: '1',
      stopLossOnFill: { price: '1' },
    });
    // The copy does not have the fields at all.
    expect(Object.keys(givenPart({ gtdTime: '0001-01-01T00:00:00.000Z', price: '' }))).toEqual([]);
    expect(givenPart({ gtdTime: '0001-01-02T00:00:00Z' })).not.toEqual({});
  });

  it('keeps what a request cannot do without, and an id that is empty beside a tag', () => {
    const kept = { units: null, instrument: '', clientExtensions: { id: '', tag: 'mine' } };
    expect(givenPart(kept)).toEqual(kept);
  });

  it.each(['a text', 5, null, undefined, ['']])('is all of a value without fields: %j', value => {
    expect(givenPart(value)).toBe(value);
  });

  it('keeps a null that asks for something', () => {
    const body = { takeProfit: null, stopLoss: { price: '1', distance: null } };
    const meaning = {
      isCommand: (field: string) => field === 'takeProfit',
      hasDefault: () => false,
    };
    expect(givenPart(body, meaning)).toEqual({ takeProfit: null, stopLoss: { price: '1' } });
  });

  it('is not an empty field of the body for which something stands', () => {
    const meaning = { isCommand: () => false, hasDefault: (field: string) => field === 'units' };
    const order = { units: '' };
    expect(givenPart({ units: '', order }, meaning)).toEqual({ order });
    expect(Object.keys(givenPart({ units: null, order }, meaning))).toEqual(['order']);
    expect(givenPart({ units: '5', order }, meaning)).toEqual({ units: '5', order });
  });

  it('is not an empty id of extensions that have every field', () => {
    const clientExtensions = { id: '', tag: 'mine', comment: '' };
    expect(givenPart({ clientExtensions })).toEqual({
      clientExtensions: { tag: 'mine', comment: '' },
    });
    const named = { clientExtensions: { ...clientExtensions, id: 'a' } };
    expect(givenPart(named)).toEqual(named);
  });
});

describe('an order with everything unset that it does not need', () => {
  let sim: Sim;
  beforeEach(() => {
    sim = new Sim();
    sim.quote('EUR_USD', '1.08505', '1.08520');
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
  });

  it.each([
    [{ type: 'MARKET', instrument: 'EUR_USD', units: '100' }],
    [{ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.07' }],
    [{ type: 'MARKET_IF_TOUCHED', instrument: 'EUR_USD', units: '100', price: '1.07' }],
    [{ type: 'TAKE_PROFIT', tradeID: '5', price: '1.2' }],
    [{ type: 'STOP_LOSS', tradeID: '5', distance: '0.01' }],
    [{ type: 'TRAILING_STOP_LOSS', tradeID: '5', distance: '0.01' }],
  ])('is the order without it: %j', order => {
    const bodies = [order, { ...UNSET, ...order }, { ...NULLS, ...order }].map(sent => {
      const again = new Sim();
      again.quote('EUR_USD', '1.08505', '1.08520');
      again.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
      return again.order(sent);
    });
    expect(bodies[0]?.[0]?.type).toBe(`${order.type}_ORDER`);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it('is asked for what it needs by name', () => {
    const order = { ...UNSET, type: 'LIMIT', instrument: 'EUR_USD', units: '1' };
    expect(sim.order(order)).toMatchObject([{ rejectReason: 'PRICE_MISSING' }]);
    const until = { ...order, price: '1.07', timeInForce: 'GTD' };
    expect(sim.order(until)).toMatchObject([
      { rejectReason: 'TIME_IN_FORCE_GTD_TIMESTAMP_MISSING' },
    ]);
    const stop = { ...UNSET, type: 'STOP_LOSS' };
    expect(sim.order(stop)).toMatchObject([
      { rejectReason: 'STOP_LOSS_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING' },
    ]);
  });

  it('still has an on-fill object that says nothing refused, for a stop was meant', () => {
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    expect(sim.order({ ...order, takeProfitOnFill: { price: '' } })).toMatchObject([
      { rejectReason: 'TAKE_PROFIT_ON_FILL_PRICE_MISSING' },
    ]);
  });

  it('names trades by text, for a number is malformed', () => {
    const order = { type: 'TAKE_PROFIT', tradeID: 5, price: '1.2' } as const;
    const command = { type: 'CreateOrder', order: order as never } as const;
    expect(sim.send(command)).toMatchObject({ badParameter: 'order.tradeID', transactions: [] });
  });
});
