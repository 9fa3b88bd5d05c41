import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control, type MadeSimulation, make } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../support/api/stream-client.js';

let api: TestApi;
let port = 0;

beforeAll(async () => {
  api = await testApi(sandboxScenario());
  port = await listen(api);
});

afterAll(() => api.app.close());

function streamsOf({ accounts: [account] }: MadeSimulation) {
  const headers = { authorization: `Bearer ${account?.token}` };
  const paths = ['pricing/stream?instruments=EUR_USD', 'transactions/stream'];
  return Promise.all(
    paths.map(path => openStream(api, port, `/v3/accounts/${account?.id}/${path}`, headers)),
  );
}

describe('open streams', () => {
  it.each([
    ['POST', '/rewind', { to: '2024-03-05T10:00:30Z' }],
    ['POST', '/reset', undefined],
    ['DELETE', '', undefined],
  ])('end at %s %s, and those of other simulations go on', async (method, verb, body) => {
    const made = await make(api, '/simulations/main/fork', {});
    const path = `/simulations/${made.id}`;
    await control(api, 'POST', `${path}/clock/advance`, { by: '1m' });
    const other = await make(api, `${path}/fork`, {});
    const streams = await streamsOf(made);
    const [otherPrices, otherTransactions] = await streamsOf(other);
    expect((await control(api, method, `${path}${verb}`, body)).status).toBeLessThan(300);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['end', 'end']);
    const seen = otherPrices?.objects().length ?? 0;
    await control(api, 'POST', `/simulations/${other.id}/clock/advance`, { by: '1m' });
    await otherPrices?.until(objects => objects.length > seen);
    otherPrices?.close();
    otherTransactions?.close();
  });

  it('that are opened after a rewind show the market as it goes on', async () => {
    const made = await make(api, '/simulations/main/fork', {});
    const path = `/simulations/${made.id}`;
    await control(api, 'POST', `${path}/clock/advance`, { by: '1m' });
    const [before] = await streamsOf(made);
    await control(api, 'POST', `${path}/reset`);
    expect(await before?.ended).toBe('end');
    const [after, transactions] = await streamsOf(made);
    await control(api, 'POST', `${path}/clock/advance`, { by: '1m' });
    const prices = await after?.until(objects => objects.length > 2);
    expect(String(prices?.at(-1)?.['time'])).toMatch(/^2024-03-05T10:0/);
    after?.close();
    transactions?.close();
  });
});
