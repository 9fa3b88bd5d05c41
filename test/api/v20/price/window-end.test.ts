import { describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '../../../../src/broker/api/v20/routes/operations.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../../support/api/api.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { documentOf } from '../../../support/contract/document.js';
import { patience } from '../../../support/patience.js';

/** The window ends 1 microsecond after the last instant in which anything can happen. */
const END = { status: 503, body: { errorMessage: 'The simulated window is over' } };
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.05' };

/** A valid request of every operation that writes: its path and its body. */
const WRITES: Readonly<Record<string, readonly [path: string, body?: object]>> = {
  createOrder: ['/orders', { order: MARKET }],
  replaceOrder: ['/orders/@mine', { order: LIMIT }],
  cancelOrder: ['/orders/@mine/cancel'],
  setOrderClientExtensions: ['/orders/@mine/clientExtensions', { clientExtensions: { tag: 'x' } }],
  closeTrade: ['/trades/6/close', { units: 'ALL' }],
  setTradeClientExtensions: ['/trades/6/clientExtensions', { clientExtensions: { tag: 'x' } }],
  setTradeDependentOrders: ['/trades/6/orders', { takeProfit: { price: '1.5' } }],
  closePosition: ['/positions/EUR_USD/close', { longUnits: 'ALL' }],
  configureAccount: ['/configuration', { alias: 'x' }],
};
const writing = OPERATIONS.filter(({ method }) => method !== 'GET');

/** An API whose first account has a pending order 4, `mine`, and an open trade 6. */
async function trading(api: TestApi): Promise<TestApi> {
  api.sandbox.simulation.advanceTicks(3);
  const order = { ...LIMIT, clientExtensions: { id: 'mine' } };
  expect((await send(api, 'createOrder', { order })).status).toBe(201);
  expect((await send(api, 'createOrder')).status).toBe(201);
  return api;
}

function send(api: TestApi, operationId: string, other?: object) {
  const method = OPERATIONS.find(each => each.operationId === operationId)?.method ?? '';
  const [path, body] = WRITES[operationId] ?? ['/nowhere'];
  return api.request(method, `/v3/accounts/{a}${path}`, other ?? body);
}

const ENDINGS = {
  'advanced to its end': (api: TestApi) =>
    api.advance({ to: formatRfc3339(api.sandbox.simulation.scenario.to) }),
  'advanced far beyond it': (api: TestApi) => api.advance({ by: '500w' }),
  'advanced until nothing more happens': async (api: TestApi) => {
    const turn = { to: '2030-01-01', until: 'transaction' };
    while ((await api.advance(turn)).body['state'] !== 'ended');
  },
  'played to its end': async (api: TestApi) => {
    api.sandbox.clock.play(Number.POSITIVE_INFINITY);
    await vi.waitFor(() => expect(api.sandbox.clock.state.state).toBe('ended'), patience(30_000));
  },
};

describe('after the window', () => {
  it('there is a request here for every operation that writes', () => {
    expect(Object.keys(WRITES).sort()).toEqual(writing.map(each => each.operationId).sort());
  });

  it.each(Object.entries(ENDINGS))(
    'every operation that writes answers 503 and writes nothing: %s',
    async (how, end) => {
      const mode = how.startsWith('played') ? 'paced' : 'manual';
      const api = await trading(await testApi(sandboxScenario(), { mode }));
      await end(api);
      const { ledger, accepted } = api.sandbox.simulation.engine;
      const before = [ledger.length, accepted.length];
      for (const { operationId } of writing) {
        expect(await send(api, operationId), operationId).toMatchObject(END);
      }
      expect([ledger.length, accepted.length]).toEqual(before);
      expect((await api.request('GET', '/v3/accounts/{a}/openTrades')).status).toBe(200);
      const clock = await api.app.inject({
        url: '/_sim/clock',
        headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
      });
      expect(clock.json()).toMatchObject({ state: 'ended' });
      expect((await api.app.inject('/ready')).json()).toEqual({ status: 'ended' });
    },
  );

  it('is not yet: a command of the very last instant takes effect', async () => {
    const api = await trading(await testApi(sandboxScenario()));
    const { last } = api.sandbox.simulation;
    expect((await api.advance({ to: formatRfc3339(last) })).body['state']).toBe('paused');
    expect((await send(api, 'cancelOrder')).status).toBe(200);
    expect((await api.advance({ by: '1d' })).body['state']).toBe('ended');
    expect(await send(api, 'createOrder')).toMatchObject(END);
  });

  it.each([
    [0, 200],
    [1, 503],
  ])(
    'a command whose latency ends %d microseconds after the last instant gets %d',
    async (late, status) => {
      const latency = { minMicros: 50_000, maxMicros: 50_000 };
      const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, latency } });
      const api = await testApi(scenario);
      const { last } = api.sandbox.simulation;
      const at = formatRfc3339(instant(last - 50_000 + late));
      await api.advance({ to: at });
      const answer = send(api, 'configureAccount');
      if (status === 200) {
        await vi.waitFor(() => expect(api.sandbox.simulation.waiting).toBe(1), patience(30_000));
        await api.advance({ by: '1d' });
      }
      expect((await answer).status).toBe(status);
    },
  );

  it('is in the document, for every operation that writes and no other', async () => {
    const { paths } = await documentOf();
    const operations = Object.values(paths).flatMap(path => Object.values(path));
    // Any operation may get 503 from a server that is busy or shutting down.
    for (const { operationId, responses } of operations.filter(each => each.operationId)) {
      expect(responses['503']?.description, operationId).toContain('busy or is shutting down');
    }
    const told = operations
      .filter(({ responses }) => responses['503']?.description.includes('window is over'))
      .map(({ operationId }) => operationId);
    expect(told.sort()).toEqual(writing.map(each => each.operationId).sort());
  });
});
