import { describe, expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../../src/core/candle/alignment.js';
import { queryCandles } from '../../../../../src/core/candle/query.js';
import { accountSummary } from '../../../../../src/core/view/accounts.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

/** Prices outside an instrument's hours: v20 semantics 4.3, 4.8, 7.3. Friday's close is 22:00 UTC. */

const FRIDAY = '2024-03-08T21:59:00Z';
const trade = (units: string, more: object = {}) => ({
  type: 'MARKET',
  instrument: 'EUR_USD',
  units,
  ...more,
});

/** A market on Friday with a price of 1.10000 / 1.10010, one minute before it closes. */
function friday(balance = '10000'): Sim {
  const sim = new Sim({
    from: FRIDAY,
    accounts: [account({ balance, financing: 'NO_FINANCING' })],
  });
  sim.quote('EUR_USD', '1.10000', '1.10010');
  return sim;
}

function daily(sim: Sim) {
  const [series] = sim.engine.state.candles;
  if (series === undefined) throw new Error('no series');
  const request = { granularity: 'D', alignment: DEFAULT_ALIGNMENT } as const;
  return queryCandles(series, { ...request, includeFirst: true, smooth: false }, sim.now);
}

function summary(sim: Sim) {
  const [cell] = sim.engine.state.cells;
  if (cell === undefined) throw new Error('no account');
  return accountSummary(cell.state, cell.market);
}

describe('a price outside the hours', () => {
  it('makes candles like any other', () => {
    const sim = friday();
    sim.quote('EUR_USD', '1.09900', '1.09910', { seconds: 120 });
    sim.quote('EUR_USD', '1.09800', '1.09810', { seconds: 86_400 });
    expect(daily(sim).map(({ volume, bid }) => [volume, bid.c])).toEqual([
      [1, 110_000],
      [1, 109_900],
      [1, 109_800],
    ]);
  });

  it('moves the shown price and what the account is worth', () => {
    const sim = friday();
    sim.order(trade('1000'));
    expect(summary(sim).NAV).toBe('9999.9000');
    sim.quote('EUR_USD', '1.09000', '1.09010', { seconds: 3_600 });
    expect(sim.engine.state.quotes.bidPoints(0)).toBe(109_000);
    expect(summary(sim).NAV).toBe('9989.9000');
  });

  it('triggers no order and moves no trailing stop', () => {
    const sim = friday();
    const [, , stop] = sim.order(
      trade('1000', { trailingStopLossOnFill: { distance: '0.01000' } }),
    );
    expect(stop?.type).toBe('TRAILING_STOP_LOSS_ORDER');
    sim.order({ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.09950' });
    expect(sim.quote('EUR_USD', '1.20000', '1.20010', { seconds: 3_600 })).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08000', '1.08010')).toEqual([]);
    sim.waitUntil('2024-03-10T21:00:00Z');
    // Had the stop been pulled along to 1.19000, this would close the trade.
    expect(sim.quote('EUR_USD', '1.10000', '1.10010')).toEqual([]);
    expect(types(sim.quote('EUR_USD', '1.09000', '1.09010'))).toContain('ORDER_FILL');
  });

  it('closes no account out: the next tradeable price decides', () => {
    const sim = friday('1000');
    sim.order(trade('40000'));
    expect(sim.quote('EUR_USD', '1.05000', '1.05010', { seconds: 3_600 })).toEqual([]);
    expect(summary(sim).NAV).toBe('-1004.0000');
    sim.waitUntil('2024-03-10T21:00:00Z');
    expect(sim.quote('EUR_USD', '1.10000', '1.10010')).toEqual([]);
    expect(types(sim.quote('EUR_USD', '1.05000', '1.05010'))).toEqual([
      'MARKET_ORDER',
      'ORDER_FILL',
    ]);
  });
});
