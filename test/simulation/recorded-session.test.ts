import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAccountOf } from '../../src/broker/runtime/account-entry.js';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { sessionOf, sessionRecord } from '../../src/broker/runtime/session.js';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { Prng } from '../../src/core/base/prng.js';
import type { Command } from '../../src/core/engine/state/command.js';
import { formatRfc3339, type Instant, instant } from '../../src/core/time/instant.js';
import { replaySession } from '../../src/core/whatif/session.js';
import { timelineOf } from '../../src/data/record/session-timeline.js';
import type { LoadedScenario } from '../../src/data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { pick } from '../support/random/draw.js';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const TICKS =
  'time,bid,ask\n2024-03-05T10:00:00Z,1.08505,1.08520\n2024-03-05T10:10:00Z,1.086,1.0862\n';
const END = Date.parse('2024-03-05T12:00:00Z') * 1_000;

/** A market of two ticks; to most of its hours ticks are only added. */
function document(seed: number) {
  return {
    version: 1,
    name: 'by-hand',
    seed,
    window: { from: '2024-03-05T10:00:00Z', to: '2024-03-05T12:00:00Z' },
    market: { EUR_USD: { ticks: 't.csv' } },
    accounts: [{ currency: 'USD', balance: '10000' }],
    ...(seed % 2 === 0 && { execution: { latency: { min: '0s', max: '2m' } } }),
  };
}

function loaded(folder: string, name: string, scenario: object): Promise<LoadedScenario> {
  writeFileSync(join(folder, 't.csv'), TICKS);
  writeFileSync(join(folder, name), JSON.stringify(scenario));
  return loadScenario(join(folder, name), { allowPath: [folder] });
}

function commandIn(random: Prng): Command {
  const instrument = 'EUR_USD';
  const units = pick(random, ['100', '-100', '250']);
  return pick<Command>(random, [
    { type: 'CreateOrder', order: { type: 'MARKET', instrument, units } },
    { type: 'CreateOrder', order: { type: 'LIMIT', instrument, units, price: '1.08500' } },
    { type: 'ClosePosition', instrument, longUnits: 'ALL' },
  ]);
}

/** Trades, opens accounts and adds ticks, often several things at one instant, some for later. */
async function live({ scenario }: LoadedScenario, seed: number): Promise<Simulation> {
  const simulation = new Simulation(scenario);
  const random = new Prng(seed).fork('session');
  let last = Date.parse('2024-03-05T10:10:00Z') * 1_000;
  const addTick = () => {
    const at = Math.max(simulation.now, last) + pick(random, [0, 0, 1_000_000, 90_000_000]);
    if (at >= END) return;
    last = at;
    const bid = 108_500 + random.nextInt(-150, 150);
    simulation.addTick({ instrument: 'EUR_USD', at: at as Instant, bid, ask: bid + 15 });
  };
  for (let step = 0; step < 60; step++) {
    const what = random.nextInt(0, 9);
    const { cells } = simulation.engine.state;
    if (what === 0 && cells.length < 4)
      openAccountOf(simulation, { currency: 'USD', balance: '500' });
    else if (what < 4) addTick();
    else if (what < 8) {
      const outcome = simulation.submit(pick(random, cells).state.config.id, commandIn(random));
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } else {
      const to = simulation.now + random.nextInt(1, 300) * 1_000_000;
      simulation.advanceTo(instant(Math.min(to, END - 1)));
    }
  }
  return simulation;
}

const textOf = (ledger: unknown) => JSON.stringify(ledger);

describe('a session to which accounts and ticks were added', () => {
  it('gives its ledger again from its journal, and as a scenario with a timeline', async () => {
    for (const seed of SEEDS) {
      const folder = temporaryFolder();
      const before = await loaded(folder, 's.yaml', document(seed));
      const simulation = await live(before, seed);
      const expected = textOf(simulation.engine.ledger);
      const record = sessionRecord(before, simulation);
      expect(textOf(record.result.ledger), `journal of ${seed}`).toBe(expected);
      const timeline = timelineOf(replaySession(sessionOf(simulation)));
      const to = formatRfc3339(instant(simulation.now + 1));
      const window = { ...document(seed).window, to };
      await loaded(folder, 'again.yaml', { ...document(seed), window, timeline });
      const { result } = await runScenario(join(folder, 'again.yaml'), { allowPath: [folder] });
      expect(textOf(result.ledger), `scenario of ${seed}`).toBe(expected);
      const served = new Simulation(
        (await loaded(folder, 'again.yaml', { ...document(seed), timeline })).scenario,
        { timeline: true },
      );
      served.advanceTo(simulation.now);
      expect(textOf(served.engine.ledger), `timeline of ${seed}`).toBe(expected);
      // What a timeline gave is in the journal of a run, and in that of a server.
      expect(textOf(result.inputs)).toBe(textOf(record.result.inputs));
      expect(textOf(sessionOf(served).inputs)).toBe(textOf(sessionOf(simulation).inputs));
    }
  });
});
