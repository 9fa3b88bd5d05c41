import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { Prng } from '../../src/core/base/prng.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { servedScenarioFiles } from '../support/files/paths.js';

/**
 * A turn that ends early, or before the ticks of an instant, changes nothing but where time stands:
 * the timelines of the shipped scenarios give their golden ledgers however time is moved.
 */

/** Takes the simulation to its end in turns of all kinds, some of them to where something happens. */
function turnAtRandom(simulation: Simulation, seed: number): void {
  const random = new Prng(seed);
  const { last } = simulation;
  const untils = [undefined, 'transaction', 'transaction', 'tick'] as const;
  for (let turns = 0; simulation.now < last && turns < 2_000; turns++) {
    const until = untils[random.nextInt(0, untils.length - 1)];
    const through = random.nextInt(0, 1) === 0 ? 'timers' : 'commands';
    simulation.advanceUntil({ to: goal(simulation, random), through, until });
  }
  simulation.advanceUntil({ to: last, through: 'commands' });
}

/** Now, the next event, or up to a day later. */
function goal({ now, nextEvent, last }: Simulation, random: Prng): Instant {
  const [soon, later] = [Math.max(now, nextEvent), now + random.nextInt(0, 86_400) * 1_000_000];
  return instant(Math.min([now, soon, later, later][random.nextInt(0, 3)] as number, last));
}

/** Stops at each transaction, and sees each at a stop. */
function turnToTransactions(simulation: Simulation): void {
  const { ledger } = simulation.engine;
  let known = ledger.length;
  while (
    simulation.advanceUntil({ to: simulation.last, through: 'commands', until: 'transaction' })
  ) {
    const made = ledger.slice(known);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ time }) => time)).size).toBe(1);
    known = ledger.length;
  }
  expect(ledger).toHaveLength(known);
}

const files = servedScenarioFiles();

describe('turns that end early', () => {
  it.each(files.map(file => [basename(file, '.yaml'), file]))(
    'give the golden ledger of %s',
    async (_name, file) => {
      const { scenario } = await loadScenario(file);
      const hashOf = (turn: (simulation: Simulation) => void) => {
        const simulation = new Simulation(scenario, { timeline: true });
        // Whoever listens to prices has them turned window by window.
        const unsubscribe = simulation.onPrices(() => undefined);
        if (turn === turnToTransactions) unsubscribe();
        turn(simulation);
        return ledgerHash(simulation.engine.ledger);
      };
      expect(hashOf(turnToTransactions)).toBe(scenario.expect.ledger);
      expect(hashOf(simulation => turnAtRandom(simulation, 7))).toBe(scenario.expect.ledger);
    },
  );
});
