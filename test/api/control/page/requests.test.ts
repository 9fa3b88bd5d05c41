import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

interface Page {
  readonly requests: { id: string; path: string; status: number; origin: string }[];
  readonly total: number;
}

async function requests(api: TestApi, query = ''): Promise<Page> {
  const { body } = await control(api, 'GET', `/requests?origin=client${query}`);
  return body as unknown as Page;
}

describe('the requests to a simulation', () => {
  it('are paged, the newest first, by path and status', async () => {
    const api = await testApi(sandboxScenario());
    for (let made = 0; made < 3; made++) {
      await api.request('GET', '/v3/accounts/{a}/orders');
      await api.request('GET', `/v3/accounts/{a}/orders/${99 + made}`);
    }
    const all = await requests(api);
    expect([all.total, all.requests.length]).toEqual([6, 6]);
    const [first, second] = all.requests;
    expect(first).toMatchObject({ status: 404, origin: 'client' });
    expect(first?.path).toContain('/orders/101');
    const page = await requests(api, `&limit=2&before=${second?.id}`);
    expect([page.total, page.requests]).toEqual([6, all.requests.slice(2, 4)]);
    expect((await requests(api, '&status=4xx')).total).toBe(3);
    expect((await requests(api, '&status=200')).total).toBe(3);
    expect((await requests(api, '&path=/orders/100')).total).toBe(1);
  });

  it('are refused with words that mean nothing', async () => {
    const api = await testApi(sandboxScenario());
    for (const query of ['limit=0', 'status=none', 'origin=moon', 'before=x']) {
      expect((await control(api, 'GET', `/requests?${query}`)).status).toBe(400);
    }
  });
});
