import { expect, it } from 'vitest';
import { daysFromCivil } from '../../../../../src/core/time/instant.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

it('financing and dividends count for the side of the position that the trade is on', () => {
  const financing = { ...pair('EUR_USD').financing, longRate: '-0.0365', shortRate: '0.0365' };
  const dividends = [{ exDate: daysFromCivil(2024, 3, 6), amount: '5' }];
  const index = pair('US30_USD', { type: 'CFD', displayPrecision: 1, financing, dividends });
  const sim = new Sim({ instruments: [index], accounts: [account({ hedging: true })] });
  sim.quote('US30_USD', '1000.0', '1000.0');
  for (const units of ['3', '-1']) sim.order({ type: 'MARKET', instrument: 'US30_USD', units });
  sim.waitUntil('2024-03-05T22:00:00Z');
  const { state } = sim.engine.account(account().id);
  const { long, short } = state.positions.get('US30_USD') ?? {};
  const sums = [long, short].map(side =>
    [side?.financing, side?.dividendAdjustment].map(amount => amount?.toFixed(2)),
  );
  // A day is a ten-thousandth of 3,000 and of 1,000.
  expect(sums).toEqual([
    ['-0.30', '15.00'],
    ['0.10', '-5.00'],
  ]);
  expect(sim.faults()).toEqual([]);
});
