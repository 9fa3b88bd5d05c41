import { expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** Paths of APIs that stood beside v20. Source: v20 semantics 1.9. */

const LABS = [
  'calendar',
  'historical_position_ratios',
  'signal/autochartist',
  'spreads/',
  'anything',
];
const REST_V1 = ['prices', 'candles', 'accounts/1234567/orders'];

it('Forex Labs is forbidden to every token, and REST v1 is unknown', async () => {
  const api = await testApi(sandboxScenario());
  for (const path of LABS) {
    const { status, body } = await api.request('GET', `/labs/v1/${path}?instrument=EUR_USD`);
    expect([status, body], path).toEqual([
      403,
      { errorMessage: 'The provided request was forbidden.' },
    ]);
  }
  for (const path of REST_V1) {
    const { status, body } = await api.request('GET', `/v1/${path}?instrument=EUR_USD`);
    expect([status, body], path).toEqual([404, { errorMessage: 'Not found' }]);
  }
  for (const url of ['/labs/v1/calendar', '/v1/prices']) {
    expect((await api.app.inject({ method: 'GET', url })).statusCode, url).toBe(401);
  }
});
