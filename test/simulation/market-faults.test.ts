import { expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { audit } from '../../src/core/ledger/audit.js';
import { disturbedEntry } from '../../src/core/run/input/disturbed-market.js';
import type { Input } from '../../src/core/run/input/input.js';
import { disturbanceIn } from '../support/random/faulty-case.js';
import { caseOf } from '../support/random/random-case.js';

/** Random runs; forks.test.ts has the laws of forks and rewinds under faults. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The run of `simulation` to its end, with commands at their instants. */
function ended(simulation: Simulation, inputs: readonly Input[]): Simulation {
  for (const input of inputs) {
    simulation.advanceTo(input.time);
    if (input.kind === 'command') simulation.submit(input.accountID, input.command);
  }
  simulation.advanceTo(simulation.last);
  return simulation;
}

const textOf = (simulation: Simulation) => JSON.stringify(simulation.engine.ledger);

/** That two ledgers are equal, byte for byte, and that the accounts add up. */
function expectSame(one: Simulation, other: Simulation, name: string): void {
  expect(textOf(one), name).toBe(textOf(other));
  for (const { state, log } of one.engine.state.cells) {
    expect(audit(state, log.range(log.firstID, log.lastID)), name).toEqual([]);
  }
}

it('a market with faults is that of a scenario with the same faults', () => {
  let changed = 0;
  for (const seed of SEEDS) {
    const { scenario, inputs, random } = caseOf(seed, false);
    const instrument = scenario.market[0]?.instrument.name ?? '';
    // A tick at the very start is taken before any input.
    const disturbances = [0, 1].map(() => disturbanceIn(scenario, random, scenario.from + 1));
    const byInput = new Simulation(scenario);
    byInput.disturb({ instrument, disturbances });
    ended(byInput, inputs);
    const market = scenario.market.map((entry, slot) =>
      slot === 0 ? disturbedEntry(entry, disturbances) : entry,
    );
    const byFile = ended(new Simulation({ ...scenario, market }), inputs);
    expectSame(byInput, byFile, scenario.name);
    if (textOf(byInput) !== textOf(ended(new Simulation(scenario), inputs))) changed += 1;
  }
  // Most faults of a market change what happens in it.
  expect(changed).toBeGreaterThan(SEEDS.length / 2);
});
