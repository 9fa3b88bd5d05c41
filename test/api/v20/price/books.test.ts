import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const ORDERS = '/v3/instruments/EUR_USD/orderBook';
const POSITIONS = '/v3/instruments/EUR_USD/positionBook';

async function withOrders(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ ticks: 3 });
  const send = (id: string, order: object) =>
    void api.sandbox.simulation.submit(id, {
      type: 'CreateOrder',
      order: { instrument: 'EUR_USD', ...order },
    } as never);
  send(api.accountID, { type: 'LIMIT', units: '100', price: '1.08012' });
  send(FOREIGN, { type: 'LIMIT', units: '5', price: '1.08049' });
  send(FOREIGN, { type: 'STOP', units: '-5', price: '1.08000' });
  send(FOREIGN, {
    type: 'MARKET',
    units: '10',
    takeProfitOnFill: { price: '1.09000' },
  });
  return api;
}

describe('the books', () => {
  it('show the resting orders of all accounts in buckets of five pips', async () => {
    const api = await withOrders();
    const { status, body } = await api.request('GET', ORDERS);
    expect(status).toBe(200);
    expect(body).toEqual({
      orderBook: {
        instrument: 'EUR_USD',
        time: '2024-03-05T10:00:00Z',
        unixTime: '1709632800',
        price: '1.08508',
        bucketWidth: '0.00050',
        buckets: [
          { price: '1.08000', longCountPercent: '50.0000', shortCountPercent: '25.0000' },
          { price: '1.09000', longCountPercent: '0.0000', shortCountPercent: '25.0000' },
        ],
      },
    });
  });

  it('show where open trades were opened', async () => {
    const api = await withOrders();
    const { body } = await api.request('GET', POSITIONS);
    expect(body['positionBook']).toMatchObject({
      bucketWidth: '0.00050',
      buckets: [{ price: '1.08500', longCountPercent: '100.0000', shortCountPercent: '0.0000' }],
    });
    const yen = await api.request('GET', '/v3/instruments/USD_JPY/positionBook');
    expect(yen.body['positionBook']).toMatchObject({ bucketWidth: '0.050', buckets: [] });
  });

  it.each([ORDERS, POSITIONS])('%s has the current snapshot only', async path => {
    const api = await withOrders();
    await api.advance({ by: '1h' });
    expect((await api.request('GET', `${path}?time=2024-03-05T11:00:00Z`)).status).toBe(200);
    for (const time of ['2024-03-05T10:40:00Z', '2025-01-01T00:00:00Z', '0']) {
      const { status, body } = await api.request('GET', `${path}?time=${time}`);
      expect(status).toBe(404);
      expect(body).toEqual({ errorMessage: 'Not found' });
    }
    expect((await api.request('GET', `${path}?time=noon`)).status).toBe(400);
    expect((await api.request('GET', path.replace('EUR_USD', 'NO_SUCH'))).status).toBe(400);
    expect((await api.request('POST', path)).status).toBe(405);
  });

  it('do not exist before the first price', async () => {
    const api = await testApi(sandboxScenario());
    expect((await api.request('GET', ORDERS)).status).toBe(404);
  });
});
