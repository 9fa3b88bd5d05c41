import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

async function asked(api: TestApi, path: string, token = CONTROL_TOKEN) {
  const answer = await api.app.inject({
    method: 'GET',
    url: `/_sim${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '0.50000' };

describe('explanations over HTTP', () => {
  it('say what an order waits for, in any simulation', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const made = await api.request('POST', '/v3/accounts/{a}/orders', { order: LIMIT });
    const { id } = made.body['orderCreateTransaction'] as { id: string };
    const { status, body } = await asked(api, `/explain/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      accountID: api.accountID,
      type: 'LIMIT_ORDER',
      side: 'ASK',
      section: 'docs/reference/semantics.md#41-which-price-triggers',
      needed: { what: 'ask', value: '0.50000' },
    });
    const named = `/simulations/main/explain/${id}?account=${api.accountID}`;
    expect((await asked(api, named)).body).toEqual(body);
  });

  it.each([
    ['an id that is not there', '/explain/999'],
    ['an id that is no number', '/explain/first'],
    ['an account that is not there', '/explain/1?account=101-001-1000001-999'],
  ])('are 404 for %s', async (_, path) => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await asked(api, path);
    expect([status, typeof body.errorMessage]).toEqual([404, 'string']);
  });

  it('need the control token', async () => {
    const api = await testApi(sandboxScenario());
    expect((await asked(api, '/explain/1', api.token)).status).toBe(403);
  });
});
