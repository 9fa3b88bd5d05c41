import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RejectReason } from '../../../../../src/core/reason/reject-reasons.js';
import { ROOT } from '../../../../support/files/paths.js';
import { explainedReason } from '../../../../support/market/explained.js';
import { account, guaranteedPair, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';
import {
  type Case,
  close,
  closePosition,
  configure,
  create,
  dependent,
  fund,
  GUARANTEED,
  guaranteed,
  LONG,
  limit,
  locked,
  market,
  open,
  PAST,
  replace,
  setTrade,
  TRADE,
  withOrder,
  withTrade,
} from './reject-cases.js';
import { DEPENDENT_CASES } from './reject-dependent-cases.js';
import { ON_FILL_CASES } from './reject-on-fill-cases.js';

/** One case for every reason that the simulator can give: the compiler lists what is missing. */
const CASES: Readonly<Record<RejectReason, Case>> = {
  INTERNAL_SERVER_ERROR: { options: { model: { rejectMillionths: 1_000_000 } }, send: market() },
  ACCOUNT_NOT_ACTIVE: { before: sim => sim.send({ type: 'CloseAccount' }), send: market() },
  ACCOUNT_LOCKED: locked('ACCOUNT_LOCKED', market()),
  ACCOUNT_ORDER_CREATION_LOCKED: locked('ORDER_CREATION_LOCKED', limit()),
  ACCOUNT_ORDER_CANCEL_LOCKED: locked('ORDER_CANCEL_LOCKED', {
    type: 'CancelOrder',
    orderSpecifier: '4',
  }),
  ACCOUNT_CONFIGURATION_LOCKED: locked('CONFIGURATION_LOCKED', configure({ alias: 'a' })),
  ACCOUNT_DEPOSIT_LOCKED: locked(
    'DEPOSIT_LOCKED',
    fund({ amount: '1', fundingReason: 'ADJUSTMENT' }),
  ),
  ACCOUNT_WITHDRAWAL_LOCKED: locked(
    'WITHDRAWAL_LOCKED',
    fund({ amount: '-1', fundingReason: 'CLIENT_FUNDING' }),
  ),
  PENDING_ORDERS_ALLOWED_EXCEEDED: {
    account: { maximumPendingOrders: 1 },
    before: sim => sim.send(limit()),
    send: limit(),
  },
  INSTRUMENT_MISSING: { send: create({ type: 'MARKET', units: '1' }) },
  INSTRUMENT_PRICE_UNKNOWN: { unpriced: true, send: market() },
  UNITS_MISSING: { send: create({ type: 'MARKET', instrument: 'EUR_USD' }) },
  UNITS_INVALID: { send: market({ units: '0' }) },
  UNITS_PRECISION_EXCEEDED: { send: market({ units: '1.5' }) },
  UNITS_MINIMUM_NOT_MET: { instrument: { minimumTradeSize: '10' }, send: market({ units: '9' }) },
  UNITS_LIMIT_EXCEEDED: { send: market({ units: '100000001' }) },
  PRICE_MISSING: { send: create({ type: 'LIMIT', instrument: 'EUR_USD', units: '1' }) },
  PRICE_INVALID: { send: limit({ price: '-1' }) },
  PRICE_PRECISION_EXCEEDED: { send: limit({ price: '1.080001' }) },
  PRICE_BOUND_INVALID: { send: market({ priceBound: '0' }) },
  PRICE_BOUND_PRECISION_EXCEEDED: { send: market({ priceBound: '1.080001' }) },
  PRICE_DISTANCE_MISSING: withTrade(dependent('TRAILING_STOP_LOSS', {})),
  PRICE_DISTANCE_INVALID: withTrade(dependent('TRAILING_STOP_LOSS', { distance: '0' })),
  PRICE_DISTANCE_PRECISION_EXCEEDED: withTrade(
    dependent('TRAILING_STOP_LOSS', { distance: '0.001001' }),
  ),
  PRICE_DISTANCE_MAXIMUM_EXCEEDED: withTrade(
    dependent('TRAILING_STOP_LOSS', { distance: '1.00001' }),
  ),
  PRICE_DISTANCE_MINIMUM_NOT_MET: withTrade(
    dependent('TRAILING_STOP_LOSS', { distance: '0.00049' }),
  ),
  TIME_IN_FORCE_INVALID: { send: market({ timeInForce: 'GTC' }) },
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: { send: limit({ timeInForce: 'GTD' }) },
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: { send: limit({ timeInForce: 'GTD', gtdTime: PAST }) },
  TRIGGER_CONDITION_INVALID: guaranteed({ price: '1.07', triggerCondition: 'ASK' }),
  CLIENT_ORDER_ID_INVALID: { send: market({ clientExtensions: { id: LONG } }) },
  CLIENT_ORDER_ID_ALREADY_EXISTS: {
    before: sim => sim.send(limit({ clientExtensions: { id: 'mine' } })),
    send: market({ clientExtensions: { id: 'mine' } }),
  },
  CLIENT_ORDER_TAG_INVALID: { send: market({ clientExtensions: { tag: LONG } }) },
  CLIENT_ORDER_COMMENT_INVALID: { send: market({ clientExtensions: { comment: LONG } }) },
  CLIENT_TRADE_ID_INVALID: { send: market({ tradeClientExtensions: { id: '' } }) },
  CLIENT_TRADE_ID_ALREADY_EXISTS: {
    before: sim => open(sim, { tradeClientExtensions: { id: 'mine' } }),
    send: market({ tradeClientExtensions: { id: 'mine' } }),
  },
  CLIENT_TRADE_TAG_INVALID: { send: market({ tradeClientExtensions: { tag: LONG } }) },
  CLIENT_TRADE_COMMENT_INVALID: withTrade(setTrade({ comment: LONG })),
  CLIENT_EXTENSIONS_DATA_MISSING: withTrade(setTrade()),
  TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED: {
    send: market({ positionFill: 'REDUCE_ONLY', tradeClientExtensions: { id: 'x' } }),
  },
  INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL: {
    instrument: { defaultLiquidity: 60 },
    send: create({
      type: 'MARKET_IF_TOUCHED',
      instrument: 'EUR_USD',
      units: '100',
      price: '1.08520',
    }),
    follows: ['MARKET_IF_TOUCHED_ORDER', 'ORDER_FILL'],
  },
  TRADE_ID_UNSPECIFIED: { send: create({ type: 'TAKE_PROFIT', price: '1.09' }) },
  TRADE_DOESNT_EXIST: { send: dependent('TAKE_PROFIT', { price: '1.09' }) },
  TRADE_IDENTIFIER_INCONSISTENCY: withTrade(
    dependent('TAKE_PROFIT', { price: '1.09', clientTradeID: 'other' }),
  ),
  TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED: withTrade(
    dependent('TRAILING_STOP_LOSS', { distance: '0.01' }),
    { account: { trailingStops: false } },
  ),
  GUARANTEED_STOP_LOSS_ORDER_REQUIRED: {
    account: { guaranteedStopLossOrderMode: 'REQUIRED' },
    instrument: guaranteedPair('EUR_USD'),
    before: sim => open(sim, { guaranteedStopLossOnFill: { price: '1.07' } }),
    send: { type: 'CancelOrder', orderSpecifier: '6' },
  },
  GUARANTEED_STOP_LOSS_ORDER_HALTED_NOT_CANCELABLE: {
    account: GUARANTEED,
    instrument: guaranteedPair('EUR_USD'),
    before: sim => {
      open(sim, { guaranteedStopLossOnFill: { price: '1.07' } });
      sim.waitUntil('2024-03-09T12:00:00Z');
    },
    send: { type: 'SetTradeOrders', tradeSpecifier: TRADE, guaranteedStopLoss: null },
  },
  GUARANTEED_STOP_LOSS_ORDER_NOT_ALLOWED: withTrade(
    dependent('GUARANTEED_STOP_LOSS', { price: '1.07' }),
  ),
  GUARANTEED_STOP_LOSS_ORDER_HEDGING_NOT_ALLOWED: guaranteed(
    { price: '1.07' },
    {
      account: { ...GUARANTEED, hedging: true },
      before: sim => {
        open(sim);
        open(sim, { units: '-50' });
      },
    },
  ),
  GUARANTEED_STOP_LOSS_ORDER_HALTED_CREATE_VIOLATION: guaranteed(
    { price: '1.07' },
    {
      before: sim => {
        open(sim);
        sim.waitUntil('2024-03-09T12:00:00Z');
      },
    },
  ),
  GUARANTEED_STOP_LOSS_ORDER_HALTED_TIGHTEN_VIOLATION: {
    account: GUARANTEED,
    instrument: guaranteedPair('EUR_USD'),
    before: sim => {
      open(sim, { guaranteedStopLossOnFill: { price: '1.07' } });
      sim.waitUntil('2024-03-09T12:00:00Z');
    },
    send: {
      type: 'SetTradeOrders',
      tradeSpecifier: TRADE,
      guaranteedStopLoss: { price: '1.075' },
    },
  },
  GUARANTEED_STOP_LOSS_ORDER_PRICE_WITHIN_SPREAD: guaranteed({ price: '1.08510' }),
  GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET: guaranteed({ price: '1.08450' }),
  GUARANTEED_STOP_LOSS_ORDER_LEVEL_RESTRICTION_VOLUME_EXCEEDED: guaranteed(
    { price: '1.07' },
    {
      instrument: guaranteedPair('EUR_USD', {
        guaranteedStopLossOrderLevelRestriction: { volume: '99', priceRange: '0.0025' },
      }),
    },
  ),
  ...DEPENDENT_CASES,
  ...ON_FILL_CASES,
  REPLACING_ORDER_INVALID: withOrder(
    replace({ type: 'STOP', instrument: 'EUR_USD', units: '1', price: '1.09' }),
  ),
  REPLACING_TRADE_ID_INVALID: {
    before: sim => {
      open(sim, { takeProfitOnFill: { price: '1.09' } });
      open(sim);
    },
    send: {
      type: 'ReplaceOrder',
      orderSpecifier: '6',
      order: { type: 'TAKE_PROFIT', tradeID: '8', price: '1.1' },
    },
  },
  ORDER_DOESNT_EXIST: { send: { type: 'CancelOrder', orderSpecifier: '99' } },
  ORDER_ID_UNSPECIFIED: { send: { type: 'CancelOrder', orderSpecifier: '' } },
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: withTrade(close({ units: '101' })),
  CLOSEOUT_POSITION_DOESNT_EXIST: { send: closePosition({}) },
  CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION: withTrade(
    closePosition({ longUnits: 'NONE', shortUnits: 'NONE' }),
  ),
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE: withTrade(
    closePosition({ longUnits: '101', shortUnits: 'NONE' }),
  ),
  CLOSEOUT_POSITION_REJECT: withTrade(closePosition({ shortUnits: 'ALL' })),
  CLIENT_CONFIGURE_DATA_MISSING: { send: configure({}) },
  ALIAS_INVALID: { send: configure({ alias: '' }) },
  MARGIN_RATE_INVALID: { send: configure({ marginRate: '10000000000000' }) },
  MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT: {
    before: sim => open(sim, { units: '100000' }),
    send: configure({ marginRate: '0.5' }),
  },
  MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL: {
    account: { marginCalls: true },
    before: sim => open(sim, { units: '100000' }),
    send: configure({ marginRate: '0.1' }),
  },
  AMOUNT_MISSING: { send: fund({}) },
  AMOUNT_INVALID: { send: fund({ amount: '0', fundingReason: 'CLIENT_FUNDING' }) },
  FUNDING_REASON_MISSING: { send: fund({ amount: '1' }) },
  INSUFFICIENT_FUNDS: { send: fund({ amount: '-10001', fundingReason: 'CLIENT_FUNDING' }) },
};

/** A number that an explanation names and does not have. */
const HOLE = /\bnone\b|[{}]/;

describe('reject reasons', () => {
  it.each(Object.entries(CASES))('gives %s', (reason, test) => {
    const sim = new Sim({
      instruments: [pair('EUR_USD', test.instrument)],
      accounts: [account(test.account)],
      ...test.options,
    });
    if (!test.unpriced) sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
    test.before?.(sim);
    const command = typeof test.send === 'function' ? test.send(sim) : test.send;
    const before = sim.engine.account(account().id).state.balance;
    const { transactions, badParameter } = sim.send(command);
    expect(badParameter).toBeUndefined();
    const reasons = transactions.map(each =>
      'rejectReason' in each ? each.rejectReason : each.type,
    );
    expect(reasons).toContain(reason);
    const done = transactions.filter(each => !each.type.endsWith('_REJECT'));
    expect(done.map(each => each.type)).toEqual(test.follows ?? []);
    expect(sim.engine.account(account().id).state.balance.eq(before)).toBe(true);
    expect(sim.faults()).toEqual([]);
    for (const said of explainedReason(sim, reason)) {
      expect([said.reason, said.needed?.sentence]).toEqual([reason, expect.any(String)]);
      expect(`${said.sentence} ${said.needed?.sentence}`).not.toMatch(HOLE);
    }
  });

  it('are all documented', () => {
    const text = readFileSync(join(ROOT, 'docs', 'reference', 'reasons.md'), 'utf8');
    for (const reason of Object.keys(CASES)) expect(text).toContain(`\`${reason}\``);
  });
});
