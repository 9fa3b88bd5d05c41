import { expect, it } from 'vitest';
import { Replayer } from '../../../../../src/broker/runtime/clock/replayer.js';
import { sessionOf } from '../../../../../src/broker/runtime/session.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';

/** A recorded session that is shown again. */

const SECOND = 1_000_000;
const { from } = sandboxScenario();
const scenario = sandboxScenario({ to: instant(from + 60 * SECOND) });
const MAX = Number.POSITIVE_INFINITY;

/** Some orders, two of them at one instant. */
function recorded(): Simulation {
  const simulation = new Simulation(scenario);
  for (const [second, units] of [
    [5, '100'],
    [20, '-40'],
    [20, '300'],
    [41, '0'],
  ] as const) {
    simulation.advanceTo(instant(from + second * SECOND), true);
    const order = { type: 'MARKET', instrument: 'EUR_USD', units };
    void simulation.submit(OWN, { type: 'CreateOrder', order });
  }
  simulation.advanceTo(simulation.last, true);
  return simulation;
}

/** A market at its start that gets the inputs of the session, paused. */
function replayed() {
  const original = recorded();
  const simulation = new Simulation(scenario);
  const setup = { speed: MAX, paused: true };
  const replayer = new Replayer(simulation, sessionOf(original).inputs, setup);
  const hash = (of: Simulation) => ledgerHash(of.engine.ledger.slice());
  return {
    simulation,
    replayer,
    pace: replayer.pace,
    ledgers: () => [simulation, original].map(hash),
  };
}

const ended = async (simulation: Simulation) => {
  while (!simulation.hasEnded) await new Promise(setImmediate);
};

it('has the ledger of the session at its end, and again after a rewind', async () => {
  const { simulation, pace, ledgers } = replayed();
  pace.play(MAX);
  await ended(simulation);
  const [shown, original] = ledgers();
  expect(shown).toBe(original);
  expect([simulation.inputs.length, pace.isPlaying]).toEqual([4, false]);
  await simulation.rewind({ at: instant(from + 10 * SECOND) });
  expect([simulation.inputs.length, simulation.hasEnded]).toEqual([1, false]);
  pace.play(MAX);
  await ended(simulation);
  expect(ledgers()).toEqual([original, original]);
});

it('stands after a step, with all inputs up to there', async () => {
  const { simulation, replayer, pace } = replayed();
  await pace.advance({ to: instant(from + 20 * SECOND) });
  expect([simulation.now, pace.isPlaying]).toEqual([from + 20 * SECOND, false]);
  await pace.advance({ to: simulation.last, until: 'fill' });
  expect(simulation.inputs.length).toBeLessThan(4);
  replayer.stop();
});

it('moves no time once it is stopped', async () => {
  const { simulation, replayer, pace } = replayed();
  replayer.stop();
  pace.play(MAX);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(simulation.now).toBe(from);
});
