import { expect, it } from 'vitest';
import { RunDigest } from '../../../../../src/broker/runtime/pilot/run-digest.js';
import { Simulation } from '../../../../../src/broker/runtime/simulation/simulation.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';

const OWN = '101-001-1000001-001';
const HOUR = 3_600_000_000;

function buy(simulation: Simulation, units: string) {
  const order = { type: 'MARKET', instrument: 'EUR_USD', units };
  return simulation.submit(OWN, { type: 'CreateOrder', order });
}

it('is of what was written since the last one, and empty when that is nothing', async () => {
  const [one, other] = [new Simulation(sandboxScenario()), new Simulation(sandboxScenario())];
  const [first, second] = [new RunDigest(), new RunDigest()];
  expect(first.next(one.engine)).toMatch(/^[0-9a-f]{64}$/);
  expect(first.next(one.engine)).toBe('');
  second.next(other.engine);
  for (const simulation of [one, other]) {
    simulation.advanceTo(instant(simulation.now + HOUR));
    await buy(simulation, '1');
  }
  const step = first.next(one.engine);
  expect(step).not.toBe('');
  expect(second.next(other.engine)).toBe(step);
});

it('differs for as many transactions with other content', async () => {
  const digests = await Promise.all(
    ['1', '2'].map(async units => {
      const simulation = new Simulation(sandboxScenario());
      await buy(simulation, units);
      return {
        length: simulation.engine.ledger.length,
        digest: new RunDigest().next(simulation.engine),
      };
    }),
  );
  expect(digests[0]?.length).toBe(digests[1]?.length);
  expect(digests[0]?.digest).not.toBe(digests[1]?.digest);
});

it('is of the whole run after a rewind', async () => {
  const simulation = new Simulation(sandboxScenario());
  await buy(simulation, '1');
  const { now } = simulation;
  const digest = new RunDigest();
  const whole = digest.next(simulation.engine);
  simulation.advanceTo(instant(now + HOUR));
  await simulation.rewind({ at: now });
  expect(digest.next(simulation.engine)).toBe(whole);
});
