import { expect, it } from 'vitest';
import { decimal } from '../../../../src/core/base/decimal.js';
import { valueAccount } from '../../../../src/core/ledger/valuation.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

it.each([
  ['100', '1000', '0.0022'],
  ['0.5', '1', '0.011'],
  // Without a positive NAV: the margin, or 1 where that is less.
  ['1000', '-10', '22'],
  ['1000', '0', '22'],
  ['10', '-10', '1'],
])('the share of margin of %s units at a NAV of %s is %s', (units, NAV, percent) => {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.10000', '1.10000');
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
  const { state, market } = sim.engine.account(account().id);
  const [trade] = state.openTrades.values();
  Object.assign(trade as object, { currentUnits: decimal(units) });
  Object.assign(state, { balance: decimal(NAV) });
  const value = valueAccount(state, market);
  expect(value.marginCallPercent.toFixed()).toBe(percent);
});

it.each(['EUR_USD', 'GBP_USD'])(
  'a holding adds nothing while of its two conversions %s alone has a price',
  quoted => {
    const instruments = [pair('EUR_GBP'), pair('EUR_USD'), pair('GBP_USD')];
    const sim = new Sim({ instruments });
    const { state, market } = sim.engine.account(account().id);
    const held = [{ instrument: 'EUR_GBP', units: decimal('100'), price: decimal('0.80000') }];
    const value = () => {
      const { NAV, marginUsed } = valueAccount(state, market, held);
      return [NAV.gt(10_000), marginUsed.gt(0)];
    };
    sim.quote('EUR_GBP', '0.85505', '0.85520');
    sim.quote(quoted, '1.20000', '1.20010');
    expect(value()).toEqual([false, false]);
    for (const name of ['EUR_USD', 'GBP_USD']) sim.quote(name, '1.20000', '1.20010');
    expect(value()).toEqual([true, true]);
  },
);
