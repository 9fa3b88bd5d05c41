import { expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { inShortSlices } from '../../../../support/market/short-slices.js';

const DAY = 86_400_000_000;

/** A clock with a turn of a day in progress, and one that waits for it. */
function turning() {
  const simulation = new Simulation(sandboxScenario());
  const clock = new Clock(simulation, 'manual');
  const first = inShortSlices(() => clock.advance({ by: DAY }));
  return { clock, turns: [first, clock.advance({ by: 1 })] };
}

it('a turn that the end of the server cuts is known as cut', async () => {
  const { clock, turns } = turning();
  clock.end();
  await Promise.all(turns);
  expect(clock.isCut).toBe(true);
});

it('a turn that a pause ends, or that is done before the end, is not', async () => {
  const { clock, turns } = turning();
  await clock.pause();
  await Promise.all(turns);
  expect(clock.isCut).toBe(false);
  await clock.advance({ by: DAY });
  clock.end();
  expect(clock.isCut).toBe(false);
});
