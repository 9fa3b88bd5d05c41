import { expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { inShortSlices } from '../../../../support/market/short-slices.js';

const DAY = 86_400_000_000;

/** A clock with a turn of a day in progress. */
function turning() {
  const simulation = new Simulation(sandboxScenario());
  const clock = new Clock(simulation, 'manual');
  const first = inShortSlices(() => clock.advance({ by: DAY }));
  expect(clock.isTurning).toBe(true);
  return { simulation, clock, first };
}

/** Notes where time stands when the turn begins. */
function noting(simulation: Simulation, moves: boolean | Promise<boolean> = true) {
  const begun: number[] = [];
  const begin = () => {
    begun.push(simulation.now);
    return moves;
  };
  return { begun, begin };
}

it('a turn begins at once while none is under way, and stays on request', async () => {
  const simulation = new Simulation(sandboxScenario());
  const clock = new Clock(simulation, 'manual');
  const { now } = simulation;
  const { begun, begin } = noting(simulation, false);
  expect(clock.advance({ by: 1 }, begin)).toBeUndefined();
  expect([begun, simulation.now]).toEqual([[now], now]);
  const later = noting(simulation, Promise.resolve(false));
  await clock.advance({ by: 1 }, later.begin);
  expect([later.begun, simulation.now]).toEqual([[now], now]);
  await clock.advance({ by: 1 }, noting(simulation, Promise.resolve(true)).begin);
  expect(simulation.now).toBe(now + 1);
});

it('a turn that waits begins where the one before has ended, and others wait for it', async () => {
  const { simulation, clock, first } = turning();
  const start = simulation.scenario.from;
  const second = noting(simulation, Promise.resolve(true));
  const third = noting(simulation);
  const turns = [
    first,
    clock.advance({ by: 2 }, second.begin),
    clock.advance({ by: 1 }, third.begin),
  ];
  await Promise.all(turns);
  expect(second.begun).toEqual([start + DAY]);
  expect(third.begun).toEqual([start + DAY + 2]);
  expect(simulation.now).toBe(start + DAY + 3);
});

it('a turn whose time a pause takes away begins all the same', async () => {
  const { simulation, clock, first } = turning();
  const { begun, begin } = noting(simulation);
  const second = clock.advance({ by: DAY }, begin);
  await clock.pause();
  const { now } = simulation;
  await Promise.all([first, second]);
  expect([begun, simulation.now]).toEqual([[now], now]);
});

it('a turn that waits when the server stops does not begin', async () => {
  const { simulation, clock, first } = turning();
  const { begun, begin } = noting(simulation);
  const second = clock.advance({ by: DAY }, begin);
  clock.end();
  await Promise.all([first, second]);
  expect([begun, clock.isCut]).toEqual([[], true]);
});
