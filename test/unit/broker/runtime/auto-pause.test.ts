import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../src/broker/runtime/clock/clock.js';
import type { Pause } from '../../../../src/broker/runtime/simulation/auto-pause.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import type { PauseReason } from '../../../../src/broker/runtime/strategies/pause-reason.js';
import type { Scenario } from '../../../../src/core/run/scenario.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';

/** A trade whose stop and profit are near, and an order that waits a little lower. */
function traded(overrides: Partial<Scenario> = {}): Simulation {
  const simulation = new Simulation(sandboxScenario(overrides));
  simulation.advanceTo(at('2024-03-05T10:30:00Z'));
  const order = (fields: object) =>
    void simulation.submit(OWN, {
      type: 'CreateOrder',
      order: { instrument: 'EUR_USD', units: '100', ...fields },
    });
  order({
    type: 'MARKET',
    stopLossOnFill: { distance: '0.00120' },
    takeProfitOnFill: { price: '1.08600' },
  });
  order({ type: 'LIMIT', price: '1.08380' });
  order({ type: 'STOP', instrument: 'GBP_USD', price: '1.26900' });
  return simulation;
}

/** Plays until time stops by itself or the window is over. */
async function played(simulation: Simulation, speed: number, pauseAt: readonly PauseReason[]) {
  const clock = new Clock(simulation, 'paced', { speed });
  let pause: Pause | undefined;
  clock.onPause(each => {
    pause = each;
  });
  clock.play(speed, pauseAt);
  while (clock.state.state === 'playing') await new Promise(resolve => setImmediate(resolve));
  clock.stop();
  return { pause, place: simulation.place };
}

describe('a clock that stops by itself', () => {
  it('stops at the same tick whatever the speed', async () => {
    const reasons = fc.uniqueArray(
      fc.constantFrom('fill', 'stop', 'profit', 'event', 'transaction'),
      {
        minLength: 1,
      },
    );
    const events = [
      { at: at('2024-03-05T11:00:00Z'), currency: 'USD', impact: 'high', name: 'news' },
    ] as const;
    const speeds = fc.constantFrom(200_000, 5_000_000, 1e9);
    await fc.assert(
      fc.asyncProperty(reasons, speeds, async (pauseAt, speed) => {
        const slow = await played(traded({ events }), speed, pauseAt);
        const fast = await played(traded({ events }), Number.POSITIVE_INFINITY, pauseAt);
        expect(slow).toEqual(fast);
        expect(slow.pause === undefined || pauseAt.includes(slow.pause.reason)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it('stops right after the tick of a fill, which is its last transaction', async () => {
    const simulation = traded();
    const { pause } = await played(simulation, Number.POSITIVE_INFINITY, ['fill']);
    expect(pause).toMatchObject({ reason: 'fill', transaction: { type: 'ORDER_FILL' } });
    expect(pause?.time).toBe(simulation.now);
    const one = traded();
    one.advanceUntil({ to: one.last, through: 'commands', until: 'fill' });
    expect(simulation.place).toEqual(one.place);
  });

  it('stops at an event of the calendar, after what happens at its instant', async () => {
    const then = at('2024-03-05T10:45:00Z');
    const events = [{ at: then, currency: 'USD', impact: 'high', name: 'news' }] as const;
    const simulation = new Simulation(sandboxScenario({ events }));
    const { pause } = await played(simulation, 1e7, ['event', 'stop']);
    expect(pause).toEqual({ reason: 'event', time: then });
    expect(simulation.now).toBe(then);
    expect(simulation.nextEvent).toBeGreaterThan(then);
  });

  it('stops where a command of a client fills, before time moves on', async () => {
    const simulation = new Simulation(sandboxScenario());
    const clock = new Clock(simulation, 'paced', { speed: 1 });
    clock.play(1, ['fill']);
    simulation.advanceTo(at('2024-03-05T10:30:00Z'));
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1' } as const;
    void simulation.submit(OWN, { type: 'CreateOrder', order });
    clock.catchUp();
    expect(clock.state.state).toBe('paused');
    expect(simulation.now).toBe(at('2024-03-05T10:30:00Z'));
    clock.play(1e9);
    expect(clock.state.pauseAt).toBeUndefined();
    clock.stop();
  });
});
