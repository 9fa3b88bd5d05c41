import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/paths.js';
import { strategyScenario } from '../support/strategy-scenario.js';
import { temporaryFolder } from '../support/temporary.js';

/** Strategies on the built command line. */

function orrery(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

describe('orrery run', () => {
  it('of a strategy that throws ends with 2, names file, hook and time, and keeps the ledger', async () => {
    const file = await strategyScenario(`export const strategy = () => ({
  onStart(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
  },
  onTransaction(context, { type }) {
    if (type === 'ORDER_FILL') throw new Error('enough');
  },
});`);
    const out = join(temporaryFolder(), 'out');
    const { status, stderr } = orrery(['run', file, '--out', out]);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `${join(dirname(file), 'strategy.ts')}: onTransaction at 2024-03-05T10:00:00.000000000Z: enough\n`,
    );
    const ledger = readFileSync(join(out, 'ledger.ndjson'), 'utf8').trim().split('\n');
    expect(ledger.map(line => JSON.parse(line).type)).toEqual([
      'CREATE',
      'CLIENT_CONFIGURE',
      'TRANSFER_FUNDS',
      'MARKET_ORDER',
      'ORDER_FILL',
    ]);
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(manifest.failure).toContain('onTransaction at');
    expect(orrery(['verify', out])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('orrery run of a strategy that knows no limits', () => {
  it('keeps stdout for results when it logs', async () => {
    const file = await strategyScenario(`console.log('loaded');
export const strategy = () => ({ onStart() { console.log('hello'); } });`);
    const { status, stdout, stderr } = orrery(['run', file, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).scenario).toBe('test');
    expect(stderr).toContain('loaded\nhello\n');
  });

  it('does not end with 0 when it ends the process', async () => {
    const file = await strategyScenario(
      'export const strategy = () => ({ onTick() { process.exit(0); } });',
    );
    const { status, stdout, stderr } = orrery(['run', file]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('a strategy may not end the process');
  });

  it('says in few lines that a promise of it was rejected', async () => {
    const file = await strategyScenario(`export const strategy = () => ({
  onStart() { Promise.reject(new Error('late')); },
});`);
    const { status, stderr } = orrery(['run', file]);
    expect(status).toBe(70);
    expect(stderr).toContain('nobody waited for it:\nError: late\n');
    expect(stderr.split('\n').every(line => line.length < 300)).toBe(true);
  });
});

describe('orrery audit', () => {
  it('passes what looks at the past, with 0', () => {
    const { status, stdout } = orrery(['audit', 'scenarios/breakout.yaml', '--instants', '2']);
    expect(stdout).toContain('none changed when prices after 2 instants did');
    expect(status).toBe(0);
  });

  it('names what changed, with 1', async () => {
    const file = await strategyScenario(`import { readFileSync } from 'node:fs';
export function strategy() {
  const last = readFileSync(new URL('./ticks.csv', import.meta.url), 'utf8').trim().split('\\n').at(-1);
  return {
    onStart(context) {
      const units = String(1 + (Number(last.split(',')[1].replace('.', '')) % 1000));
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
  };
}`);
    const { status, stdout } = orrery(['audit', file]);
    expect(status).toBe(1);
    expect(stdout).toContain('the strategy opened ./ticks.csv by itself');
    expect(stdout).toContain(
      'looks ahead: what happened at 2024-03-05T10:00:00.000000000Z changed',
    );
  });
});

describe('orrery init', () => {
  it('makes a project whose own tests pass', () => {
    const folder = join(temporaryFolder(), 'My Project');
    const { status, stdout } = orrery(['init', folder]);
    expect(status).toBe(0);
    expect(stdout).toContain('strategies/momentum.ts');
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name).toBe('my-project');
    // What `npm install` would do, from this repository.
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    symlinkSync(ROOT, join(modules, 'orrery'));
    const bin = join(modules, '.bin', 'orrery');
    writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
    execFileSync(process.execPath, ['--test', 'test/strategy.test.js'], {
      cwd: folder,
      env: { ...process.env, PATH: `${join(modules, '.bin')}:${process.env['PATH']}` },
    });
  });

  it('refuses a folder that is not empty', () => {
    const { status, stderr } = orrery(['init', ROOT]);
    expect(status).toBe(2);
    expect(stderr).toContain('must be empty');
  });
});
