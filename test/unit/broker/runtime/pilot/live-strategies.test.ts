import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { strategiesOf } from '../../../../../src/broker/runtime/run-scenario.js';
import { sessionOf } from '../../../../../src/broker/runtime/session.js';
import type { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import type { LoadedScenario } from '../../../../../src/data/storage/scenario/given/loaded-scenario.js';
import { at } from '../../../../support/market/fixtures.js';
import { BUSY, drivenSimulation, withStrategy } from '../../../../support/market/live-strategy.js';

const MINUTE = 60_000_000;
const OWN = '101-001-1000001-001';
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '7' };

/** A timeline that acts at instants at which the strategy does too, and slow orders. */
const BESIDE = `
execution: { latency: { min: 20ms, max: 900ms } }
timeline:
  - { at: 2024-03-05T15:30:00Z, create: { type: MARKET, instrument: EUR_USD, units: "3" } }
  - { at: 2024-03-05T20:00:00Z, create: { type: MARKET, instrument: EUR_USD, units: "-3" } }
`;

const hashOf = ({ engine }: Simulation) => ledgerHash(engine.ledger.slice());
const buy = (simulation: Simulation) =>
  void simulation.submit(OWN, { type: 'CreateOrder', order: MARKET });

async function hashOfRun(loaded: LoadedScenario): Promise<string> {
  return ledgerHash(runBacktest(loaded.scenario, await strategiesOf(loaded)).ledger);
}

/** The ledger of a replay of everything that came in. */
function hashOfReplay(simulation: Simulation): string {
  const { scenario, inputs, end } = sessionOf(simulation);
  const part = { ...scenario, to: instant(end + 1) };
  return ledgerHash(runBacktest(part, { recorded: inputs }).ledger);
}

/** One way of moving time. */
const TURN = fc.oneof(
  fc.record({ minutes: fc.integer({ min: 0, max: 700 }) }),
  fc.record({ ticks: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ until: fc.constantFrom('fill' as const, 'tick' as const, 'transaction' as const) }),
);

function turn(
  simulation: Simulation,
  step: { minutes?: number; ticks?: number; until?: 'fill' | 'tick' | 'transaction' },
): void {
  const { minutes = 120, ticks, until } = step;
  const to = instant(Math.min(simulation.now + minutes * MINUTE, simulation.last));
  if (ticks !== undefined) simulation.advanceTicks(ticks);
  else if (until === undefined) simulation.advanceTo(to);
  else simulation.advanceUntil({ to, through: 'commands', until });
}

describe('a strategy in a served simulation', () => {
  let loaded: LoadedScenario;
  beforeAll(async () => {
    loaded = await withStrategy(BUSY);
  });

  it('gives the ledger of a backtest, however time is advanced', async () => {
    const expected = await hashOfRun(loaded);
    await fc.assert(
      fc.asyncProperty(fc.array(TURN, { maxLength: 30 }), fc.boolean(), async (turns, isRead) => {
        const simulation = await drivenSimulation(loaded);
        if (isRead) simulation.onPrices(() => undefined);
        for (const step of turns) turn(simulation, step);
        simulation.advanceTo(simulation.last);
        expect(hashOf(simulation)).toBe(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('gives that ledger under a clock that plays as fast as it can', async () => {
    const simulation = await drivenSimulation(loaded);
    const clock = new Clock(simulation, 'paced', { speed: Number.POSITIVE_INFINITY });
    clock.play();
    while (clock.state.state !== 'ended') await new Promise(resolve => setImmediate(resolve));
    expect(hashOf(simulation)).toBe(await hashOfRun(loaded));
    expect(simulation.strategies?.statuses).toMatchObject([{ state: 'ended' }]);
  });

  it('is among the inputs with the clients, which give its ledger again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(TURN, { minLength: 2, maxLength: 12 }), async turns => {
        const simulation = await drivenSimulation(loaded);
        for (const step of turns) {
          turn(simulation, step);
          buy(simulation);
        }
        simulation.advanceTo(instant(simulation.now + 600 * MINUTE));
        expect(hashOfReplay(simulation)).toBe(hashOf(simulation));
        expect(hashOfReplay(simulation.fork())).toBe(hashOf(simulation));
        const early = simulation.fork({ at: instant(simulation.now - 300 * MINUTE) });
        expect(hashOfReplay(early)).toBe(hashOf(early));
      }),
      { numRuns: 3 },
    );
  });

  it('goes on after a rewind to an instant or a transaction as it did before', async () => {
    const simulation = await drivenSimulation(loaded);
    simulation.advanceTo(at('2024-03-05T16:00:00Z'));
    buy(simulation);
    const bought = simulation.engine.account(OWN).log.lastID;
    simulation.advanceTo(at('2024-03-06T04:00:00Z'));
    const whole = hashOf(simulation);
    const text = JSON.stringify(simulation.engine.ledger.slice());
    for (const place of [
      { at: at('2024-03-05T20:00:00Z') },
      { after: bought, accountID: OWN },
      { after: bought + 9, accountID: OWN },
      { before: bought + 12, accountID: OWN },
    ]) {
      simulation.rewind(place);
      const kept = JSON.stringify(simulation.engine.ledger.slice()).slice(0, -1);
      expect(text.startsWith(kept)).toBe(true);
      expect(simulation.strategies?.statuses.map(({ state }) => state)).toEqual(['running']);
      simulation.advanceTo(at('2024-03-06T04:00:00Z'));
      expect(hashOf(simulation)).toBe(whole);
    }
    simulation.rewind({ before: bought, accountID: OWN });
    expect(simulation.engine.account(OWN).log.lastID).toBe(bought - 2);
    simulation.rewind({ at: simulation.scenario.from });
    simulation.advanceTo(simulation.last);
    expect(hashOf(simulation)).toBe(await hashOfRun(loaded));
  });

  it('acts beside a timeline and with latency as in a backtest, through rewinds and forks', async () => {
    const both = await withStrategy(BUSY, BESIDE);
    const expected = await hashOfRun(both);
    const simulation = await drivenSimulation(both, true);
    simulation.advanceTo(at('2024-03-05T19:00:00Z'));
    const fork = simulation.fork();
    fork.advanceTo(at('2024-03-06T02:00:00Z'));
    expect(hashOfReplay(fork)).toBe(hashOf(fork));
    expect([...fork.engine.accepted].filter(({ time }) => time > simulation.now)).toHaveLength(1);
    const early = simulation.fork({ at: at('2024-03-05T16:00:00Z') });
    expect(hashOfReplay(early)).toBe(hashOf(early));
    simulation.rewind({ at: at('2024-03-05T15:00:00Z') });
    expect(simulation.strategies?.statuses).toMatchObject([{ state: 'running' }]);
    simulation.advanceTo(simulation.last);
    expect(hashOf(simulation)).toBe(expected);
  });

  it('has no part in forks, which go on without it', async () => {
    const simulation = await drivenSimulation(loaded);
    simulation.advanceTo(at('2024-03-05T16:00:00Z'));
    const fork = simulation.fork();
    const { length } = fork.engine.accepted;
    fork.advanceTo(fork.last);
    expect(fork.strategies).toBeUndefined();
    expect(fork.engine.accepted.length).toBe(length);
    fork.rewind({ at: at('2024-03-05T13:00:00Z') });
    expect(hashOfReplay(fork)).toBe(hashOf(fork));
    simulation.advanceTo(simulation.last);
    expect(hashOf(simulation)).toBe(await hashOfRun(loaded));
  });
});

describe('a strategy that fails in a served simulation', () => {
  it('is stopped with its reason, and the market goes on', async () => {
    const loaded = await withStrategy(`export function strategy() {
      let candles = 0;
      return {
        candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
        onCandle(context) {
          context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
          if (++candles === 3) throw new Error('no third one');
        },
      };
    }`);
    const simulation = await drivenSimulation(loaded);
    const states: string[] = [];
    simulation.strategies?.onChange(() => {
      states.push(...(simulation.strategies?.statuses ?? []).map(({ state }) => state));
    });
    simulation.advanceTo(simulation.last);
    expect(states).toEqual(['stopped']);
    const [status] = simulation.strategies?.statuses ?? [];
    expect(status?.fault?.message).toBe('onCandle at 2024-03-05T13:00:00.000000000Z: no third one');
    expect(simulation.engine.accepted.length).toBe(3);
    expect(hashOfReplay(simulation)).toBe(hashOf(simulation));
    simulation.rewind({ at: at('2024-03-05T12:30:00Z') });
    expect(simulation.strategies?.statuses).toMatchObject([{ state: 'running' }]);
  });

  it('is not stopped by a malformed request of a client on its account', async () => {
    const simulation = await drivenSimulation(await withStrategy(BUSY));
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: 'many' };
    const outcome = await simulation.submit(OWN, { type: 'CreateOrder', order });
    expect(outcome.badParameter).toBe('order.units');
    expect(simulation.strategies?.statuses).toMatchObject([{ state: 'running' }]);
  });

  it('is stopped by a rewind when it does not decide as before', async () => {
    const loaded = await withStrategy(`let made = 0;
    export function strategy() {
      made += 1;
      return {
        candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
        onCandle(context) {
          const units = String(made);
          context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
        },
      };
    }`);
    const simulation = await drivenSimulation(loaded);
    simulation.advanceTo(at('2024-03-05T14:00:00Z'));
    const text = JSON.stringify(simulation.engine.ledger.slice());
    simulation.rewind({ at: at('2024-03-05T12:30:00Z') });
    const [status] = simulation.strategies?.statuses ?? [];
    expect(status).toMatchObject({ state: 'stopped' });
    expect(status?.fault?.message).toBe(
      'run anew after the rewind, it did not decide as before: CreateOrder at 2024-03-05T11:00:00.000000000Z',
    );
    const kept = JSON.stringify(simulation.engine.ledger.slice()).slice(0, -1);
    expect(text.startsWith(kept)).toBe(true);
    simulation.advanceTo(simulation.last);
    expect(simulation.engine.accepted.length).toBe(2);
    simulation.rewind({ at: at('2024-03-05T11:30:00Z') });
    expect(simulation.engine.accepted.length).toBe(1);
  });
});
