import { expect, it } from 'vitest';
import { instrumentAsked } from '../../../../src/dashboard/state/program-instrument.js';

it('finds the instrument that a request names in its path, its query or its order', () => {
  const own = '/v3/accounts/101-001-1-001';
  const body = '{"order":{"type":"MARKET","instrument": "NZD_USD","units":"1"}}';
  expect(
    [
      { path: '/v3/instruments/GBP_JPY/candles?count=2' },
      { path: `${own}/pricing?instruments=USD_CAD%2CEUR_USD` },
      { path: `${own}/positions/XAU_USD/close`, body: '{}' },
      { path: `${own}/orders`, body },
      { path: `${own}/summary` },
    ].map(instrumentAsked),
  ).toEqual(['GBP_JPY', 'USD_CAD', 'XAU_USD', 'NZD_USD', undefined]);
});
