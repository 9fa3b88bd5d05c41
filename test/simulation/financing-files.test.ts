import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { PACKING } from '../../src/broker/runtime/simulation/zip-packing.js';
import { runDocument } from '../../src/cli/output/run-result.js';
import type { RunImage } from '../../src/core/run/run.js';
import type { Scenario, TimelineCommand } from '../../src/core/run/scenario.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { localEngine } from '../../src/study/engines/local-engine.js';
import { prepareStudy } from '../../src/study/prepare-study.js';
import { runStudy } from '../../src/study/run-study.js';
import { financingScenario } from '../support/files/financing-scenario.js';
import { at } from '../support/market/fixtures.js';

/** Dated rates, interest rates, holidays and dividends: other ways to a run give the ledger of the plain run. */

/** Around the rollover with which the ex-day begins, around a later one, and far from any. */
const PLACES = [
  '2024-03-05T10:00:01.500000Z',
  '2024-03-05T21:59:59.999999Z',
  '2024-03-05T22:00:00Z',
  '2024-03-05T22:00:00.000001Z',
  '2024-03-06T21:59:59.999999Z',
  '2024-03-06T22:00:00Z',
  '2024-03-07T03:00:00Z',
] as const;

const FIGURES = ['netProfit', 'financing', 'theoreticalFinancing', 'dividends'];

/** Sends what the timeline has after `since`, and lets time pass to `until`. */
function play(
  simulation: Simulation,
  { timeline }: Scenario,
  since: Instant,
  until: Instant,
): void {
  const commands = timeline.filter((each): each is TimelineCommand => each.kind === 'command');
  for (const { at: time, accountID, command } of commands) {
    if (time <= since || time > until) continue;
    simulation.advanceTo(time);
    const outcome = simulation.submit(accountID, command);
    if (outcome instanceof Promise) throw new Error('a command waits');
  }
  simulation.advanceTo(until);
}

const hashOf = ({ engine }: Simulation) => ledgerHash(engine.ledger);

async function plainRun() {
  const { loaded, hash, result } = await runScenario(financingScenario('timeline'));
  const { scenario } = loaded;
  return { scenario, hash, result, last: instant(scenario.to - 1) };
}

describe('a scenario with files of financing', () => {
  it('has dated rates, rates from interest, moved days and a dividend in its ledger', async () => {
    const { scenario, result } = await plainRun();
    const terms = scenario.market.map(({ instrument }) => instrument);
    expect(terms.map(({ name, datedRates }) => [name, datedRates?.length])).toEqual([
      ['EUR_USD', 3],
      ['GBP_USD', undefined],
      ['UK100_GBP', undefined],
      ['USD_JPY', 2],
    ]);
    expect(terms[0]?.movedDays).not.toHaveLength(0);
    const types = result.ledger.map(({ type }) => type);
    expect(types.filter(type => type === 'DIVIDEND_ADJUSTMENT')).toHaveLength(1);
    expect(types.filter(type => type === 'DAILY_FINANCING')).toHaveLength(4);
  });

  it.each(PLACES)('forked at %s, goes on to the same ledger, as its parent does', async place => {
    const { scenario, hash, last } = await plainRun();
    const parent = new Simulation(scenario);
    play(parent, scenario, scenario.from, at(place));
    const fork = parent.fork();
    const past = parent.fork({ at: at('2024-03-05T10:00:01.500000Z') });
    for (const each of [fork, parent, past]) {
      play(each, scenario, each.now, last);
      expect(hashOf(each)).toBe(hash);
    }
  });

  it.each(PLACES)('rewound from its end to %s, has the same ledger again', async place => {
    const { scenario, hash, last } = await plainRun();
    const simulation = new Simulation(scenario);
    play(simulation, scenario, scenario.from, last);
    expect(hashOf(simulation)).toBe(hash);
    await simulation.rewind({ at: at(place) });
    play(simulation, scenario, at(place), last);
    expect(hashOf(simulation)).toBe(hash);
  });

  it.each(PLACES)('restored from an image of %s, goes on to the same ledger', async place => {
    const { scenario, hash, last } = await plainRun();
    const before = new Simulation(scenario);
    play(before, scenario, scenario.from, at(place));
    const after = new Simulation(scenario);
    after.restore(before.run.image(PACKING) as RunImage);
    play(after, scenario, at(place), last);
    expect(hashOf(after)).toBe(hash);
  });

  it('has in a study the figures of the plain run of each parameter', async () => {
    const file = financingScenario('strategy');
    const study = join(dirname(file), 'study.yaml');
    const axes = `axes: { units: [1, 2, 3] }\nfigures: [${FIGURES.join(', ')}]`;
    writeFileSync(study, `version: 1\nname: units\nscenario: ${basename(file)}\n${axes}\n`);
    const prepared = await prepareStudy(study, { allowPath: [] });
    const engine = localEngine(prepared.setup, { workers: 1, atOnce: 1, secondsMax: 600 });
    const { rows } = await runStudy(prepared, engine);
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    for (const [at, { figures }] of rows.entries()) {
      const overrides = { params: { units: String(at + 1) } };
      const { metrics } = await runDocument(await runScenario(file, { overrides }));
      const plain = metrics.accounts[0]?.figures ?? {};
      for (const name of FIGURES)
        expect([name, figures?.[name]]).toEqual([name, Number(plain[name])]);
      expect(Number(plain['financing'])).not.toBe(0);
      expect(Number(plain['dividends'])).not.toBe(0);
    }
  });
});
