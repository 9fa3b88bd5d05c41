import { describe, expect, it } from 'vitest';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { orderView } from '../../../../../src/core/view/orders.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim, type SimOptions, types } from '../../../../support/market/sim.js';

type Fields = Readonly<Record<string, unknown>>;

/** A market whose asks and bids have 1000 units, at 1.08505 and 1.08520. */
function thin(config: Partial<AccountConfig> = {}, options: SimOptions = {}): Sim {
  const instruments = [pair('EUR_USD', { defaultLiquidity: 1000 })];
  const sim = new Sim({ instruments, accounts: [account(config)], ...options });
  sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
  return sim;
}

const touch = (fields: object = {}) => ({
  type: 'MARKET_IF_TOUCHED',
  instrument: 'EUR_USD',
  units: '2500',
  price: '1.08500',
  ...fields,
});
/** A tick at 1.08490, below the buyers that wait at 1.08500. */
const dip = (sim: Sim, volume = 1000, seconds = 1) =>
  sim.quote('EUR_USD', '1.08475', '1.08490', { volume, seconds });
const last = (written: readonly Transaction[]) => written.at(-1) as unknown as Fields;
const viewOf = (sim: Sim, id: unknown) => {
  const { state, market, log } = sim.engine.account(account().id);
  const { resting } = sim.engine.state;
  const order = state.orders.get(Number(id));
  if (order === undefined) throw new Error(`no order ${id}`);
  return orderView({ slot: 0, state, market, log, resting }, order);
};

describe('a MARKET_IF_TOUCHED order that depth fills in part when it is touched', () => {
  it('is reissued for its remaining units in the batch of the fill', () => {
    const sim = thin();
    const [order] = sim.order(touch());
    const [fill, reissue] = dip(sim);
    expect(fill).toMatchObject({
      type: 'ORDER_FILL',
      orderID: order?.id,
      units: '1000',
      requestedUnits: '2500',
      reason: 'MARKET_IF_TOUCHED_ORDER',
    });
    expect(reissue).toMatchObject({
      type: 'MARKET_IF_TOUCHED_ORDER',
      batchID: fill?.id,
      time: fill?.time,
      units: '1500',
      reason: 'CLIENT_ORDER',
    });
    for (const link of ['replacesOrderID', 'cancellingTransactionID', 'requestID']) {
      expect(reissue).not.toHaveProperty(link);
    }
    expect(sim.faults()).toEqual([]);
  });

  it('leaves the first order FILLED, with no order in its stead', () => {
    const sim = thin();
    const [order] = sim.order(touch());
    const [fill] = dip(sim);
    const view = viewOf(sim, order?.id);
    expect(view).toMatchObject({ state: 'FILLED', units: '2500', fillingTransactionID: fill?.id });
    expect(view).not.toHaveProperty('replacedByOrderID');
  });

  it('keeps all that it was asked, under the client id that is free again', () => {
    const sim = thin();
    const asked = {
      priceBound: '1.08600',
      timeInForce: 'GTD',
      gtdTime: '2024-03-06T10:00:00.000000000Z',
      positionFill: 'OPEN_ONLY',
      triggerCondition: 'ASK',
      takeProfitOnFill: { price: '1.09000', timeInForce: 'GTC' },
      trailingStopLossOnFill: { distance: '0.00500', timeInForce: 'GTC' },
      tradeClientExtensions: { tag: 'core' },
      clientExtensions: { id: 'mine', tag: 'entry' },
    };
    sim.order(touch(asked));
    const reissue = last(dip(sim));
    expect(reissue).toMatchObject({ type: 'MARKET_IF_TOUCHED_ORDER', price: '1.08500', ...asked });
    const cancelled = sim.send({ type: 'CancelOrder', orderSpecifier: '@mine' });
    expect(cancelled.transactions).toMatchObject([{ orderID: reissue['id'] }]);
  });

  it('keeps the extensions as they were last changed', () => {
    const sim = thin();
    sim.order(touch({ clientExtensions: { id: 'mine' } }));
    sim.send({
      type: 'SetOrderClientExtensions',
      orderSpecifier: '@mine',
      clientExtensions: { id: 'other', tag: 'late' },
      tradeClientExtensions: { comment: 'why' },
    });
    expect(last(dip(sim))).toMatchObject({
      clientExtensions: { id: 'other', tag: 'late' },
      tradeClientExtensions: { comment: 'why' },
    });
  });

  it('gives up ids that the part has taken for its trade and its orders, and no other label', () => {
    const sim = thin();
    sim.order(
      touch({
        tradeClientExtensions: { id: 'trade', tag: 'core' },
        takeProfitOnFill: { price: '1.09000', clientExtensions: { id: 'take' } },
        stopLossOnFill: { price: '1.08000', clientExtensions: { id: 'stop', comment: 'why' } },
      }),
    );
    const reissue = last(dip(sim));
    expect(reissue).toMatchObject({
      tradeClientExtensions: { tag: 'core' },
      takeProfitOnFill: { price: '1.09000' },
      stopLossOnFill: { price: '1.08000', clientExtensions: { comment: 'why' } },
    });
    expect(reissue['takeProfitOnFill']).not.toHaveProperty('clientExtensions');
    expect(types(dip(sim))[0]).toBe('ORDER_FILL');
    expect(sim.faults()).toEqual([]);
  });

  it('comes after the orders on fill and the cancels of the batch', () => {
    const sim = thin();
    sim.order({
      type: 'MARKET',
      instrument: 'EUR_USD',
      units: '-400',
      takeProfitOnFill: { price: '1.08000' },
    });
    sim.order(touch({ stopLossOnFill: { price: '1.08000' } }));
    expect(types(dip(sim))).toEqual([
      'ORDER_FILL',
      'STOP_LOSS_ORDER',
      'ORDER_CANCEL',
      'MARKET_IF_TOUCHED_ORDER',
    ]);
    expect(sim.faults()).toEqual([]);
  });

  it('fills once a tick until its units are filled, on the side on which it has always waited', () => {
    const sim = thin();
    sim.order(touch());
    const reissue = last(dip(sim));
    expect(viewOf(sim, reissue['id'])).toMatchObject({
      state: 'PENDING',
      initialMarketPrice: '1.08520',
    });
    expect(sim.quote('EUR_USD', '1.08505', '1.08520')).toEqual([]);
    expect(dip(sim)).toMatchObject([{ type: 'ORDER_FILL', units: '1000' }, { units: '500' }]);
    expect(dip(sim)).toMatchObject([{ type: 'ORDER_FILL', units: '500', requestedUnits: '500' }]);
    expect(dip(sim)).toEqual([]);
    expect(sim.faults()).toEqual([]);
  });

  it('waits above the market like a stop when it did so before', () => {
    const sim = thin();
    sim.order(touch({ units: '-2500', price: '1.08600' }));
    const [fill, reissue] = sim.quote('EUR_USD', '1.08605', '1.08620', { volume: 1000 });
    expect([fill?.type, reissue?.type]).toEqual(['ORDER_FILL', 'MARKET_IF_TOUCHED_ORDER']);
    expect(sim.quote('EUR_USD', '1.08595', '1.08610')).toEqual([]);
    const filled = sim.quote('EUR_USD', '1.08600', '1.08615', { volume: 1000 });
    expect(filled).toMatchObject([{ units: '-1000' }, { units: '-500' }]);
  });

  it('waits on the mid in half points when it did so before', () => {
    const sim = thin();
    sim.order(touch({ triggerCondition: 'MID', price: '1.08490' }));
    expect(types(dip(sim))).toEqual(['ORDER_FILL', 'MARKET_IF_TOUCHED_ORDER']);
    // The mid is half a point above the price.
    expect(sim.quote('EUR_USD', '1.08481', '1.08500')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08480', '1.08500', { volume: 5000 })).toHaveLength(1);
  });

  it('expires when the first order would have', () => {
    for (const life of [
      { timeInForce: 'GFD' },
      { timeInForce: 'GTD', gtdTime: '2024-03-05T22:00:00Z' },
    ]) {
      const sim = thin();
      sim.order(touch(life));
      const reissue = last(dip(sim, 1000, 3600));
      expect(sim.waitUntil('2024-03-05T21:59:59Z')).toEqual([]);
      expect(sim.waitUntil('2024-03-05T22:00:00Z')[0]).toMatchObject({
        type: 'ORDER_CANCEL',
        orderID: reissue['id'],
        reason: 'TIME_IN_FORCE_EXPIRED',
      });
    }
  });

  it('is reissued for the units asked, surplus of REDUCE_ONLY included', () => {
    const sim = thin();
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-800' });
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-700' });
    sim.order(touch({ positionFill: 'REDUCE_ONLY' }));
    expect(dip(sim)).toMatchObject([{ units: '1000', requestedUnits: '2500' }, { units: '1500' }]);
    // 500 units are open: they fit into the depth, and the surplus is dropped.
    expect(dip(sim)).toMatchObject([{ units: '500', requestedUnits: '1500' }]);
    expect(dip(sim)).toEqual([]);
    expect(sim.faults()).toEqual([]);
  });

  it('is judged by caps for each part, so that the parts stop where the next would pass a cap', () => {
    const sim = thin({}, { instruments: [pair('EUR_USD', { maximumPositionSize: '2000' })] });
    sim.order(touch({ units: '5000' }));
    expect(types(dip(sim))).toEqual(['ORDER_FILL', 'MARKET_IF_TOUCHED_ORDER']);
    expect(types(dip(sim))).toEqual(['ORDER_FILL', 'MARKET_IF_TOUCHED_ORDER']);
    expect(dip(sim)).toMatchObject([{ type: 'ORDER_CANCEL', reason: 'POSITION_SIZE_EXCEEDED' }]);
  });

  it('is cancelled as a whole by a price bound that the part would pass', () => {
    const sim = thin();
    sim.order(touch({ price: '1.08600', priceBound: '1.08610' }));
    expect(sim.quote('EUR_USD', '1.08600', '1.08615', { volume: 1000 })).toMatchObject([
      { type: 'ORDER_CANCEL', reason: 'BOUNDS_VIOLATION' },
    ]);
  });

  it('is refused when the rest is smaller than an order may be', () => {
    const sim = thin({}, { instruments: [pair('EUR_USD', { minimumTradeSize: '10' })] });
    sim.order(touch({ units: '1005', clientExtensions: { id: 'mine' } }));
    expect(last(dip(sim))).toMatchObject({
      type: 'MARKET_IF_TOUCHED_ORDER_REJECT',
      units: '5',
      price: '1.08500',
      clientExtensions: { id: 'mine' },
      reason: 'CLIENT_ORDER',
      rejectReason: 'UNITS_MINIMUM_NOT_MET',
    });
    expect(sim.engine.account(account().id).state.pendingOrders.size).toBe(0);
  });

  it('is refused when the orders on fill leave no room for it', () => {
    const sim = thin({ maximumPendingOrders: 1 });
    sim.order(touch({ stopLossOnFill: { price: '1.08000' } }));
    expect(dip(sim)).toMatchObject([
      { type: 'ORDER_FILL' },
      { type: 'STOP_LOSS_ORDER' },
      { rejectReason: 'PENDING_ORDERS_ALLOWED_EXCEEDED' },
    ]);
  });

  it('is refused in an account that was closed meanwhile', () => {
    const sim = thin();
    sim.order(touch());
    sim.send({ type: 'CloseAccount' });
    expect(last(dip(sim))).toMatchObject({ rejectReason: 'ACCOUNT_NOT_ACTIVE' });
  });

  it('ends for want of margin like any order, before a closeout of the same tick', () => {
    const sim = thin({ balance: '60' });
    sim.order(touch());
    const reissue = last(dip(sim));
    expect(sim.quote('EUR_USD', '1.03000', '1.03015', { volume: 1000 })).toMatchObject([
      { type: 'ORDER_CANCEL', orderID: reissue['id'], reason: 'INSUFFICIENT_MARGIN' },
      { type: 'MARKET_ORDER', reason: 'MARGIN_CLOSEOUT' },
      { type: 'ORDER_FILL', units: '-1000' },
    ]);
    expect(sim.faults()).toEqual([]);
  });
});

describe('a MARKET_IF_TOUCHED order that depth fills in part on creation', () => {
  it('is not reissued when its price is still that of the market: it has no side to wait on', () => {
    const sim = thin();
    const written = sim.order(touch({ price: '1.08520', clientExtensions: { id: 'mine' } }));
    expect(types(written)).toEqual([
      'MARKET_IF_TOUCHED_ORDER',
      'ORDER_FILL',
      'MARKET_IF_TOUCHED_ORDER_REJECT',
    ]);
    expect(written[2]).toMatchObject({
      batchID: written[0]?.id,
      requestID: written[0]?.requestID,
      instrument: 'EUR_USD',
      units: '1500',
      price: '1.08520',
      clientExtensions: { id: 'mine' },
      reason: 'CLIENT_ORDER',
      rejectReason: 'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL',
    });
    expect(written[2]).not.toHaveProperty('intendedReplacesOrderID');
    expect(sim.quote('EUR_USD', '1.08505', '1.08520')).toEqual([]);
    expect(sim.faults()).toEqual([]);
  });

  const deep = {
    model: {
      liquidity: {
        depth: [
          { offsetPoints: 0, liquidity: 1000 },
          { offsetPoints: 10, liquidity: 1000 },
        ],
      },
    },
  } as const;

  it('is reissued when the fill went past its price: it waits until the market is back', () => {
    const sim = thin({}, deep);
    const written = sim.order(touch({ price: '1.08520', units: '2500' }));
    expect(written).toMatchObject([
      { type: 'MARKET_IF_TOUCHED_ORDER' },
      { type: 'ORDER_FILL', units: '2000', fullVWAP: '1.08525' },
      { type: 'MARKET_IF_TOUCHED_ORDER', units: '500', requestID: written[0]?.requestID },
    ]);
    expect(viewOf(sim, written[2]?.id)).toMatchObject({ initialMarketPrice: '1.08525' });
    expect(sim.quote('EUR_USD', '1.08506', '1.08521')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08505', '1.08520')).toMatchObject([{ units: '500' }]);
    expect(sim.faults()).toEqual([]);
  });

  it('sells the same way: it waits for the bid to rise to its price again', () => {
    const sim = thin({}, deep);
    const written = sim.order(touch({ price: '1.08505', units: '-2500' }));
    expect(viewOf(sim, written[2]?.id)).toMatchObject({ initialMarketPrice: '1.08500' });
    expect(sim.quote('EUR_USD', '1.08504', '1.08519')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08505', '1.08520')).toMatchObject([{ units: '-500' }]);
  });

  it('is judged the same when the market was closed on creation and opens at another price', () => {
    const sim = thin({}, { from: '2024-03-08T21:00:00Z' });
    sim.waitUntil('2024-03-09T10:00:00Z');
    sim.order(touch({ price: '1.08520' }));
    sim.waitUntil('2024-03-10T22:00:00Z');
    expect(dip(sim)).toMatchObject([{ units: '1000' }, { units: '1500' }]);
    expect(dip(sim)).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08505', '1.08520')).toMatchObject([
      { units: '1000' },
      { units: '500' },
    ]);
  });

  it('is not reissued when it watches another side than that which it took', () => {
    for (const [triggerCondition, price] of [
      ['BID', '1.08505'],
      ['INVERSE', '1.08505'],
    ]) {
      const written = thin({}, deep).order(touch({ triggerCondition, price, units: '2500' }));
      expect(last(written)).toMatchObject({
        rejectReason: 'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL',
      });
    }
  });
});

describe('orders of other types that are larger than the depth', () => {
  it('wait whole, are never filled in part and never reissued', () => {
    for (const order of [
      { type: 'LIMIT', price: '1.08500' },
      { type: 'STOP', price: '1.08530' },
    ]) {
      const sim = thin();
      sim.order({ instrument: 'EUR_USD', units: '2500', ...order });
      const reached = order.type === 'STOP' ? ['1.08515', '1.08530'] : ['1.08475', '1.08490'];
      const [bid, ask] = reached as [string, string];
      expect(sim.quote('EUR_USD', bid, ask, { volume: 1000 })).toEqual([]);
      expect(sim.quote('EUR_USD', bid, ask, { volume: 2499 })).toEqual([]);
      expect(sim.quote('EUR_USD', bid, ask, { volume: 2500 })).toMatchObject([
        { type: 'ORDER_FILL', units: '2500', requestedUnits: '2500' },
      ]);
    }
  });

  it('are dropped at the rest under IOC and killed under FOK', () => {
    const sim = thin();
    for (const type of ['LIMIT', 'STOP']) {
      const order = { type, instrument: 'EUR_USD', units: '2500', price: '1.08520' };
      expect(sim.order({ ...order, timeInForce: 'IOC' })).toMatchObject([
        { type: `${type}_ORDER` },
        { type: 'ORDER_FILL', units: '1000' },
      ]);
      expect(sim.order({ ...order, timeInForce: 'FOK' })).toMatchObject([
        { type: `${type}_ORDER` },
        { type: 'ORDER_CANCEL', reason: 'INSUFFICIENT_LIQUIDITY' },
      ]);
    }
  });
});
