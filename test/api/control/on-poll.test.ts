import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control, EMPTY_MARKET, type Fork, forkOf, make } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { ROOT } from '../../support/files/paths.js';

const SECOND = 1_000_000;
let api: TestApi;

beforeAll(async () => {
  api = await testApi(sandboxScenario(), { shelf: new ScenarioShelf(ROOT) });
});

afterAll(() => api.app.close());

/** A simulation whose clock polls move, and that plays. */
async function polled(asked: object = {}): Promise<Fork> {
  const fork = await forkOf(api, { clock: 'on-poll', ...asked });
  fork.sandbox.clock.play();
  return fork;
}

/** Seconds by which a request moves time. */
async function secondsOf(fork: Fork, method: string, path: string, body?: unknown) {
  const { simulation } = fork.sandbox;
  const { now } = simulation;
  await fork.request(method, path, body);
  return (simulation.now - now) / SECOND;
}

const A = '/v3/accounts/{a}';
const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };

describe('a clock that polls move', () => {
  it.each([
    [`${A}/pricing?instruments=EUR_USD`],
    [`${A}/instruments/EUR_USD/candles?granularity=M1&count=2`],
    [`${A}/candles/latest?candleSpecifications=EUR_USD:M1:M`],
    ['/v3/instruments/EUR_USD/candles?granularity=M1&count=2'],
    [A],
    [`${A}/summary`],
    [`${A}/changes?sinceTransactionID=1`],
    [`${A}/pricing?instruments=NONE`],
  ])('makes a step at GET %s', async path => {
    expect(await secondsOf(await polled({ step: '30s' }), 'GET', path)).toBe(30);
  });

  it.each([
    ['GET', `${A}/orders`, undefined],
    ['GET', `${A}/openTrades`, undefined],
    ['GET', '/v3/accounts', undefined],
    ['POST', `${A}/orders`, ORDER],
  ])('stands still at %s %s', async (method, path, body) => {
    expect(await secondsOf(await polled(), method, path, body)).toBe(0);
  });

  it('makes the step before the answer, by default to the next close of an M1 candle', async () => {
    const fork = await polled();
    const path = `${A}/instruments/EUR_USD/candles?granularity=M1&count=500`;
    for (const minute of ['01', '02', '03']) {
      const prices = await fork.request('GET', `${A}/pricing?instruments=EUR_USD`);
      expect(prices.body['time']).toBe(`2024-03-05T10:${minute}:00.000000000Z`);
    }
    const { candles } = (await fork.request('GET', path)).body as { candles: { time: string }[] };
    expect(candles.filter(each => each.time < '2024-03-05T10:04')).toHaveLength(4);
  });

  it('moves at refused polls too, so that a fault of an hour ends', async () => {
    const fork = await polled({ step: '20m' });
    const fault = { operation: 'getPrices', to: '2024-03-05T11:00:00Z', error: { status: 503 } };
    await fork.control('POST', '/faults', fault);
    const statuses: number[] = [];
    for (let poll = 0; poll < 4; poll++) {
      statuses.push((await fork.request('GET', `${A}/pricing?instruments=EUR_USD`)).status);
    }
    expect(statuses).toEqual([503, 503, 200, 200]);
  });

  it('makes one step for each of the polls that come together, in slices when they are long', async () => {
    const fork = await polled({ step: '6h' });
    fork.sandbox.simulation.onPrices(() => undefined);
    const polls = [1, 2, 3].map(() => fork.request('GET', `${A}/pricing?instruments=EUR_USD`));
    const times = (await Promise.all(polls)).map(({ body }) => body['time']);
    expect(times).toEqual([
      '2024-03-05T16:00:00.000000000Z',
      '2024-03-05T22:00:00.000000000Z',
      '2024-03-06T04:00:00.000000000Z',
    ]);
  });

  it('stands still while paused, can be advanced then, and ends with the window', async () => {
    const fork = await polled({ step: '2d' });
    expect((await fork.control('POST', '/clock/advance', { by: '1h' })).status).toBe(409);
    await fork.control('POST', '/clock/pause');
    expect(await secondsOf(fork, 'GET', A)).toBe(0);
    expect((await fork.control('POST', '/clock/advance', { by: '1h' })).status).toBe(200);
    await fork.control('POST', '/clock/play');
    expect(await secondsOf(fork, 'GET', A)).toBe(2 * 86_400);
    await fork.request('GET', A);
    const last = await fork.request('GET', A);
    expect(last.status).toBe(200);
    expect((await fork.control('GET', '/clock')).body).toMatchObject({
      mode: 'on-poll',
      state: 'ended',
      step: '2d',
    });
  });
});

describe('a simulation with a clock of its own', () => {
  it('is made with a step, and forked with that of its parent or another', async () => {
    const asked = { scenario: EMPTY_MARKET, clock: 'on-poll', step: '5m' };
    const made = await make(api, '/simulations', asked);
    expect(made['clock']).toMatchObject({ mode: 'on-poll', state: 'paused', step: '5m' });
    const heir = await make(api, `/simulations/${made.id}/fork`, {});
    expect(heir['clock']).toMatchObject({ mode: 'on-poll', step: '5m' });
    const other = await make(api, `/simulations/${made.id}/fork`, { step: 'M15' });
    expect(other['clock']).toMatchObject({ mode: 'on-poll', step: 'M15' });
  });

  it.each([
    [{ clock: 'on-poll', speed: 2 }, 'speed'],
    [{ clock: 'lockstep', step: 'M1' }, 'step'],
    [{ clock: 'manual', settle: '20ms' }, 'settle'],
    [{ step: 'M1' }, 'step'],
    [{ clock: 'on-poll', step: '0s' }, 'step'],
    [{ clock: 'on-poll', step: 'M7' }, 'step'],
    [{ clock: 'lockstep', settle: '0ms' }, 'settle'],
    [{ clock: 'lockstep', settle: '1h' }, 'settle'],
  ])('is refused with %j', async (asked, named) => {
    const answer = await control(api, 'POST', '/simulations', { scenario: EMPTY_MARKET, ...asked });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`'${named}'`)]);
    const fork = await control(api, 'POST', '/simulations/main/fork', {
      clock: 'manual',
      ...asked,
    });
    expect(fork.status).toBe(400);
  });

  it('takes no speed when it is played', async () => {
    const fork = await polled();
    const answer = await fork.control('POST', '/clock/play', { speed: 2 });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('paced')]);
  });
});
