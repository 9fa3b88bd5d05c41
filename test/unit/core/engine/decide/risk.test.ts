import { describe, expect, it } from 'vitest';
import type { RiskRules } from '../../../../../src/core/risk/risk-rules.js';
import { account, at, pair } from '../../../../support/market/fixtures.js';
import { Sim, type SimOptions, types } from '../../../../support/market/sim.js';

const MINUTE = 60_000_000;
const DAY = { from: 'NAV', hour: 17, minute: 0, timeZone: 'America/New_York' } as const;

/** A market with one account under `risk`, quoted at 1.08500 and 1.08515. */
function held(risk: RiskRules, options: SimOptions = {}): Sim {
  const sim = new Sim({ accounts: [account({ risk })], ...options });
  sim.quote('EUR_USD', '1.08500', '1.08515');
  return sim;
}

const buy = (units: string, more: object = {}) => ({
  type: 'MARKET',
  instrument: 'EUR_USD',
  units,
  ...more,
});
const risk = (sim: Sim) => sim.engine.account(account().id).risk;

describe('a daily loss', () => {
  const rules = (then: 'halt' | 'closeAll' | 'end'): RiskRules => ({
    dailyLoss: { limit: { amount: '100' }, ...DAY, then, until: 'nextDay' },
  });

  it('closes on the tick that reaches it, by the broker, and says which rule', () => {
    const sim = held(rules('closeAll'));
    sim.order(buy('100000'));
    // 100000 units lose 99 at 1.08416, and 100 at 1.08415.
    expect(sim.quote('EUR_USD', '1.08416', '1.08431')).toEqual([]);
    const [order, fill] = sim.quote('EUR_USD', '1.08415', '1.08430');
    expect(order).toMatchObject({
      type: 'MARKET_ORDER',
      userID: 0,
      reason: 'POSITION_CLOSEOUT',
      longPositionCloseout: { instrument: 'EUR_USD', units: 'ALL' },
      clientExtensions: { tag: 'risk', comment: 'dailyLoss: NAV 9900.0000, floor 9900.0000' },
    });
    expect(fill).toMatchObject({ reason: 'MARKET_ORDER_POSITION_CLOSEOUT', pl: '-100.0000' });
    expect(risk(sim)?.breaches).toMatchObject([{ rule: 'dailyLoss', NAV: '9900.0000' }]);
    expect(sim.faults()).toEqual([]);
  });

  it('halts until the next day begins, and lets a position be reduced', () => {
    const sim = held(rules('halt'));
    sim.order(buy('100000'));
    expect(sim.quote('EUR_USD', '1.08400', '1.08415')).toEqual([]);
    expect(sim.order(buy('1000'))[1]).toMatchObject({ reason: 'ACCOUNT_NEW_POSITIONS_LOCKED' });
    expect(types(sim.order(buy('-40000')))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    sim.waitUntil('2024-03-05T21:59:59Z');
    expect(sim.order(buy('1000'))[1]).toMatchObject({ reason: 'ACCOUNT_NEW_POSITIONS_LOCKED' });
    sim.waitUntil('2024-03-05T22:00:00Z');
    expect(types(sim.order(buy('1000')))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    // The new day counts from the net asset value at its beginning.
    expect(risk(sim)?.opening.toNumber()).toBeLessThan(9900);
  });

  it('that ends the account refuses everything afterwards', () => {
    const sim = held(rules('end'));
    sim.order(buy('100000'));
    sim.quote('EUR_USD', '1.08000', '1.08015');
    expect(sim.order(buy('1'))).toMatchObject([{ rejectReason: 'ACCOUNT_LOCKED' }]);
    sim.waitUntil('2024-03-07T12:00:00Z');
    expect(sim.order(buy('1'))).toMatchObject([{ rejectReason: 'ACCOUNT_LOCKED' }]);
  });

  it('does not count what was deposited or withdrawn', () => {
    const sim = held(rules('closeAll'));
    sim.send({ type: 'TransferFunds', amount: '-5000', fundingReason: 'CLIENT_FUNDING' });
    expect(sim.quote('EUR_USD', '1.08500', '1.08515')).toEqual([]);
    expect(risk(sim)?.breaches).toEqual([]);
  });

  it('closes a trade of a closed market when it opens', () => {
    const hours = { ...pair('GBP_USD').tradingHours, dailyBreak: breakAt(6, 8) };
    const other = pair('GBP_USD', { tradingHours: hours });
    const sim = held(rules('closeAll'), { instruments: [pair('EUR_USD'), other] });
    sim.quote('GBP_USD', '1.25000', '1.25015');
    sim.order({ ...buy('1000'), instrument: 'GBP_USD' });
    sim.order(buy('100000'));
    sim.waitUntil('2024-03-05T11:30:00Z');
    const closed = sim.quote('EUR_USD', '1.08300', '1.08315');
    expect(types(closed)).toEqual(['DELAYED_TRADE_CLOSURE', 'MARKET_ORDER', 'ORDER_FILL']);
    sim.waitUntil('2024-03-05T13:00:01Z');
    const opened = sim.quote('GBP_USD', '1.25000', '1.25015');
    expect(opened[1]).toMatchObject({ reason: 'MARKET_ORDER_DELAYED_TRADE_CLOSE' });
  });
});

/** A break between two hours of New York. */
function breakAt(from: number, to: number) {
  return { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 } };
}

it('a drawdown trails the highest value until break-even', () => {
  const limit = { amount: '50' };
  const drawdown = { limit, mode: 'trailing', untilBreakEven: true, then: 'closeAll' } as const;
  const sim = held({ drawdown });
  sim.order(buy('100000'));
  // 30 up: the floor is at 9980. 29 down from there it holds.
  sim.quote('EUR_USD', '1.08545', '1.08560');
  expect(risk(sim)?.high.toNumber()).toBe(10_030);
  expect(sim.quote('EUR_USD', '1.08496', '1.08511')).toEqual([]);
  // 500 up: the floor stops at the deposits.
  sim.quote('EUR_USD', '1.09015', '1.09030');
  expect(sim.quote('EUR_USD', '1.08516', '1.08531')).toEqual([]);
  const closed = sim.quote('EUR_USD', '1.08515', '1.08530');
  expect(closed[0]).toMatchObject({
    clientExtensions: { comment: 'drawdown: NAV 10000.0000, floor 10000.0000' },
  });
});

it('units are limited on a side and in all, after what a fill closes', () => {
  const instruments = [pair('EUR_USD'), pair('GBP_USD')];
  const maximumUnits = { total: '1500', instruments: { EUR_USD: '1000' } };
  const sim = held({ maximumUnits }, { instruments });
  sim.quote('GBP_USD', '1.25000', '1.25015');
  const reasonOf = (order: object) => sim.order(order).at(-1);
  expect(reasonOf(buy('1001'))).toMatchObject({ reason: 'POSITION_SIZE_EXCEEDED' });
  expect(reasonOf(buy('1000'))).toMatchObject({ type: 'ORDER_FILL' });
  const pound = { instrument: 'GBP_USD' };
  expect(reasonOf(buy('501', pound))).toMatchObject({ reason: 'POSITION_SIZE_EXCEEDED' });
  expect(reasonOf(buy('500', pound))).toMatchObject({ type: 'ORDER_FILL' });
  expect(reasonOf(buy('-2000'))).toMatchObject({ type: 'ORDER_FILL' });
});

describe('a blackout', () => {
  const event = {
    at: at('2024-03-05T11:00:00Z'),
    currency: 'USD',
    impact: 'high',
    name: 'x',
  } as const;
  const dark = (then: 'refuse' | 'closeAll' | 'halt') => {
    const blackout = { before: 5 * MINUTE, after: MINUTE, impact: 'high', then } as const;
    return held({ blackout }, { events: [event] });
  };

  it('begins and ends to the microsecond', () => {
    const sim = dark('halt');
    sim.waitUntil('2024-03-05T10:54:59.999999Z');
    expect(sim.order(buy('1')).at(-1)).toMatchObject({ type: 'ORDER_FILL' });
    sim.waitUntil('2024-03-05T10:55:00Z');
    expect(sim.order(buy('1')).at(-1)).toMatchObject({ reason: 'ACCOUNT_NEW_POSITIONS_LOCKED' });
    sim.waitUntil('2024-03-05T11:01:00Z');
    expect(sim.order(buy('1')).at(-1)).toMatchObject({ type: 'ORDER_FILL' });
  });

  it('refuses every order when it says so', () => {
    const sim = dark('refuse');
    sim.waitUntil('2024-03-05T11:00:59Z');
    expect(sim.order(buy('1'))).toMatchObject([{ rejectReason: 'ACCOUNT_ORDER_CREATION_LOCKED' }]);
  });

  it('closes positions and cancels entry orders at its beginning', () => {
    const sim = dark('closeAll');
    sim.order(buy('100'));
    sim.order({ ...buy('100'), type: 'LIMIT', price: '1.07000' });
    expect(types(sim.waitUntil('2024-03-05T10:55:00Z'))).toEqual([
      'MARKET_ORDER',
      'ORDER_FILL',
      'ORDER_CANCEL',
    ]);
  });
});
