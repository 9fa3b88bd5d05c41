import { expect, it } from 'vitest';
import { explained } from '../../../support/market/explained.js';
import { pair } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

it('the financing of an index is converted from its quote currency, that of a pair from its base currency', () => {
  const financing = { ...pair('EUR_USD').financing, longRate: '-0.0365' };
  const index = pair('EU50_EUR', { type: 'CFD', displayPrecision: 1, financing });
  const sim = new Sim({
    from: '2024-03-05T21:00:00Z',
    instruments: [index, pair('EUR_USD', { financing })],
  });
  sim.quote('EU50_EUR', '4000.0', '4000.2');
  sim.quote('EUR_USD', '1.10000', '1.10010');
  sim.order({ type: 'MARKET', instrument: 'EU50_EUR', units: '10' });
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100000' });
  const [paid] = sim.waitUntil('2024-03-05T22:00:00Z');
  // A day at 3.65 % a year is a ten-thousandth: of 40,001 EUR, and of 100,000 EUR.
  expect(explained(sim, paid?.id ?? '').conversion).toMatchObject([
    { what: 'financing', tradeID: '5', currency: 'EUR', amount: '-4.0001', home: '-4.4005' },
    { what: 'financing', tradeID: '7', currency: 'EUR', amount: '-10', home: '-11.0010' },
  ]);
});
