import { describe, expect, it } from 'vitest';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim, type SimOptions, types } from '../../../../support/market/sim.js';

/** A market with a trade of 100 units, and the limits of the account. */
function holding(limits: Partial<AccountConfig>, options: SimOptions = {}): Sim {
  const sim = new Sim({ accounts: [account(limits)], ...options });
  sim.quote('EUR_USD', '1.08500', '1.08520');
  market(sim, '100');
  return sim;
}

function market(sim: Sim, units: string) {
  return sim.order({ type: 'MARKET', instrument: 'EUR_USD', units });
}

describe('limits of what a fill may build up (v20 semantics 3.5)', () => {
  it('let pass a fill that only reduces, also at the largest number of trades', () => {
    const sim = holding({ maximumOpenTrades: 1 });
    expect(types(market(sim, '-40'))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    expect(market(sim, '1')[1]).toMatchObject({ reason: 'OPEN_TRADES_ALLOWED_EXCEEDED' });
  });

  it('count the trade that a fill closes on its way to the other side', () => {
    const sim = holding({ maximumOpenTrades: 1 });
    expect(types(market(sim, '-150'))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
  });

  it('let a position grow to its maximum, and not one unit more', () => {
    const instruments = [pair('EUR_USD', { maximumPositionSize: '150' })];
    const sim = holding({}, { instruments });
    expect(market(sim, '51')[1]).toMatchObject({ reason: 'POSITION_SIZE_EXCEEDED' });
    expect(types(market(sim, '50'))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    expect(types(market(sim, '-10'))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
  });
});
