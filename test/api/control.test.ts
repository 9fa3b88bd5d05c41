import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../support/api.js';
import { sandboxScenario } from '../support/sandbox-scenario.js';

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
    [],
  ])('refuses %j and stands still', async turn => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.advance(turn);
    expect(status).toBe(400);
    expect(body['errorMessage']).toEqual(expect.any(String));
    expect(api.sandbox.simulation.ticks).toBe(0);
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
