import { describe, expect, it } from 'vitest';
import {
  RewoundError,
  WindowOverError,
} from '../../../../src/broker/runtime/simulation/command-lost.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import type { Outcome } from '../../../../src/core/engine/state/outputs.js';
import { instant } from '../../../../src/core/time/instant.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const WINDOW = 250_000;
const MARKET_ORDER = {
  type: 'CreateOrder',
  order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' },
} as const;

describe('a simulation', () => {
  it('carries out a command at once when there is no latency', () => {
    const simulation = new Simulation(sandboxScenario());
    simulation.advanceTicks(3);
    const outcome = simulation.submit(OWN, MARKET_ORDER) as Outcome;
    expect(outcome.transactions.map(({ type }) => type)).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
  });

  it('carries it out when time reaches the latency, and not before', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 50_000 } };
    const simulation = new Simulation(sandboxScenario({ execution }));
    simulation.advanceTicks(3);
    const { now } = simulation;
    const pending = simulation.submit(OWN, MARKET_ORDER);
    expect(pending).toBeInstanceOf(Promise);
    simulation.advanceTo(instant(now + 49_999));
    const before = simulation.engine.ledger.length;
    simulation.advanceTo(instant(now + 50_000));
    expect(simulation.engine.ledger.length).toBe(before + 2);
    expect((await pending).transactions).toHaveLength(2);
  });

  it('rejects a command that can no longer take effect when the window ends', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 90_000 } };
    const simulation = new Simulation(sandboxScenario({ execution }));
    simulation.advanceTo(instant(simulation.last - 60_000));
    const pending = Array.from({ length: 20 }, () => simulation.submit(OWN, MARKET_ORDER));
    simulation.advanceTo(simulation.last);
    const results = await Promise.allSettled(pending);
    const late = results.filter(({ status }) => status === 'rejected');
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(20);
    for (const { reason } of late as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(WindowOverError);
    }
  });

  it('loses at a rewind the commands that were accepted after the place, and no others', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 50_000 } };
    const simulation = new Simulation(sandboxScenario({ execution }));
    simulation.advanceTicks(3);
    const { now } = simulation;
    const kept = simulation.submit(OWN, MARKET_ORDER);
    simulation.advanceTo(instant(now + 20_000));
    const lost = expect(simulation.submit(OWN, MARKET_ORDER)).rejects.toThrow(RewoundError);
    simulation.advanceTo(instant(now + 30_000));
    simulation.rewind({ at: instant(now + 10_000) });
    await lost;
    expect(simulation.waiting).toBe(1);
    simulation.advanceTo(instant(now + 80_000));
    const { transactions } = await kept;
    expect(transactions.map(({ type }) => type)).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    expect(simulation.engine.ledger.slice().slice(-2)).toEqual(transactions);
    expect(simulation.waiting).toBe(0);
  });

  it('refuses a command that could only take effect after the window', () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 50_000 } };
    const simulation = new Simulation(sandboxScenario({ execution }));
    simulation.advanceTo(instant(simulation.last - 49_999));
    expect(() => simulation.submit(OWN, MARKET_ORDER)).toThrow(WindowOverError);
    simulation.advanceTo(simulation.last);
    expect(() => simulation.submit(OWN, MARKET_ORDER)).toThrow(WindowOverError);
    expect(simulation.engine.accepted).toHaveLength(0);
  });

  it('settles a command that draws too long a latency at the last instant', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 0, maxMicros: 90_000 } };
    const simulation = new Simulation(sandboxScenario({ execution }));
    simulation.advanceTo(simulation.last);
    await expect(simulation.submit(OWN, MARKET_ORDER)).rejects.toThrow(WindowOverError);
  });

  it('publishes the prices that a command finds at its instant', () => {
    const simulation = new Simulation(sandboxScenario());
    const published: number[] = [];
    simulation.advanceTicks(1);
    simulation.onPrices(() => published.push(simulation.now));
    const from = simulation.now;
    simulation.submit(OWN, MARKET_ORDER);
    simulation.advanceTo(instant(from + WINDOW));
    expect(published[0]).toBe(from + WINDOW - 1);
  });

  it('takes every tick of an instant before a command of that instant', () => {
    const simulation = new Simulation(sandboxScenario());
    // All three instruments have their first tick at the first instant.
    simulation.advanceTicks(1);
    const outcome = simulation.submit(OWN, {
      type: 'CreateOrder',
      order: { type: 'MARKET', instrument: 'GBP_USD', units: '100' },
    }) as Outcome;
    expect(outcome.transactions.at(-1)?.type).toBe('ORDER_FILL');
    expect(simulation.ticks).toBe(3);
  });

  it('publishes prices once a window, and once more when time comes to rest', () => {
    const simulation = new Simulation(sandboxScenario());
    const published: number[] = [];
    simulation.onPrices(() => published.push(simulation.now));
    const to = instant(simulation.now + 60_000_000);
    simulation.advanceTo(to, true);
    expect(published.length).toBeGreaterThan(3);
    expect(published.at(-1)).toBe(to);
    for (const time of published.slice(0, -1)) expect((time + 1) % WINDOW).toBe(0);
    expect(new Set(published).size).toBe(published.length);
  });

  it('publishes every window that a turn by ticks passes', () => {
    const byTicks = new Simulation(sandboxScenario());
    let count = 0;
    byTicks.onPrices(() => {
      count += 1;
    });
    byTicks.advanceTicks(50);
    expect(count).toBeGreaterThan(10);
    expect(byTicks.ticks).toBe(50);
  });

  it('says that something may have moved', () => {
    const simulation = new Simulation(sandboxScenario());
    const { version } = simulation;
    simulation.advanceTo(simulation.now);
    expect(simulation.version).toBeGreaterThan(version);
  });
});
