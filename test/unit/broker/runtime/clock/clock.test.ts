import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { at } from '../../../../support/market/fixtures.js';

const MINUTE = 60_000_000;
const SECOND_MICROS = 1_000_000;
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

describe('a manual clock', () => {
  it('turns to an instant, inclusive, and stands there', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'manual');
    const to = at('2024-03-05T11:00:00Z');
    await clock.advance({ to });
    expect(simulation.now).toBe(to);
    expect(simulation.nextEvent).toBeGreaterThan(to);
    expect(clock.state).toMatchObject({ mode: 'manual', state: 'paused' });
  });

  it('turns by ticks', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'manual');
    await clock.advance({ ticks: 7 });
    expect(simulation.ticks).toBe(7);
  });

  it('cuts long turns into slices, does turns asked for together one after another, and ends with the window', async () => {
    const simulation = new Simulation(sandboxScenario());
    simulation.onPrices(() => undefined);
    const clock = new Clock(simulation, 'manual');
    const turns = [
      clock.advance({ to: at('2024-03-06T10:00:00Z') }),
      clock.advance({ ticks: 10 }),
      clock.advance({ to: at('2030-01-01T00:00:00Z') }),
    ];
    await Promise.all(turns);
    expect(simulation.now).toBe(simulation.last);
    expect(clock.state.state).toBe('ended');
    expect(simulation.ticksLeft).toBe(0);
  });

  it('counts a turn by a duration from where it starts, and never goes back', async () => {
    const simulation = new Simulation(sandboxScenario());
    simulation.onPrices(() => undefined);
    const clock = new Clock(simulation, 'manual');
    const { now } = simulation;
    const day = 24 * 60 * MINUTE;
    const long = clock.advance({ by: 2 * day });
    expect(long).toBeInstanceOf(Promise);
    await Promise.all([
      long,
      clock.advance({ by: MINUTE }),
      clock.advance({ to: instant(now + day) }),
    ]);
    expect(simulation.now).toBe(now + 2 * day + MINUTE);
  });

  it.each(['pause', 'stop'] as const)(
    'ends the turns under way where they stand on %s',
    async how => {
      const simulation = new Simulation(sandboxScenario());
      simulation.onPrices(() => undefined);
      const clock = new Clock(simulation, 'manual');
      const turns = [clock.advance({ to: simulation.last }), clock.advance({ by: MINUTE })];
      expect(clock.isTurning).toBe(true);
      clock[how]();
      const { now } = simulation;
      await Promise.all(turns);
      expect(simulation.now).toBe(now);
      expect(now).toBeLessThan(simulation.last);
      expect(clock.isTurning).toBe(false);
      clock.advance({ by: 1 });
      expect(simulation.now).toBe(now + 1);
    },
  );

  it('gives the same ledger however the turn is cut', async () => {
    const play = (steps: readonly number[]) => {
      const simulation = new Simulation(sandboxScenario());
      const order = {
        type: 'LIMIT',
        instrument: 'EUR_USD',
        units: '1000',
        price: '1.08450',
        takeProfitOnFill: { price: '1.08520' },
        trailingStopLossOnFill: { distance: '0.00050' },
      } as const;
      simulation.submit(OWN, { type: 'CreateOrder', order });
      for (const step of steps) simulation.advanceTo(instant(simulation.now + step));
      simulation.advanceTo(simulation.last);
      return JSON.stringify(simulation.engine.ledger);
    };
    const whole = play([]);
    expect(whole).toContain('ORDER_FILL');
    expect(play(Array.from({ length: 500 }, (_, at) => 1 + at * 7_919_000))).toBe(whole);
    expect(play(Array.from({ length: 200 }, () => 10 * MINUTE))).toBe(whole);
  });
});

describe('a paced clock', () => {
  it('runs with the wall clock, and stands still while paused', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'paced', { speed: 1_000 });
    const { now } = simulation;
    const began = performance.now();
    clock.play();
    expect(clock.state.state).toBe('playing');
    while (simulation.now - now < MINUTE) await wait(5);
    clock.pause();
    const passed = simulation.now - now;
    // At a thousand times the speed, a millisecond of the wall is a second.
    expect(passed).toBeLessThanOrEqual((performance.now() - began + 1) * SECOND_MICROS);
    await wait(20);
    expect(simulation.now - now).toBe(passed);
  });

  it('runs to the end as fast as it goes, letting others have a go', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'paced', { speed: Number.POSITIVE_INFINITY });
    clock.play();
    while (clock.state.state === 'playing') await wait(1);
    expect(simulation.now).toBe(simulation.last);
    clock.stop();
  });
});
