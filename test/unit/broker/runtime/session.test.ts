import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionRecord } from '../../../../src/broker/runtime/session.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import { instant } from '../../../../src/core/time/instant.js';
import { readLedger } from '../../../../src/data/record/ledger-file.js';
import { recordedSession } from '../../../../src/data/record/recorded-session.js';
import { writeOutFolder } from '../../../../src/data/record/write-record.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { account } from '../../../support/market/fixtures.js';

const MINUTE = 60_000_000;
const LATE = '101-001-1000009-001';

describe('the record of a served session', () => {
  it('replays to the ledger of the session, with timeline, late account and added tick', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios/take-profit.yaml'));
    const { from, to, accounts } = loaded.scenario;
    const simulation = new Simulation(loaded.scenario, { timeline: true });
    simulation.advanceTo(instant(from + MINUTE));
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '700', timeInForce: 'FOK' };
    const command = { type: 'CreateOrder', order } as const;
    simulation.submit(accounts[0]?.id ?? '', command);
    simulation.openAccount(() => account({ id: LATE }));
    simulation.advanceTo(instant(to - 1_000));
    simulation.addTick({
      instrument: 'EUR_USD',
      at: instant(to - 500),
      bid: 110_000,
      ask: 110_010,
    });
    simulation.submit(LATE, command);
    simulation.advanceTo(instant(to - 1));
    const session = sessionRecord(loaded, simulation);
    const folder = join(temporaryFolder(), 'out');
    await writeOutFolder(folder, session.loaded, session.result, { version: '0.0.0' });
    const ledger = JSON.stringify(simulation.engine.ledger);
    expect(JSON.stringify(await readLedger(folder))).toBe(ledger);
    const { journal, loaded: again } = await recordedSession(folder, {});
    const replayed = runBacktest(again.scenario, { recorded: journal.inputs });
    expect(JSON.stringify(replayed.ledger)).toBe(ledger);
    expect(journal.inputs).toHaveLength(5);
  });

  it('replays faults of the market from the instant at which each was set', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios/take-profit.yaml'));
    const { from, to, accounts } = loaded.scenario;
    const simulation = new Simulation(loaded.scenario);
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '700', timeInForce: 'FOK' };
    const buy = () => simulation.submit(accounts[0]?.id ?? '', { type: 'CreateOrder', order });
    const set = (fields: object) =>
      simulation.disturb({ instrument: 'EUR_USD', disturbances: [{ from, to, ...fields }] });
    const prices = [{}, { spread: 7 }, { gap: -40 }, { halt: { side: 'ALL', mode: 'HALTED' } }];
    prices.forEach((fields, at) => {
      simulation.advanceTo(instant(from + (5 + 10 * at) * MINUTE));
      set(fields);
      simulation.advanceTo(instant(from + (10 + 10 * at) * MINUTE));
      buy();
    });
    const ledger = JSON.stringify(simulation.engine.ledger);
    expect(ledger).toContain('MARKET_HALTED');
    const { result } = sessionRecord(loaded, simulation);
    expect(JSON.stringify(result.ledger)).toBe(ledger);
    const undisturbed = runBacktest(loaded.scenario, {
      recorded: [...simulation.inputs].filter(({ kind }) => kind !== 'market'),
    });
    expect(JSON.stringify(undisturbed.ledger)).not.toBe(ledger);
  });

  it('can be replayed when the session never advanced', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios/quickstart.yaml'));
    const simulation = new Simulation(loaded.scenario);
    const session = sessionRecord(loaded, simulation);
    expect(session.result.ticks).toBe(0);
    const folder = join(temporaryFolder(), 'out');
    await writeOutFolder(folder, session.loaded, session.result, { version: '0.0.0' });
    const { journal, loaded: again } = await recordedSession(folder, {});
    const replayed = runBacktest(again.scenario, { recorded: journal.inputs });
    expect(JSON.stringify(replayed.ledger)).toBe(JSON.stringify(simulation.engine.ledger));
  });

  it('names no strategy, because none has run', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios/sma-cross.yaml'));
    const session = sessionRecord(loaded, new Simulation(loaded.scenario));
    const folder = join(temporaryFolder(), 'out');
    await writeOutFolder(folder, session.loaded, session.result, { version: '0.0.0' });
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('strategies');
  });

  it('ends where the session stands', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios/take-profit.yaml'));
    const simulation = new Simulation(loaded.scenario, { timeline: true });
    simulation.advanceTo(instant(loaded.scenario.from + 10 * MINUTE));
    const { loaded: part, result } = sessionRecord(loaded, simulation);
    expect(part.scenario.to).toBe(simulation.now + 1);
    expect(part.part?.own).toEqual({ from: loaded.scenario.from, to: loaded.scenario.to });
    expect(JSON.stringify(result.ledger)).toBe(JSON.stringify(simulation.engine.ledger));
  });
});
