import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { schemaText } from '../../src/cli/commands/schema.js';
import { audit } from '../../src/core/ledger/audit.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import { publishedValues, valuesIn } from '../support/contract/published-values.js';
import { transactionFaults } from '../support/contract/transaction-faults.js';
import { expectNumbersOrReasons, expectSums } from '../support/figures/shipped-figures.js';
import { ROOT, scenarioFiles } from '../support/files/paths.js';
import { WITHOUT_SCENARIO } from './without-scenario.js';

const files = scenarioFiles();
/** Accounts of the runs so far that have closed all their trades, by scenario. */
const closedOnly = new Map<string, number>();
/** Types of transactions and reasons that the runs so far have brought about. */
const shown = new Set<string>();

describe('shipped scenarios', () => {
  it('are at least 40 and all listed in the README', () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    const readme = readFileSync(join(ROOT, 'scenarios', 'README.md'), 'utf8');
    for (const file of files) expect(readme).toContain(`(${basename(file)})`);
  });

  it.each(files.map(file => [basename(file, '.yaml'), file]))(
    '%s gives its golden ledger, clean books, and the same ledger again from its journal and tick by tick; schemas and figures describe it',
    async (name, file) => {
      const run = await runScenario(file);
      expect(run.loaded.scenario.name).toBe(name);
      expect(run.loaded.scenario.expect.ledger).toBeDefined();
      expect(run.expectations.filter(each => !each.ok)).toEqual([]);
      for (const cell of run.result.engine.state.cells) {
        expect(audit(cell.state, cell.log.since(0), cell.market)).toEqual([]);
      }
      expect(transactionFaults(run.result.ledger)).toEqual([]);
      for (const value of run.result.ledger.flatMap(valuesIn)) shown.add(value);
      closedOnly.set(name, expectSums(run));
      expectNumbersOrReasons(run);
      const again = runBacktest(run.loaded.scenario, { recorded: run.result.commands });
      expect(JSON.stringify(again.ledger)).toBe(JSON.stringify(run.result.ledger));
      const every = await runScenario(file, { replay: 'every-tick' });
      expect(every.hash).toBe(run.hash);
      expect(every.result.equity).toEqual(run.result.equity);
    },
  );

  it('have figures that add up, also where all trades are closed', () => {
    const counts = [...closedOnly.values()];
    // A part of the scenarios, chosen by name, has fewer of them.
    if (counts.length < files.length) return;
    expect(counts.reduce((total, count) => total + count, 0)).toBeGreaterThan(20);
  });

  it('bring about every published type and reason, except those that are listed with their cause', () => {
    // A part of the scenarios, chosen by name, brings about fewer of them.
    if (closedOnly.size < files.length) return;
    const listed = WITHOUT_SCENARIO.flatMap(({ values }) => values);
    const missing = [...publishedValues()].filter(value => !shown.has(value)).sort();
    expect([...listed].sort()).toEqual(missing);
  });

  it('are described by the schema that stands beside them', () => {
    const committed = readFileSync(join(ROOT, 'scenarios', 'scenario.schema.json'), 'utf8');
    expect(committed).toBe(`${schemaText()}\n`);
  });
});
