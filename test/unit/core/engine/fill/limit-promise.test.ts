import { describe, expect, it } from 'vitest';
import type { AccountLock } from '../../../../../src/core/ledger/account-config.js';
import { account, at } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

/** A buying limit that watches the bid: triggered at once, while the ask is still above its price. */
const LIMIT = {
  type: 'LIMIT',
  instrument: 'EUR_USD',
  units: '100',
  price: '1.08510',
  triggerCondition: 'BID',
};

function market(locks: readonly AccountLock[] = []): Sim {
  const sim = new Sim({ accounts: [account({ locks })] });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  return sim;
}

describe('a limit that is triggered while its fill side is worse than its price', () => {
  it('waits although it has nothing to reduce, and is cancelled once it could fill', () => {
    const sim = market();
    expect(types(sim.order({ ...LIMIT, positionFill: 'REDUCE_ONLY' }))).toEqual(['LIMIT_ORDER']);
    expect(sim.quote('EUR_USD', '1.08500', '1.08511')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08500', '1.08510')).toMatchObject([
      { type: 'ORDER_CANCEL', reason: 'POSITION_CLOSEOUT_FAILED' },
    ]);
  });

  it('fills when something to reduce has come in the meantime', () => {
    const sim = market();
    sim.order({ ...LIMIT, positionFill: 'REDUCE_ONLY' });
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-40' });
    expect(sim.quote('EUR_USD', '1.08500', '1.08511')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08500', '1.08509')).toMatchObject([
      { type: 'ORDER_FILL', units: '40', price: '1.08509' },
    ]);
  });

  it('waits although its fills are locked', () => {
    const sim = market(['ORDER_FILL_LOCKED']);
    expect(types(sim.order(LIMIT))).toEqual(['LIMIT_ORDER']);
    expect(sim.quote('EUR_USD', '1.08490', '1.08505')).toMatchObject([
      { type: 'ORDER_CANCEL', reason: 'ACCOUNT_ORDER_FILL_LOCKED' },
    ]);
  });

  it('waits as a take profit, although the side it sells on is halted', () => {
    const halt = {
      from: at('2024-03-05T10:00:02Z'),
      to: at('2024-03-05T11:00:00Z'),
      side: 'BID',
      mode: 'HALTED',
    } as const;
    const sim = new Sim({ halts: [halt] });
    sim.quote('EUR_USD', '1.08505', '1.08520');
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    const profit = { type: 'TAKE_PROFIT', tradeID: '5', price: '1.08530', triggerCondition: 'ASK' };
    expect(types(sim.order(profit))).toEqual(['TAKE_PROFIT_ORDER']);
    expect(sim.quote('EUR_USD', '1.08515', '1.08530')).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08530', '1.08545')).toMatchObject([
      { type: 'ORDER_CANCEL', reason: 'INSTRUMENT_BID_HALTED' },
    ]);
  });

  it.each(['FOK', 'IOC'])(
    'expires at once under %s, before anything else is judged',
    timeInForce => {
      const immediate = { ...LIMIT, timeInForce };
      const expired = [
        { type: 'LIMIT_ORDER' },
        { type: 'ORDER_CANCEL', reason: 'TIME_IN_FORCE_EXPIRED' },
      ];
      expect(market().order(immediate)).toMatchObject(expired);
      expect(market().order({ ...immediate, positionFill: 'REDUCE_ONLY' })).toMatchObject(expired);
      expect(market(['ORDER_FILL_LOCKED']).order(immediate)).toMatchObject(expired);
      const watchedMid = { ...immediate, price: '1.08515', triggerCondition: 'MID' };
      expect(market().order(watchedMid)).toMatchObject(expired);
    },
  );

  it('lacks liquidity under FOK when its price is met and only depth is not', () => {
    const sim = new Sim();
    sim.quote('EUR_USD', '1.08495', '1.08505', { volume: 50 });
    expect(sim.order({ ...LIMIT, timeInForce: 'FOK' })).toMatchObject([
      { type: 'LIMIT_ORDER' },
      { type: 'ORDER_CANCEL', reason: 'INSUFFICIENT_LIQUIDITY' },
    ]);
  });
});
