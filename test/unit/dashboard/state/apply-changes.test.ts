import { describe, expect, it } from 'vitest';
import { accountState, withChanges } from '../../../../src/dashboard/state/apply-changes.js';
import type { ChangesAnswer, WholeAccount } from '../../../../src/dashboard/wire/v20.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD' };
const STOP = { stopLossOnFill: { distance: '0.01' } };
const LIMIT = { type: 'LIMIT', instrument: 'USD_JPY', units: '5', price: '100' };
const STEPS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/orders', { order: { ...MARKET, ...STOP, units: '1000' } }],
  ['POST', '/orders', { order: { ...LIMIT, clientExtensions: { id: 'mine' } } }],
  ['POST', '/orders', { order: { ...MARKET, units: '-400', instrument: 'GBP_USD' } }],
  ['POST', '/orders', { order: { ...MARKET, units: '-300' } }],
  ['POST', '/orders', { order: { ...MARKET, units: '99999999' } }],
  ['PUT', '/positions/GBP_USD/close', { shortUnits: 'ALL' }],
  ['PUT', '/orders/@mine/cancel'],
  ['POST', '/orders', { order: { ...MARKET, units: '-700' } }],
];

async function read<Answer>(api: TestApi, path: string): Promise<Answer> {
  return (await api.request('GET', `/v3/accounts/{a}${path}`)).body as Answer;
}

describe('an account that the page keeps by changes', () => {
  it('is the account that the server sends whole, after every request', async () => {
    const api = await testApi(sandboxScenario());
    const whole = async () =>
      accountState((await read<{ account: WholeAccount }>(api, '')).account);
    let kept = await whole();
    for (const [method, path, body] of STEPS) {
      await api.request(method, `/v3/accounts/{a}${path}`, body);
      await api.advance({ by: '1m' });
      const since = kept.summary.lastTransactionID;
      const query = `/changes?sinceTransactionID=${since}`;
      kept = withChanges(kept, await read<ChangesAnswer>(api, query));
      const { summary, orders, trades, positions } = await whole();
      expect([...kept.orders.keys()].sort(), path).toEqual([...orders.keys()].sort());
      expect(Object.fromEntries(kept.trades)).toEqual(Object.fromEntries(trades));
      expect([...kept.positions.keys()].sort()).toEqual([...positions.keys()].sort());
      // Changes do not tell the time of the last fill, and the page does not show it.
      const untold = { lastOrderFillTimestamp: undefined };
      expect({ ...kept.summary, ...untold }).toEqual({ ...summary, ...untold });
    }
    expect([kept.trades.size, kept.orders.size, kept.positions.size]).toEqual([0, 0, 0]);
  });
});
