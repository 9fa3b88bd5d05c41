import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScenarioRun } from '../../../../src/broker/runtime/run-scenario.js';
import { runTable } from '../../../../src/cli/output/run-table.js';
import { printTo } from '../../../../src/cli/output/terminal/print.js';

const RED = '\u001b[31m';

/** A run as far as the table reads it. @param results - whether each check holds. */
function run(name: string, balance: string, results: readonly boolean[] = []): ScenarioRun {
  const account = {
    pl: '-12.3456',
    unrealizedPL: '2.0000',
    financing: '-0.5000',
    commission: '1.0000',
    guaranteedExecutionFees: '0.2500',
    balance,
    currency: 'USD',
  };
  return {
    loaded: { scenario: { name } },
    result: { ticks: 337_580, ledger: Array(1_000), trades: Array(494), accounts: [account] },
    hash: `sha256:${'ab'.repeat(32)}`,
    expectations: results.map(ok => ({ what: 'x', expected: '1', actual: '2', ok })),
  } as unknown as ScenarioRun;
}

function onTerminal(columns: number | undefined): void {
  printTo({ write: () => {}, isTerminal: columns !== undefined });
  vi.spyOn(process.stdout, 'columns', 'get').mockReturnValue(columns as number);
}

const widthOf = (table: string) =>
  Math.max(
    ...stripVTControlCharacters(table)
      .split('\n')
      .map(line => line.length),
  );

Object.defineProperty(process.stdout, 'columns', { get: () => undefined, configurable: true });
afterEach(() => {
  vi.restoreAllMocks();
  // Test files share this module: the next one reads what is written to stdout.
  printTo({ write: text => void process.stdout.write(text), isTerminal: false });
});

describe('the table of runs', () => {
  it.each([undefined, 60, 80, 100, 200])('fits a terminal of %s columns', async columns => {
    onTerminal(columns);
    for (const name of ['short', 'same-tick-take-profit-and-stop', 'x'.repeat(60)]) {
      const table = await runTable([run(name, '1000000.0000', [true])]);
      expect(widthOf(table), name).toBeLessThanOrEqual(columns ?? 80);
      expect(table).toContain('1000000.0000 USD');
    }
  });

  it('shows everything where there is room, and least of all leaves out what failed', async () => {
    onTerminal(200);
    const wide = await runTable([run('short', '10.0000', [true, false])]);
    for (const word of ['ticks', 'transactions', '494', 'abababababab']) {
      expect(wide).toContain(word);
    }
    onTerminal(60);
    const narrow = await runTable([run('short', '10.0000', [true, false])]);
    expect(narrow).not.toContain('transactions');
    expect(narrow).toContain('1 of 2 failed');
  });

  it('has the net profit first, and counts no trades that a table of figures counts', async () => {
    onTerminal(200);
    const table = await runTable([run('a', '10.0000')]);
    const heads = stripVTControlCharacters(table)
      .split('\n')[1]
      ?.split('│')
      .map(head => head.trim());
    expect(heads?.slice(1, 4)).toEqual(['scenario', 'net profit', 'balance']);
    expect(table).toContain('-12.0956 USD');
    expect(await runTable([run('a', '10.0000')], true)).not.toContain('494');
  });

  it('is red where a check failed and nowhere else', async () => {
    onTerminal(200);
    expect(await runTable([run('a', '1', [true])])).not.toContain(RED);
    const table = await runTable([run('a', '1', [true]), run('b', '1', [false])]);
    expect(table.split(RED).length - 1).toBe(1);
    expect(table).toContain(`${RED}1 of 1 failed`);
    onTerminal(undefined);
    expect(await runTable([run('b', '1', [false])])).not.toContain('\u001b');
  });
});
