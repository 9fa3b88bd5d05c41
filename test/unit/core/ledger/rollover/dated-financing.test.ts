import { describe, expect, it } from 'vitest';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type { DailyFinancingBody } from '../../../../../src/core/ledger/transaction.js';
import { daysFromCivil } from '../../../../../src/core/time/instant.js';
import { instrumentView } from '../../../../../src/core/view/instruments.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** Rates of Monday to Tuesday, of Wednesday, and from Thursday on. */
const DATED = [
  { from: daysFromCivil(2024, 3, 4), longRate: '-0.0365', shortRate: '0.01' },
  { from: daysFromCivil(2024, 3, 6), longRate: '-0.073', shortRate: '0.02' },
  { from: daysFromCivil(2024, 3, 7), longRate: '0.0365', shortRate: '-0.01' },
];

/** A long trade of 1000 EUR_USD, opened on Tuesday 2024-03-05 at 10:00:02 UTC. */
function longTrade(financing: AccountConfig['financing']) {
  const instrument = pair('EUR_USD', { datedRates: DATED });
  const sim = new Sim({ instruments: [instrument], accounts: [account({ financing })] });
  sim.quote('EUR_USD', '1.08500', '1.08510');
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
  const shown = () => {
    const { longRate } = instrumentView(account(), instrument, sim.engine.now).financing;
    return longRate;
  };
  const charged = (time: string) => {
    const found = sim.waitUntil(time).filter(({ type }) => type === 'DAILY_FINANCING');
    return found.map(each => (each as DailyFinancingBody).positionFinancings[0]?.baseFinancing);
  };
  return { sim, shown, charged };
}

describe('rates by date', () => {
  it('are charged for the day of trading that ends, three times on a Wednesday', () => {
    const { charged } = longTrade('DAILY');
    // 1000 x -0.0365 / 365; then 1000 x -0.073 x 3 / 365; then 1000 x 0.0365 / 365.
    expect(charged('2024-03-07T22:00:00Z')).toEqual([
      '-0.10000000000000',
      '-0.60000000000000',
      '0.10000000000000',
    ]);
  });

  it('change at 17:00 New York, for the API too', () => {
    const { sim, shown } = longTrade('DAILY');
    const at = (time: string) => {
      sim.waitUntil(time);
      return shown();
    };
    expect(at('2024-03-05T21:59:59Z')).toBe('-0.0365');
    expect(at('2024-03-05T22:00:00Z')).toBe('-0.073');
    expect(at('2024-03-06T21:59:59Z')).toBe('-0.073');
    expect(at('2024-03-06T22:00:00Z')).toBe('0.0365');
    expect(at('2024-04-01T00:00:00Z')).toBe('0.0365');
  });

  it('accrue by the second, each up to its last rollover', () => {
    const { sim, charged } = longTrade('SECOND_BY_SECOND');
    // 11:59:59 of Tuesday's rate; a day of Wednesday's.
    const [first, second] = charged('2024-03-06T22:00:00Z');
    expect(first).toBe('-0.04999884259259');
    expect(second).toBe('-0.20000000000000');
    sim.waitUntil('2024-03-07T10:00:00Z');
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-1000' });
    const fill = sim.engine.ledger.slice().at(-1);
    // Half a day of Thursday's rate.
    expect(fill).toMatchObject({ baseFinancing: '0.05000000000000' });
  });
});
