import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import type { Turn } from '../../../../../src/broker/runtime/clock/turn.js';
import { strategiesOf } from '../../../../../src/broker/runtime/run-scenario.js';
import { sessionOf } from '../../../../../src/broker/runtime/session.js';
import type { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import type { LoadedScenario } from '../../../../../src/data/storage/scenario/given/loaded-scenario.js';
import { account, at } from '../../../../support/market/fixtures.js';
import {
  BUSY,
  drivenSimulation,
  ledSimulation,
  withStrategy,
} from '../../../../support/market/live-strategy.js';
import { IS_NIGHTLY } from '../../../../support/random/nightly.js';

const MINUTE = 60_000_000;
const OWN = '101-001-1000001-001';
const OTHER = '101-001-1000001-002';
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '7' };

/** Of the two days the first 14 hours, but for the nightly run: each tick is a call in another thread. */
const WINDOW = IS_NIGHTLY ? '' : '\nwindow: { to: 2024-03-06T00:00:00Z }\n';

/** Slow orders, and a timeline that acts at instants at which the strategy does too. */
const BESIDE = `
execution: { latency: { min: 20ms, max: 900ms } }
timeline:
  - { at: 2024-03-05T15:30:00Z, create: { type: MARKET, instrument: EUR_USD, units: "3" } }
  - { at: 2024-03-05T20:00:00Z, create: { type: MARKET, instrument: EUR_USD, units: "-3" } }
`;

/** In a few of its hooks sleeps in the system for up to 200 ms, or loops for up to 20 ms. */
const SLEEPY = BUSY.replace(
  'export function strategy() {',
  `const pause = share => {
  if (Math.random() > share) return;
  const ms = Math.random() * 200;
  if (Math.random() < 0.5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  else for (const end = performance.now() + ms / 10; performance.now() < end; );
};
export function strategy() {`,
)
  .replace('context.plot(', 'pause(0.1); context.plot(')
  .replace(
    "context.submit({ type: 'ClosePosition'",
    "pause(0.1); context.submit({ type: 'ClosePosition'",
  )
  .replace("context.mark('filled')", "pause(0.05); context.mark('filled')");

const hashOf = ({ engine }: Simulation) => ledgerHash(engine.ledger.slice());

async function hashOfRun(loaded: LoadedScenario): Promise<string> {
  return ledgerHash(runBacktest(loaded.scenario, await strategiesOf(loaded)).ledger);
}

/** The ledger of a replay of everything that came in. */
function hashOfReplay(simulation: Simulation): string {
  const { scenario, inputs, end } = sessionOf(simulation);
  return ledgerHash(
    runBacktest({ ...scenario, to: instant(end + 1) }, { recorded: inputs }).ledger,
  );
}

/** Brings a simulation to its end in one of the clock's modes. */
const TO_THE_END: Readonly<Record<string, (simulation: Simulation) => Promise<void>>> = {
  async manual(simulation) {
    const clock = new Clock(simulation, 'manual');
    for (let turns = 1; !simulation.hasEnded; turns++) {
      await clock.advance(turns % 3 === 0 ? { ticks: 500 } : { by: turns * 7 * MINUTE });
    }
  },
  async paced(simulation) {
    const clock = new Clock(simulation, 'paced', { speed: 40_000 });
    clock.play();
    while (!simulation.hasEnded) await wait(5);
  },
  async 'at full speed'(simulation) {
    const clock = new Clock(simulation, 'paced', { speed: Number.POSITIVE_INFINITY });
    clock.play();
    while (!simulation.hasEnded) await wait(5);
  },
  async lockstep(simulation) {
    const clock = new Clock(simulation, 'lockstep');
    clock.play();
    while (!simulation.hasEnded) await clock.acknowledge(() => undefined);
  },
  async 'on-poll'(simulation) {
    const clock = new Clock(simulation, 'on-poll', { step: '13m' });
    clock.play();
    while (!simulation.hasEnded) await clock.polled();
  },
};

describe('strategies in a thread', () => {
  let busy: LoadedScenario;
  beforeAll(async () => {
    busy = await withStrategy(BUSY);
  });

  it.each(Object.keys(TO_THE_END))(
    'that sleep at random give the ledger of a run: %s',
    async mode => {
      const loaded = await withStrategy(SLEEPY, WINDOW);
      const { simulation } = await ledSimulation(loaded);
      if (mode === 'manual') simulation.onPrices(() => undefined);
      await TO_THE_END[mode]?.(simulation);
      const sameAwake = await withStrategy(BUSY, WINDOW);
      expect(hashOf(simulation)).toBe(await hashOfRun(sameAwake));
      expect(simulation.strategies?.statuses).toMatchObject([{ state: 'ended' }]);
    },
  );

  it('are, with clients and the timeline, among the inputs that give the ledger again', async () => {
    const loaded = await withStrategy(BUSY, BESIDE + WINDOW);
    const turn = fc.oneof(
      fc.record({ by: fc.integer({ min: 0, max: 400 }).map(minutes => minutes * MINUTE) }),
      fc.record({ ticks: fc.integer({ min: 1, max: 300 }) }),
      fc.record({
        by: fc.constant(200 * MINUTE),
        until: fc.constantFrom('fill' as const, 'tick' as const, 'transaction' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 12 }), async turns => {
        const { simulation, pilot } = await ledSimulation(loaded, { timeline: true });
        const here = await drivenSimulation(loaded, true);
        for (const each of [simulation, here]) {
          const clock = new Clock(each, 'manual');
          for (const [place, next] of turns.entries()) {
            await clock.advance(next as Turn);
            const sent = each.submit(OWN, { type: 'CreateOrder', order: BUY });
            if (place % 2 === 0) await clock.advance({ by: MINUTE });
            void Promise.resolve(sent).catch(() => undefined);
          }
          await clock.advance({ by: 300 * MINUTE });
        }
        expect(hashOf(simulation)).toBe(hashOf(here));
        expect(hashOfReplay(simulation)).toBe(hashOf(here));
        expect(simulation.strategies?.drawn()).toEqual(here.strategies?.drawn());
        await pilot.close();
      }),
      { numRuns: IS_NIGHTLY ? 50 : 2 },
    );
  });

  it('begin anew after a rewind, leave nothing to a fork, and go on as they did', async () => {
    const { simulation } = await ledSimulation(busy);
    const clock = new Clock(simulation, 'manual');
    await clock.advance({ to: at('2024-03-05T16:00:00Z') });
    await simulation.submit(OWN, { type: 'CreateOrder', order: BUY });
    const bought = simulation.engine.account(OWN).log.lastID;
    await clock.advance({ to: at('2024-03-06T04:00:00Z') });
    const whole = hashOf(simulation);
    const early = simulation.fork({ at: at('2024-03-05T18:00:00Z') });
    expect(hashOfReplay(early)).toBe(hashOf(early));
    for (const place of [
      { at: at('2024-03-05T20:00:00Z') },
      { after: bought, accountID: OWN },
      { before: bought + 12, accountID: OWN },
    ]) {
      await simulation.rewind(place);
      expect(simulation.strategies?.statuses).toMatchObject([{ state: 'running' }]);
      await clock.advance({ to: at('2024-03-06T04:00:00Z') });
      expect(hashOf(simulation)).toBe(whole);
    }
  });

  it('get accounts and disturbances of clients', async () => {
    const hashes: string[] = [];
    for (const spread of [undefined, 30, 30]) {
      const isLed = hashes.length > 1;
      const simulation = isLed
        ? (await ledSimulation(busy)).simulation
        : await drivenSimulation(busy);
      const clock = new Clock(simulation, 'manual');
      const [from, to] = [at('2024-03-05T11:00:00Z'), at('2024-03-05T14:00:00Z')];
      const disturbances = spread === undefined ? [] : [{ from, to, spread }];
      await simulation.disturb({ instrument: 'EUR_USD', disturbances });
      await simulation.openAccount(() => account({ id: OTHER }));
      await clock.advance({ by: 200 * MINUTE });
      await clock.advance({ to: simulation.last });
      hashes.push(hashOf(simulation));
    }
    expect(hashes[2]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it('are stopped by a fault, with the place in the source, and the market goes on', async () => {
    const source = BUSY.replace("context.mark('filled')", "throw new Error('enough')");
    const { simulation, pilot } = await ledSimulation(await withStrategy(source));
    const clock = new Clock(simulation, 'manual');
    await clock.advance({ to: simulation.last });
    const fault = simulation.strategies?.statuses[0]?.fault;
    expect(fault?.message).toMatch(/^onTransaction at .*: enough$/);
    expect(fault && pilot.whyOf(fault)).toMatch(/strategy\.ts:\d+:\d+: onTransaction/);
    expect(simulation.now).toBe(simulation.last);
  });
});
