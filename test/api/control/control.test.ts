import { describe, expect, it, vi } from 'vitest';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { patience } from '../../support/patience.js';

const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };

async function control(api: TestApi, path: string, payload?: object) {
  const method = payload === undefined ? 'GET' : 'POST';
  const answer = await api.app.inject({
    method,
    url: `/_sim${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('the clock over HTTP', () => {
  it('says where it stands', async () => {
    const api = await testApi(sandboxScenario());
    expect(await control(api, '/clock')).toEqual({
      status: 200,
      body: {
        mode: 'manual',
        state: 'paused',
        now: '2024-03-05T10:00:00.000000000Z',
        speed: 1,
        from: '2024-03-05T10:00:00.000000000Z',
        to: '2024-03-09T00:00:00.000000000Z',
        ticks: 0,
        ticksLeft: 60_000,
        transactions: 9,
        waiting: 0,
      },
    });
  });

  it.each([
    [{ by: '1h30m' }, '2024-03-05T11:30:00.000000000Z'],
    [{ to: '2024-03-06T00:00:00Z' }, '2024-03-06T00:00:00.000000000Z'],
    [{ to: '2024-03-06' }, '2024-03-06T00:00:00.000000000Z'],
    [{ to: '1709683200.000000000' }, '2024-03-06T00:00:00.000000000Z'],
    [{ by: '500w' }, '2024-03-08T23:59:59.999999000Z'],
  ])('advances by %j to %s', async (turn, now) => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.advance(turn);
    expect([status, body['now']]).toEqual([200, now]);
  });

  it('advances by ticks', async () => {
    const api = await testApi(sandboxScenario());
    expect((await api.advance({ ticks: 3 })).body).toMatchObject({ ticks: 3, ticksLeft: 59_997 });
    expect((await api.advance({ ticks: 1_000_000 })).body).toMatchObject({ ticksLeft: 0 });
  });

  it.each([
    {},
    { by: '1h', ticks: 1 },
    { by: 'soon' },
    { by: '-1h' },
    { by: 3600 },
    { to: 'tomorrow' },
    { to: '2024-03-05T09:59:59Z' },
    { ticks: 0 },
    { ticks: 1.5 },
    { ticks: '3' },
    { ticks: 1e300 },
    { until: 'doomsday' },
    { to: '2024-03-06', until: 'doomsday' },
    { until: 'tick' },
    { ticks: 1, until: 'tick' },
    { candle: 'M3' },
    { candle: 'M1', by: '1h' },
    { candle: 'M1', count: 0 },
    { candle: 'M1', count: 10_001 },
    { candle: 'M1', of: 'XXX_YYY' },
    { by: '1h', count: 2 },
    { by: '1h', of: 'EUR_USD' },
    { ticks: 1, through: 'timers' },
    [],
  ])('refuses %j and stands still', async turn => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.advance(turn);
    expect(status).toBe(400);
    expect(body['errorMessage']).toEqual(expect.any(String));
    expect(api.sandbox.simulation.ticks).toBe(0);
  });

  it('stops right after the tick that wrote a transaction, with the ledger of an unbroken turn', async () => {
    const orders = async (api: TestApi) => {
      await api.advance({ ticks: 3 });
      for (const points of [12, 25, 40]) {
        const price = (1.085 - points / 1e5).toFixed(5);
        const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price };
        await api.request('POST', '/v3/accounts/{a}/orders', { order });
      }
    };
    const whole = await testApi(sandboxScenario());
    await orders(whole);
    await whole.advance({ by: '500w' });
    const { ledger } = whole.sandbox.simulation.engine;
    const marketMade = new Set(
      ledger
        .slice()
        .filter(({ type }) => /FILL|FINANCING/.test(type))
        .map(({ time }) => time),
    );
    expect(marketMade.size).toBeGreaterThan(3);

    const api = await testApi(sandboxScenario());
    await orders(api);
    const stops: unknown[] = [];
    for (let known = api.sandbox.simulation.engine.ledger.length; ; ) {
      const { body } = await api.advance({ to: '2024-03-10', until: 'transaction' });
      if (body['transactions'] === known) break;
      known = body['transactions'] as number;
      stops.push(body['now']);
    }
    expect(stops).toEqual([...marketMade]);
    expect(await control(api, '/ledger')).toEqual(await control(whole, '/ledger'));
    expect((await control(api, '/clock')).body).toMatchObject({ state: 'ended', ticksLeft: 0 });
  });

  it('stops after each tick of an instant, and before the first', async () => {
    const api = await testApi(sandboxScenario());
    const from = '2024-03-05T10:00:00.000000000Z';
    const before = { to: from, through: 'timers', until: 'tick' };
    expect((await api.advance(before)).body).toMatchObject({ now: from, ticks: 0 });
    for (const ticks of [1, 2, 3, 3]) {
      const { body } = await api.advance({ to: from, until: 'tick' });
      expect(body).toMatchObject({ now: from, ticks });
    }
    const { body } = await api.advance({ to: '2024-03-06', until: 'tick' });
    expect(body['ticks']).toBe(4);
    const at = String(body['now']);
    const again = await testApi(sandboxScenario());
    expect((await again.advance({ to: at, through: 'timers' })).body).toMatchObject({
      now: at,
      ticks: 3,
    });
    expect((await again.advance({ to: at })).body).toMatchObject({ now: at, ticks: 4 });
  });

  it('publishes prices while it turns until something happens', async () => {
    const api = await testApi(sandboxScenario());
    let looks = 0;
    const { simulation } = api.sandbox;
    simulation.onPrices(() => {
      looks += 1;
    });
    await api.advance({ to: '2024-03-05T10:01:00Z', until: 'transaction' });
    expect(looks).toBeGreaterThan(5);
    expect(simulation.ticks).toBeGreaterThan(10);
  });

  it('counts the commands that wait for their effect', async () => {
    const latency = { minMicros: 500_000, maxMicros: 500_000 };
    const execution = { ...IDEAL_EXECUTION, latency };
    const api = await testApi(sandboxScenario({ execution }));
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    const answer = api.request('POST', '/v3/accounts/{a}/orders', { order });
    await vi.waitFor(async () => {
      expect((await control(api, '/clock')).body).toMatchObject({ waiting: 1 });
    }, patience(30_000));
    const { body } = await api.advance({ to: '2024-03-06', until: 'transaction' });
    expect(body).toMatchObject({ now: '2024-03-05T10:00:00.500000000Z', waiting: 0 });
    expect((await answer).status).toBe(201);
  });

  it('does not let a manual clock play', async () => {
    const api = await testApi(sandboxScenario());
    expect(await control(api, '/clock/play', {})).toMatchObject({ status: 409 });
  });

  it('plays, refuses to be advanced meanwhile, and pauses', async () => {
    const api = await testApi(sandboxScenario(), { mode: 'paced' });
    const played = await control(api, '/clock/play', { speed: 60 });
    expect(played.body).toMatchObject({ mode: 'paced', state: 'playing', speed: 60 });
    expect(await control(api, '/clock/advance', { by: '1h' })).toMatchObject({ status: 409 });
    const paused = await control(api, '/clock/pause', {});
    expect(paused.body).toMatchObject({ state: 'paused', speed: 60 });
    expect((await control(api, '/clock')).body.now).toBe(paused.body.now);
    expect((await control(api, '/clock/advance', { by: '1h' })).status).toBe(200);
    expect((await control(api, '/clock/play', { speed: 'max' })).body).toMatchObject({
      state: 'playing',
      speed: 'max',
    });
    api.sandbox.clock.stop();
  });

  it('refuses to play while a turn is under way, which a pause ends', async () => {
    const api = await testApi(sandboxScenario(), { mode: 'paced' });
    const { clock, simulation } = api.sandbox;
    simulation.onPrices(() => undefined);
    const turning = clock.advance({ to: simulation.last });
    expect(turning).toBeInstanceOf(Promise);
    const [played, paused] = await Promise.all([
      control(api, '/clock/play', {}),
      control(api, '/clock/pause', {}),
    ]);
    await turning;
    expect([played.status, paused.status]).toEqual([409, 200]);
    expect((await control(api, '/clock')).body.now).toBe(paused.body.now);
  });

  it.each([{ speed: 0 }, { speed: -1 }, { speed: 'fast' }, { speed: 1e10 }, { pace: 1 }])(
    'refuses to play at %j',
    async body => {
      const api = await testApi(sandboxScenario(), { mode: 'paced' });
      expect((await control(api, '/clock/play', body)).status).toBe(400);
    },
  );

  it('gives the hash of the ledger, and 405 for other methods', async () => {
    const api = await testApi(sandboxScenario());
    expect((await control(api, '/ledger')).body).toEqual({
      transactions: api.sandbox.simulation.engine.ledger.length,
      sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(await control(api, '/ledger', {})).toMatchObject({ status: 405 });
  });
});
