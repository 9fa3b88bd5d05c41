import { describe, expect, it } from 'vitest';
import type { Wire } from './numbers/state.js';
import { runOracle } from './oracle.js';
import { fixture } from './random/random-market.js';
import { market, micros, order, plainAccount, play, type Step, story } from './scene.js';

const QUOTE: Step = [0, 'EUR_USD', '1.08505', '1.08520'];
const guarded = fixture('EUR_USD', {
  guaranteedStopLossOrderMode: 'ALLOWED',
  minimumGuaranteedStopLossDistance: '0.0010',
  guaranteedStopLossOrderExecutionPremium: '0.0001',
});

describe('wire shapes (v20 semantics 4.9)', () => {
  const withStop = market('EUR_USD', '1000', {
    stopLossOnFill: { price: '1.08' },
    takeProfitOnFill: { price: '1.09' },
  });
  const log = play([QUOTE, [0, withStop], [5400, 'EUR_USD', '1.07998', '1.08010']]);

  it('opens the account in batches 1 and 3', () => {
    expect(log.slice(0, 3).map(({ type, batchID }) => [type, batchID])).toEqual([
      ['CREATE', '1'],
      ['CLIENT_CONFIGURE', '1'],
      ['TRANSFER_FUNDS', '3'],
    ]);
  });

  it('writes a market order and its fill in the documented key order', () => {
    expect(JSON.stringify(log[3])).toBe(
      '{"id":"4","accountID":"101-004-1000001-001","userID":1000001,"batchID":"4",' +
        '"requestID":"42500000000000001","time":"2024-03-05T10:00:00.000000000Z",' +
        '"type":"MARKET_ORDER","instrument":"EUR_USD","units":"1000","timeInForce":"FOK",' +
        '"positionFill":"DEFAULT","takeProfitOnFill":{"price":"1.09000","timeInForce":"GTC"},' +
        '"stopLossOnFill":{"price":"1.08000","timeInForce":"GTC"},"reason":"CLIENT_ORDER"}',
    );
    expect(JSON.stringify(log[4])).toBe(
      '{"id":"5","accountID":"101-004-1000001-001","userID":1000001,"batchID":"4",' +
        '"requestID":"42500000000000001","time":"2024-03-05T10:00:00.000000000Z",' +
        '"type":"ORDER_FILL","orderID":"4","instrument":"EUR_USD","units":"1000",' +
        '"requestedUnits":"1000","price":"1.08520","pl":"0.0000","quotePL":"0",' +
        '"financing":"0.0000","baseFinancing":"0","commission":"0.0000",' +
        '"accountBalance":"10000.0000","gainQuoteHomeConversionFactor":"1",' +
        '"lossQuoteHomeConversionFactor":"1","guaranteedExecutionFee":"0.0000",' +
        '"quoteGuaranteedExecutionFee":"0","halfSpreadCost":"0.0750","fullVWAP":"1.08520",' +
        '"reason":"MARKET_ORDER","tradeOpened":{"price":"1.08520","tradeID":"5","units":"1000",' +
        '"guaranteedExecutionFee":"0.0000","quoteGuaranteedExecutionFee":"0",' +
        '"halfSpreadCost":"0.0750","initialMarginRequired":"21.7025",' +
        '"guaranteedExecutionFeeHomeConversionCost":"0.00000000000000"},"fullPrice":{' +
        '"closeoutBid":"1.08505","closeoutAsk":"1.08520",' +
        '"timestamp":"2024-03-05T10:00:00.000000000Z",' +
        '"bids":[{"price":"1.08505","liquidity":"10000000"}],' +
        '"asks":[{"price":"1.08520","liquidity":"10000000"}]},"homeConversionFactors":{' +
        '"gainQuoteHome":{"factor":"1"},"lossQuoteHome":{"factor":"1"},' +
        '"gainBaseHome":{"factor":"1.08505000000000"},' +
        '"lossBaseHome":{"factor":"1.08520000000000"}},' +
        '"plHomeConversionCost":"0.00000000000000",' +
        '"baseFinancingHomeConversionCost":"0.00000000000000",' +
        '"guaranteedExecutionFeeHomeConversionCost":"0.00000000000000",' +
        '"homeConversionCost":"0.00000000000000"}',
    );
  });

  it('fills the stop on a later tick in a batch of its own and cancels the take profit with it', () => {
    expect(story(log)).toEqual([
      'MARKET_ORDER CLIENT_ORDER',
      'ORDER_FILL MARKET_ORDER',
      'TAKE_PROFIT_ORDER ON_FILL',
      'STOP_LOSS_ORDER ON_FILL',
      'ORDER_FILL STOP_LOSS_ORDER',
      'ORDER_CANCEL LINKED_TRADE_CLOSED',
    ]);
    const [fill, cancel] = log.slice(-2);
    expect(fill).toMatchObject({ batchID: '8', pl: '-5.2200', accountBalance: '9994.7800' });
    expect(fill).not.toHaveProperty('requestID');
    expect(cancel).toMatchObject({
      batchID: '8',
      closedTradeID: '5',
      tradeCloseTransactionID: '8',
    });
  });

  it('rejects zero units with the reason last', () => {
    const reject = play([QUOTE, [0, market('EUR_USD', '0')]]).at(-1);
    expect(JSON.stringify(reject)).toContain(
      '"type":"MARKET_ORDER_REJECT","instrument":"EUR_USD","units":"0","timeInForce":"FOK",' +
        '"positionFill":"DEFAULT","reason":"CLIENT_ORDER","rejectReason":"UNITS_INVALID"}',
    );
  });

  it('accepts and cancels a market order in a closed market', () => {
    const log = play([QUOTE, [0, market('EUR_USD', '1000')]], { start: '2024-03-09T10:00:00Z' });
    expect(story(log)).toEqual(['MARKET_ORDER CLIENT_ORDER', 'ORDER_CANCEL MARKET_HALTED']);
  });

  it('replaces an order in one batch and does not find the old one afterwards', () => {
    const limit = (price: string) =>
      ({ type: 'LIMIT', instrument: 'EUR_USD', units: '1000', price }) as const;
    const log = play([
      QUOTE,
      [0, order(limit('1.075'))],
      [1, { type: 'ReplaceOrder', orderSpecifier: '4', order: limit('1.076') }],
      [2, { type: 'CancelOrder', orderSpecifier: '4' }],
    ]);
    expect(log[4]).toMatchObject({ orderID: '4', replacedByOrderID: '6', batchID: '5' });
    expect(log[5]).toMatchObject({ replacesOrderID: '4', cancellingTransactionID: '5' });
    expect(log[6]).toMatchObject({
      type: 'ORDER_CANCEL_REJECT',
      rejectReason: 'ORDER_DOESNT_EXIST',
    });
  });
});

describe('sequences', () => {
  it('writes nothing for a bad request but counts it', () => {
    const log = play([QUOTE, [0, market('XAU_XAG', '1')], [0, market('EUR_USD', '1')]]);
    expect(log[3]).toMatchObject({ id: '4', requestID: '42500000000000002' });
  });

  it('expires a good-for-day order at 17:00 New York before a tick of that instant', () => {
    const limit = order({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '1',
      price: '1.08',
      timeInForce: 'GFD',
    });
    const log = play([QUOTE, [0, limit], [43_200, 'EUR_USD', '1.07990', '1.08000']]);
    expect(story(log)).toEqual(['LIMIT_ORDER CLIENT_ORDER', 'ORDER_CANCEL TIME_IN_FORCE_EXPIRED']);
    expect(log.at(-1)).toMatchObject({ time: '2024-03-05T22:00:00.000000000Z' });
  });

  it('trails a stop with the bid and fires it on the way back', () => {
    const buy = market('EUR_USD', '1000', { trailingStopLossOnFill: { distance: '0.001' } });
    const log = play([
      QUOTE,
      [0, buy],
      [1, 'EUR_USD', '1.08700', '1.08715'],
      [2, 'EUR_USD', '1.08601', '1.08616'],
      [3, 'EUR_USD', '1.08600', '1.08615'],
    ]);
    expect(log.at(-1)).toMatchObject({ reason: 'TRAILING_STOP_LOSS_ORDER', price: '1.08600' });
  });

  it('fills a guaranteed stop at its price over a gap and charges the premium', () => {
    const buy = market('EUR_USD', '1000', { guaranteedStopLossOnFill: { price: '1.08' } });
    const steps: Step[] = [QUOTE, [0, buy], [1, 'EUR_USD', '1.07000', '1.07015']];
    expect(play(steps, { instruments: [guarded] }).at(-1)).toMatchObject({
      price: '1.08000',
      fullVWAP: '1.07000',
      quoteGuaranteedExecutionFee: '0.10000',
      accountBalance: '9994.7000',
    });
  });

  it('closes oldest first and opens the rest', () => {
    const log = play([
      QUOTE,
      [0, market('EUR_USD', '100')],
      [0, market('EUR_USD', '200')],
      [0, market('EUR_USD', '-250')],
      [0, market('EUR_USD', '-100')],
    ]);
    expect(log[8]).toMatchObject({
      tradesClosed: [{ tradeID: '5' }],
      tradeReduced: { tradeID: '7' },
    });
    expect(log[10]).toMatchObject({
      tradesClosed: [{ tradeID: '7' }],
      tradeOpened: { units: '-50' },
    });
  });

  it('rejects both named sides of a position close when one of them is missing', () => {
    const close = {
      type: 'ClosePosition',
      instrument: 'EUR_USD',
      longUnits: 'ALL',
      shortUnits: 'ALL',
    } as const;
    const log = play([QUOTE, [0, market('EUR_USD', '100')], [0, close]]);
    expect(story(log).slice(2)).toEqual([
      'MARKET_ORDER_REJECT CLOSEOUT_POSITION_REJECT',
      'MARKET_ORDER_REJECT CLOSEOUT_POSITION_DOESNT_EXIST',
    ]);
    expect(log.slice(-2).map(({ batchID }) => batchID)).toEqual(['6', '6']);
    expect(log.at(-2)).toMatchObject({ units: '-100' });
    expect(log.at(-1)).not.toHaveProperty('units');
  });

  it('leaves out a side of a position close that is not named nor open', () => {
    const close = (units: object) =>
      ({ type: 'ClosePosition', instrument: 'EUR_USD', ...units }) as const;
    for (const units of [{}, { longUnits: 'ALL' }, { longUnits: '', shortUnits: '' }]) {
      const log = play([QUOTE, [0, market('EUR_USD', '100')], [0, close(units)]]);
      expect(story(log).slice(2)).toEqual([
        'MARKET_ORDER POSITION_CLOSEOUT',
        'ORDER_FILL MARKET_ORDER_POSITION_CLOSEOUT',
      ]);
    }
  });

  it('lets a limit that watches another side wait until the fill side keeps its promise', () => {
    const limit = order({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '100',
      price: '1.08510',
      positionFill: 'REDUCE_ONLY',
      triggerCondition: 'BID',
    });
    const log = play([QUOTE, [0, limit], [1, 'EUR_USD', '1.08495', '1.08510']]);
    expect(story(log)).toEqual([
      'LIMIT_ORDER CLIENT_ORDER',
      'ORDER_CANCEL POSITION_CLOSEOUT_FAILED',
    ]);
    expect(log.at(-1)).toMatchObject({ time: '2024-03-05T10:00:01.000000000Z' });
  });

  it('fills an order of all the units that the margin carries, and not one unit more', () => {
    // 10000 / (0.02 x 1.085125) = 460776.40
    const reason = (units: string) => story(play([QUOTE, [0, market('EUR_USD', units)]])).at(-1);
    expect(reason('460776')).toBe('ORDER_FILL MARKET_ORDER');
    expect(reason('460777')).toBe('ORDER_CANCEL INSUFFICIENT_MARGIN');
    expect(reason('-460776')).toBe('ORDER_FILL MARKET_ORDER');
    expect(reason('-460777')).toBe('ORDER_CANCEL INSUFFICIENT_MARGIN');
  });

  it('closes out everything once half of the margin is gone', () => {
    const log = play([
      QUOTE,
      [0, market('EUR_USD', '400000')],
      [1, 'EUR_USD', '1.07000', '1.07015'],
    ]);
    expect(story(log).slice(2)).toEqual([
      'MARKET_ORDER MARGIN_CLOSEOUT',
      'ORDER_FILL MARKET_ORDER_MARGIN_CLOSEOUT',
    ]);
    expect(log.at(-1)).toMatchObject({ userID: 0, batchID: '6' });
  });

  it('delays the closeout of a halted instrument to its next tradeable tick', () => {
    const start = micros('2024-03-05T10:00:00Z');
    const account = plainAccount({ marginRate: '0.02' });
    const halt = { from: start + 2e6, to: start + 5e6, side: 'ALL', mode: 'HALTED' } as const;
    const tick = (at: number, instrument: string, bid: number) =>
      ({ kind: 'tick', time: start + at * 1e6, instrument, bid, ask: bid + 15 }) as const;
    const command = (at: number, name: string, units: string) => {
      const time = start + at * 1e6;
      return {
        kind: 'command',
        time,
        accountID: account.id,
        command: market(name, units),
      } as const;
    };
    const { transactions } = runOracle({
      from: start,
      to: start + 10e6,
      instruments: [
        { instrument: fixture('EUR_USD'), halts: [halt] },
        { instrument: fixture('GBP_USD', { marginRate: '0.02' }), halts: [] },
      ],
      accounts: [account],
      events: [
        tick(0, 'EUR_USD', 108_500),
        tick(0, 'GBP_USD', 126_500),
        command(1, 'EUR_USD', '1000'),
        command(1, 'GBP_USD', '300000'),
        tick(3, 'GBP_USD', 124_000),
        tick(6, 'EUR_USD', 108_400),
      ],
    });
    expect(story((transactions.get(account.id) ?? []) as Wire[]).slice(4)).toEqual([
      'DELAYED_TRADE_CLOSURE MARGIN_CLOSEOUT',
      'MARKET_ORDER MARGIN_CLOSEOUT',
      'ORDER_FILL MARKET_ORDER_MARGIN_CLOSEOUT',
      'MARKET_ORDER DELAYED_TRADE_CLOSE',
      'ORDER_FILL MARKET_ORDER_DELAYED_TRADE_CLOSE',
    ]);
  });

  it('refuses a younger trade of the same size to a FIFO account', () => {
    const steps: Step[] = [
      QUOTE,
      [0, market('EUR_USD', '100')],
      [0, market('EUR_USD', '100')],
      [0, { type: 'CloseTrade', tradeSpecifier: '7' }],
      [0, market('EUR_USD', '100', { stopLossOnFill: { distance: '0.01' } })],
    ];
    expect(story(play(steps, { account: { fifo: true } })).slice(4)).toEqual([
      'MARKET_ORDER TRADE_CLOSE',
      'ORDER_CANCEL FIFO_VIOLATION',
      'MARKET_ORDER CLIENT_ORDER',
      'ORDER_CANCEL FIFO_VIOLATION_SAFEGUARD_VIOLATION',
    ]);
  });

  it('sets all orders of a trade or none', () => {
    const set = (takeProfit: string, stopLoss: string) =>
      ({
        type: 'SetTradeOrders',
        tradeSpecifier: '5',
        takeProfit: { price: takeProfit },
        stopLoss: { price: stopLoss },
      }) as const;
    const log = play([
      QUOTE,
      [0, market('EUR_USD', '100')],
      [1, set('1.09', '1.08')],
      [2, set('1.091', '0')],
      [3, set('1.091', '1.081')],
    ]);
    expect(story(log).slice(2)).toEqual([
      'TAKE_PROFIT_ORDER CLIENT_ORDER',
      'STOP_LOSS_ORDER CLIENT_ORDER',
      'STOP_LOSS_ORDER_REJECT PRICE_INVALID',
      'ORDER_CANCEL CLIENT_REQUEST_REPLACED',
      'TAKE_PROFIT_ORDER REPLACEMENT',
      'ORDER_CANCEL CLIENT_REQUEST_REPLACED',
      'STOP_LOSS_ORDER REPLACEMENT',
    ]);
  });
});
