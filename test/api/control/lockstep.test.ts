import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextStop } from '../../../src/broker/runtime/lockstep/next-stop.js';
import { Simulation } from '../../../src/broker/runtime/simulation/simulation.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { type Fork, forkOf } from '../../support/api/control.js';
import { marketOrder } from '../../support/api/faulty.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** The last instant of the second of two short markets. */
const END = instant(sandboxScenario().from + 2_000_000);
/** The market of most tests; one with latency; one that ends after two seconds. */
let api: TestApi;
let slow: TestApi;
let short: TestApi;

beforeAll(async () => {
  const latency = { minMicros: 50_000, maxMicros: 50_000 };
  const execution = { ...IDEAL_EXECUTION, latency };
  api = await testApi(sandboxScenario());
  slow = await testApi(sandboxScenario({ execution }));
  short = await testApi(sandboxScenario({ to: END }));
});

afterAll(() => Promise.all([api, slow, short].map(({ app }) => app.close())));

/** A fork in lockstep, whose clock plays. */
async function inLockstep(asked: object = {}, of = api): Promise<Fork> {
  const fork = await forkOf(of, { clock: 'lockstep', ...asked });
  fork.sandbox.clock.play();
  return fork;
}

const ack = (fork: Fork): Promise<TestAnswer> => fork.control('POST', '/clock/ack');
const ledgerOf = async (fork: Fork) => (await fork.control('GET', '/ledger')).body;
const order = (fork: Fork, fields: object = {}): Promise<TestAnswer> =>
  fork.request('POST', '/v3/accounts/{a}/orders', marketOrder(fields));
const LATE = { operation: 'createOrder', latency: '30ms' };
const nowOf = ({ body }: TestAnswer) => body['now'] as string;

describe('a clock in lockstep by acknowledgements', () => {
  it('moves to the end of the 250 ms of the next event', async () => {
    const fork = await inLockstep();
    const { simulation } = fork.sandbox;
    for (let step = 0; step < 50; step++) {
      const event = simulation.nextEvent;
      const answer = await ack(fork);
      expect(answer.body).toMatchObject({ mode: 'lockstep', state: 'playing', idleBy: 'ack' });
      expect(simulation.now).toBe(Math.floor(event / 250_000) * 250_000 + 249_999);
      expect(nowOf(answer)).toBe(formatRfc3339(simulation.now));
    }
  });

  it('waits for a request in work', async () => {
    const fork = await inLockstep();
    await ack(fork);
    await fork.control('POST', '/faults', LATE);
    const before = formatRfc3339(fork.sandbox.simulation.now);
    const sent = order(fork);
    const [late, after] = await Promise.all([sent, ack(fork)]);
    expect(late.body['orderCreateTransaction']).toMatchObject({ time: before });
    expect(nowOf(after) > before).toBe(true);
  });

  it('does not wait for an order that waits for time', async () => {
    const fork = await inLockstep({}, slow);
    const sent = order(fork);
    while (fork.sandbox.simulation.waiting === 0) await new Promise(setImmediate);
    await ack(fork);
    expect((await sent).status).toBe(201);
  });

  it('makes a step for each of the acknowledgements that come together', async () => {
    const together = await inLockstep();
    const one = await inLockstep();
    const answers = await Promise.all([ack(together), ack(together), ack(together)]);
    const each = [await ack(one), await ack(one), await ack(one)];
    expect(answers.map(nowOf)).toEqual(each.map(nowOf));
  });

  it('ends with the window', async () => {
    const fork = await inLockstep({}, short);
    let last = await ack(fork);
    for (let step = 0; step < 20 && last.body['state'] !== 'ended'; step++) last = await ack(fork);
    expect(last.body).toMatchObject({ state: 'ended', now: formatRfc3339(instant(END - 1)) });
    expect((await ack(fork)).status).toBe(200);
  });

  it('is refused while paused, and by every other clock', async () => {
    const fork = await inLockstep();
    await fork.control('POST', '/clock/pause');
    const paused = await ack(fork);
    expect([paused.status, paused.text]).toEqual([409, expect.stringContaining('paused')]);
    const others = [{ clock: 'manual' }, { clock: 'lockstep', settle: '20ms' }];
    for (const asked of others) {
      expect((await ack(await forkOf(api, asked))).status).toBe(409);
    }
  });
});

describe('a clock in lockstep by silence', () => {
  it('runs to the end of the window by itself', async () => {
    const fork = await inLockstep({ settle: '1ms' }, short);
    const { body } = await fork.control('GET', '/clock');
    expect(body).toMatchObject({ idleBy: 'settle', settle: '1ms' });
    while (fork.sandbox.clock.state.state !== 'ended') await new Promise(setImmediate);
    expect(fork.sandbox.simulation.hasEnded).toBe(true);
  });

  it('stands still while a request is in work', async () => {
    const fork = await inLockstep({ settle: '1ms' });
    await fork.control('POST', '/faults', LATE);
    const sent = order(fork);
    // The first moment at which the request is certainly in work.
    while (fork.sandbox.clock.traffic?.inWork === 0) await new Promise(setImmediate);
    const { now } = fork.sandbox.simulation;
    const { body } = await sent;
    expect(body['orderCreateTransaction']).toMatchObject({ time: formatRfc3339(now) });
  });
});

/** A client whose orders follow from what it reads and from its `habits` alone. */
async function trades(fork: Fork, habits: readonly number[], move: () => Promise<unknown>) {
  const path = '/v3/accounts/{a}/pricing?instruments=EUR_USD,USD_JPY';
  for (const habit of habits) {
    await move();
    const { body } = await fork.request('GET', path);
    const [price] = body['prices'] as { closeoutBid: string }[];
    const digit = Number(price?.closeoutBid.at(-1));
    if ((digit + habit) % 3 === 0) await order(fork, { units: String(habit - 4 || 1) });
    const limit = { type: 'LIMIT', units: '10', price: price?.closeoutBid, timeInForce: 'GTC' };
    if ((digit + habit) % 5 === 0) await order(fork, limit);
  }
}

/** The ledger of a replay of what came in. */
function replayed(scenario: Scenario, { inputs, now }: Simulation): string {
  const again = new Simulation(scenario);
  for (const input of inputs) {
    again.advanceTo(input.time);
    again.replay(input);
  }
  again.advanceTo(now);
  return JSON.stringify(again.engine.ledger);
}

describe('a deterministic client in lockstep', () => {
  it('gives the ledger of the same client under a manual clock, and of its journal', async () => {
    const session = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(session, async habits => {
        const acked = await inLockstep();
        await trades(acked, habits, () => ack(acked));
        const manual = await forkOf(api, { clock: 'manual' });
        const { simulation } = manual.sandbox;
        await trades(manual, habits, () =>
          manual.control('POST', '/clock/advance', { to: formatRfc3339(nextStop(simulation)) }),
        );
        expect(await ledgerOf(acked)).toEqual(await ledgerOf(manual));
        const own = acked.sandbox.simulation;
        expect(replayed(sandboxScenario(), own)).toBe(JSON.stringify(own.engine.ledger));
      }),
      { numRuns: 8 },
    );
  });
});
