import { describe, expect, it } from 'vitest';
import { testApi } from '../support/api.js';
import { OWN, OWN_SECOND, sandboxScenario } from '../support/sandbox-scenario.js';

describe('accounts', () => {
  it('lists the accounts that the token opens', async () => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.request('GET', '/v3/accounts');
    expect(status).toBe(200);
    expect(body).toEqual({
      accounts: [
        { id: OWN, tags: [] },
        { id: OWN_SECOND, tags: [] },
      ],
    });
  });

  it('tells what an account is worth, as of now', async () => {
    const api = await testApi(sandboxScenario());
    const before = await api.request('GET', '/v3/accounts/{a}/summary');
    expect(before.body).toMatchObject({ account: { id: OWN, openTradeCount: 0 } });
    expect((await api.advance({ ticks: 5 })).body).toMatchObject({ ticks: 5, mode: 'manual' });
    const after = await api.request('GET', '/v3/accounts/{a}/summary');
    expect(after.body).toEqual(before.body);
  });
});
