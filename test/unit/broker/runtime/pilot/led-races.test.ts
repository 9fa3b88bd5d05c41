import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openAccountOf } from '../../../../../src/broker/runtime/account-entry.js';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { Playback } from '../../../../../src/broker/runtime/pilot/echo-driver.js';
import { beginStrategies } from '../../../../../src/broker/runtime/pilot/led-simulation.js';
import { Pilot } from '../../../../../src/broker/runtime/pilot/pilot.js';
import { pilotOrder } from '../../../../../src/broker/runtime/pilot/pilot-order.js';
import {
  RewoundError,
  StoppedError,
} from '../../../../../src/broker/runtime/simulation/command-lost.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { account, at } from '../../../../support/market/fixtures.js';
import { ledSimulation, withStrategy } from '../../../../support/market/live-strategy.js';
import { patience } from '../../../../support/patience.js';

const MINUTE = 60_000_000;
const OWN = '101-001-1000001-001';
const OTHER = '101-001-1000001-002';
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '7' };
const IDLE = 'export const strategy = () => ({ onTick() {} });';

/** Trades every five minutes, and takes its time. */
const SLOW = `export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'M5' }],
  onCandle(context) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
  },
});`;

async function idle() {
  const { simulation } = await ledSimulation(await withStrategy(IDLE));
  return { simulation, clock: new Clock(simulation, 'manual') };
}

it('a pause while a turn to a fill is under way leaves both runs the same', async () => {
  const { simulation } = await ledSimulation(await withStrategy(SLOW));
  const clock = new Clock(simulation, 'paced', { speed: 1e9 });
  const ledger = simulation.engine.ledger.length;
  clock.play(1e9, ['fill']);
  // The first slice is a minute; each of the next ones may be longer.
  for (let turns = 0; turns < 100 && simulation.engine.ledger.length === ledger; turns++) {
    await wait(11);
    clock.catchUp();
    await clock.pause();
    clock.play(1e9, ['fill']);
  }
  clock.stop();
  expect(simulation.engine.ledger.length).toBeGreaterThan(ledger);
});

it('a fill of a client before a turn that waits ends that turn', async () => {
  const { simulation } = await ledSimulation(await withStrategy(IDLE));
  await new Clock(simulation, 'manual').advance({ by: 60 * MINUTE });
  const { now } = simulation;
  const clock = new Clock(simulation, 'paced', { speed: 1e9 });
  clock.play(1e9, ['fill']);
  const sent = simulation.submit(OWN, { type: 'CreateOrder', order: BUY });
  await wait(2);
  clock.catchUp();
  await sent;
  await vi.waitFor(() => expect(clock.state.state).toBe('paused'), { timeout: patience(30_000) });
  expect(simulation.now).toBe(now);
});

it('a command for an account that a rewind before it takes away is lost', async () => {
  const { simulation, clock } = await idle();
  const { now } = simulation;
  await clock.advance({ by: 60 * MINUTE });
  await simulation.openAccount(() => account({ id: OTHER }));
  const rewinding = simulation.rewind({ at: now });
  const sent = simulation.submit(OTHER, { type: 'CreateOrder', order: BUY });
  await expect(sent).rejects.toThrow(RewoundError);
  await rewinding;
  await clock.advance({ by: MINUTE });
});

it('a tick that time has passed by meanwhile is refused, and the market goes on', async () => {
  const { simulation, clock } = await idle();
  const time = instant(simulation.now + 1);
  const check = () => {
    if (time < simulation.now) throw new RangeError('too early');
  };
  const advancing = clock.advance({ by: MINUTE });
  const tick = { instrument: 'EUR_USD', at: time, bid: 108_000, ask: 108_010 };
  await expect(simulation.addTick(tick, check)).rejects.toThrow('too early');
  await advancing;
  await clock.advance({ by: MINUTE });
});

it('accounts that are opened together have ids of their own', async () => {
  const { simulation } = await idle();
  const opened = await Promise.all([{}, {}, {}].map(entry => openAccountOf(simulation, entry)));
  expect(opened.map(({ id }) => id.slice(-3))).toEqual(['002', '003', '004']);
  const same = [OTHER, OTHER].map(() => openAccountOf(simulation, { id: '101-001-1000001-009' }));
  const [first, second] = await Promise.allSettled(same);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ reason: { rule: 'belongs to another account' } });
});

it('what is only recorded is no step back', async () => {
  const { simulation, clock } = await idle();
  await clock.advance({ to: at('2024-03-05T16:00:00.123Z') });
  simulation.record({ kind: 'rules', rules: [] });
  await simulation.submit(OWN, { type: 'CreateOrder', order: BUY });
  const bought = simulation.engine.account(OWN).log.lastID;
  await simulation.rewind({ before: bought - 1, accountID: OWN });
  expect(simulation.engine.account(OWN).log.lastID).toBe(bought - 2);
  await clock.advance({ by: MINUTE });
});

it('a thread that dies before the market has begun stops its strategies', async () => {
  const loaded = await withStrategy(`setTimeout(() => process.exit(), 50);\n${IDLE}`);
  const order = pilotOrder(loaded, {}, false);
  const pilot = await Pilot.start({ order, onLate: () => undefined });
  const simulation = new Simulation(loaded.scenario, { strategies: pilot.make, lead: pilot });
  await new Promise<void>(resolve => {
    pilot.attach(
      () => simulation.engine,
      () => resolve(),
    );
  });
  beginStrategies(simulation, pilot);
  expect(simulation.strategies?.statuses).toMatchObject([{ state: 'stopped' }]);
});

it('an act outside of the hooks stops the strategy, not the market', async () => {
  const act = "context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' })";
  const source = `export const strategy = () => ({
    candles: [{ instrument: 'EUR_USD', granularity: 'M5' }],
    onCandle(context) { setTimeout(() => ${act}, 0); },
  });`;
  const { simulation } = await ledSimulation(await withStrategy(source));
  const clock = new Clock(simulation, 'manual');
  await clock.advance({ by: 60 * MINUTE });
  const stopped = () =>
    expect(simulation.strategies?.statuses).toMatchObject([{ state: 'stopped' }]);
  await vi.waitFor(stopped, { timeout: patience(30_000) });
  const [status] = simulation.strategies?.statuses ?? [];
  expect(status?.fault?.message).toContain('acted outside of its hooks');
  await clock.advance({ by: 60 * MINUTE });
});

it('repeats more calls than a function has arguments', () => {
  const playback = new Playback(new WeakMap());
  const calls = Array.from({ length: 300_000 }, (_, place) => ({ call: place + 1, acts: [] }));
  playback.give(calls);
  expect(calls.every(each => playback.next() === each)).toBe(true);
  playback.checkDone();
});

it.each([
  ['at the top of its module', 'for (;;);\nexport const strategy = () => ({});', 1],
  ['where it makes the strategy', 'export const strategy = () => {\n  for (;;);\n};', 2],
])(
  'a strategy that loops %s is ended at the start, with its line',
  async (_place, source, line) => {
    const loaded = await withStrategy(source);
    const order = pilotOrder(loaded, {}, true);
    // Long enough to reach the loop, also on a busy machine.
    const loadingMs = patience(500);
    const started = Pilot.start({ order, onLate: () => undefined, loadingMs });
    const place = `strategy\\.ts:${line}:\\d+`;
    await expect(started).rejects.toThrow(
      new RegExp(`${place}: did not end its loading within ${loadingMs / 1_000} s`),
    );
  },
);

/** Cannot be made anew once its hooks have been called. */
const ONCE = `let isCalled = false;
export const strategy = () => {
  while (isCalled);
  return {
    onTick() {
      isCalled = true;
    },
  };
};`;

it('a strategy that loops where it is made anew at a rewind is named with its line, and reads go on', async () => {
  const lateMs = patience(300);
  let onLate: (error: Error) => void = () => undefined;
  const late = new Promise<string>(resolve => {
    onLate = ({ message }) => resolve(message);
  });
  const { simulation, pilot } = await ledSimulation(await withStrategy(ONCE), {
    onLate,
    lateMs,
  });
  await new Clock(simulation, 'manual').advance({ by: 60 * MINUTE });
  const { now } = simulation;
  const rewound = simulation.rewind({ at: instant(now - MINUTE) });
  const stopped = expect(rewound).rejects.toThrow(StoppedError);
  const said = `has not made its strategy anew for ${lateMs / 1_000} s; time stands still until it returns`;
  expect(await late).toMatch(new RegExp(`strategy\\.ts:3:\\d+: ${said}`));
  expect(simulation.now).toBe(now);
  await pilot.close();
  await stopped;
});
