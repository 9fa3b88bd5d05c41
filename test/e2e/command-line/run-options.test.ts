import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../../support/files/paths.js';
import { strategyScenario } from '../../support/files/strategy-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { commandHere } from '../../support/process/in-process.js';
import { scenario } from '../../support/process/orrery.js';

/** Buys `units` once, and says so through a module of its own. */
const BUYER = `import { told } from './told.ts';
export const parameters = { units: { type: 'integer', default: 100, describe: 'units to buy' } };
export function strategy({ units }) {
  let isFirst = true;
  return {
    onTick(context) {
      if (isFirst) context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(units) });
      isFirst = false;
    },
    onStop() { console.log(told + ' ' + units); },
  };
}
`;

async function buyer(): Promise<string> {
  const file = await strategyScenario(BUYER, '{ units: 100 }');
  writeFileSync(join(dirname(file), 'told.ts'), "export const told: string = 'bought';\n");
  return file;
}

describe('a run with other values', () => {
  it('says so, keeps them with its folder, and is replayed with them', async () => {
    const file = await buyer();
    const out = join(temporaryFolder(), 'out');
    const flags = ['--param', 'units=700', '--balance', '5000.5', '--out', out];
    const { status, stdout, stderr } = await commandHere(['run', file, ...flags]);
    expect(status).toBe(0);
    expect(stderr).toContain('bought 700');
    expect(stderr).toContain('run with units 700, balance 5000.5, not with the values of the file');
    expect(stdout.endsWith(`report ${join(out, 'report.html')}\n`)).toBe(true);
    expect(readFileSync(join(out, 'ledger.ndjson'), 'utf8')).toContain('"amount":"5000.5000"');
    expect((await commandHere(['verify', out])).stdout).toMatch(/^identical sha256:/);
  });

  it('refuses what is no value of the scenario, with 2', async () => {
    const file = await buyer();
    const refusals = [
      [['--param', 'units'], '--param: must be NAME=VALUE, was units'],
      [['--param', 'units=1', '--param', 'units=2'], '--param: units is given twice'],
      [['--param', 'unit=1'], 'strategy.params.unit: unknown parameter (did you mean units?)'],
      [['--param', 'units=1.5'], 'strategy.params.units: must be'],
      [['--balance', '1', '--update'], '--update: cannot be given with'],
      [['--watch', '--update'], '--watch: cannot be given with --update'],
    ] as const;
    for (const [flags, message] of refusals) {
      const { status, stderr } = await commandHere(['run', file, ...flags]);
      expect([status, stderr.includes(message)], stderr).toEqual([2, true]);
    }
  });

  it('prints no report line without a folder', async () => {
    expect((await commandHere(['run', scenario('limit-order')])).stdout).not.toContain('report');
  });
});

describe('run --watch', () => {
  it('runs again when the scenario or a file of its strategy is saved, until Ctrl-C', async () => {
    const file = await buyer();
    const child = spawn(process.execPath, [MAIN, 'run', file, '--watch'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: patience(60_000),
      killSignal: 'SIGKILL',
    });
    let said = '';
    const chunks = child.stderr[Symbol.asyncIterator]();
    const hear = async (words: string) => {
      while (!said.includes(words)) said += String((await chunks.next()).value);
    };
    await hear('bought 100');
    writeFileSync(join(dirname(file), 'told.ts'), "export const told = 'owned';\n");
    await hear('owned 100');
    writeFileSync(file, readFileSync(file, 'utf8').replace('units: 100', 'units: 300'));
    await hear('owned 300');
    writeFileSync(file, 'version: 1\n');
    await hear('missing key name');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    for await (const _rest of child.stderr);
    expect(await ended).toEqual([0, null]);
  });
});
