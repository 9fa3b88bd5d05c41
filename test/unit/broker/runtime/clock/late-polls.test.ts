import { afterEach, expect, it, vi } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import type { Lead } from '../../../../../src/broker/runtime/strategies/led-step.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';

/** Strategies that take a step when the test says so. */
class HeldLead implements Lead {
  readonly #held: (() => void)[] = [];
  #last: Promise<unknown> = Promise.resolve();

  lead<T>(step: Parameters<Lead['lead']>[0], act: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      if (step() !== undefined) await new Promise<void>(resolve => this.#held.push(resolve));
      return act();
    });
    this.#last = done;
    return done;
  }

  lateHookOf(): undefined {
    return undefined;
  }

  /** Ends the step that is being taken. */
  release(): void {
    this.#held.shift()?.();
  }
}

afterEach(() => {
  vi.useRealTimers();
});

it('a poll moves no time while the step of any poll before it waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lead = new HeldLead();
  const simulation = new Simulation(sandboxScenario(), { strategies: () => [], lead });
  const clock = new Clock(simulation, 'on-poll', { step: '1s' });
  clock.play();
  const polls = [clock.polled(), clock.polled()];
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(polls);
  const { now } = simulation;
  lead.release();
  await vi.waitFor(() => expect(simulation.now).toBe(now + 1_000_000));
  expect(clock.polled()).toBeUndefined();
  await vi.waitFor(() => {
    lead.release();
    expect(simulation.now).toBe(now + 2_000_000);
  });
  await vi.waitFor(() => expect(clock.polled()).toBeInstanceOf(Promise));
  lead.release();
});
