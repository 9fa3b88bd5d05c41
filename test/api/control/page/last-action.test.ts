import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { loggedIn } from '../../../support/api/page.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

describe('the last action of the page', () => {
  it('is the last one that no rewind has undone, and none of a program', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const page = await loggedIn(api);
    const last = async () => (await control(api, 'GET', '/last-action')).body['transactionID'];
    const trade = (by: typeof page | TestApi) =>
      by.request('POST', `/v3/accounts/${api.accountID}/orders`, { order: MARKET });
    expect(await last()).toBeUndefined();
    await trade(api);
    expect(await last()).toBeUndefined();
    const first = (await trade(page)).body['relatedTransactionIDs'] as string[];
    expect(await last()).toBe(first[0]);
    const refused = { order: { ...MARKET, units: '0' } };
    await page.request('POST', `/v3/accounts/${api.accountID}/orders`, refused);
    await trade(api);
    expect(await last()).toBe(first[0]);
    const second = (await trade(page)).body['relatedTransactionIDs'] as string[];
    expect(await last()).toBe(second[0]);
    await control(api, 'POST', '/rewind', { before: second[0] });
    expect(await last()).toBe(first[0]);
    await control(api, 'POST', '/rewind', { before: first[0] });
    // The same ids, but of a program.
    await trade(api);
    expect(await last()).toBeUndefined();
  });
});
