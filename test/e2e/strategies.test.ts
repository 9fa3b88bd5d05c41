import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { commandHere } from '../support/process/in-process.js';

/** Strategies on the built command line. */

function orrery(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    cwd: ROOT,
    env: { ...process.env, ...env },
    timeout: patience(60_000),
  });
  return { status, stdout, stderr };
}

/** What `npm WORDS` prints in a folder. @throws when it ends with another code than 0. */
function npm(folder: string, ...words: readonly string[]): string {
  const shell = process.platform === 'win32';
  return execFileSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    shell,
    timeout: patience(60_000),
  });
}

/** What a module prints that Node runs in a folder. */
function node(folder: string, module: string): string {
  const args = ['--input-type=module', '--eval', module];
  const timeout = patience(60_000);
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout });
}

/** Says whether its hook can be ended: the limit of a hook is a script that Node ends. */
const GUARDED = `Error.stackTraceLimit = 200;
export const strategy = () => ({
  onTick() {
    throw new Error(new Error().stack.includes('runInThisContext') ? 'has a limit' : 'has none');
  },
});`;

describe('a hook that never returns', () => {
  it('has the limit of run in an audit and in a sweep, too', async () => {
    const file = await strategyScenario(GUARDED);
    const study = join(dirname(file), 'study.yaml');
    const axes = 'axes: { any: [1, 2] }\nrank: netProfit\n';
    writeFileSync(study, `version: 1\nname: limits\nscenario: ${basename(file)}\n${axes}`);
    for (const words of [
      ['run', file],
      ['audit', file],
      ['sweep', study],
    ]) {
      const { stdout, stderr } = orrery(words);
      expect(`${stdout}${stderr}`, words[0]).toContain('has a limit');
    }
  });
});

describe('orrery run', () => {
  it('of a strategy that runs out of memory ends with 2 and names file, hook and time', async () => {
    const file = await strategyScenario(`const kept = [];
export const strategy = () => ({
  onTick() {
    for (;;) kept.push(new Array(1000).fill(1));
  },
});`);
    const few = { NODE_OPTIONS: '--max-old-space-size=64' };
    const { status, stderr } = orrery(['run', file], few);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `${join(dirname(file), 'strategy.ts')}: onTick at 2024-03-05T10:00:00.000000000Z: ran out of memory`,
    );
  });

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
      `${join(dirname(file), 'strategy.ts')}:6:38: onTransaction at 2024-03-05T10:00:00.000000000Z: enough\n`,
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

/** What a strategy does outside of its hooks, and the rule that the error names. */
const ODD_ENDS: readonly (readonly [name: string, code: string, rule: string])[] = [
  ['ends the process', 'process.exit(0)', 'ended the process; a strategy must not do that'],
  [
    'throws in a timer',
    "setTimeout(() => { throw new Error('late'); })",
    'threw outside of its hooks: late',
  ],
  [
    'throws what has no words in a timer',
    'setTimeout(() => { throw { toString() { throw 1; } }; })',
    'threw outside of its hooks: threw a value of type object',
  ],
  [
    'rejects a promise',
    "void Promise.reject(new TypeError('late'))",
    'rejected a promise outside of its hooks: TypeError: late',
  ],
  [
    'rejects a promise with undefined',
    'void Promise.reject()',
    'rejected a promise outside of its hooks: threw undefined',
  ],
];

/** The command ends with 2 when a strategy does `code` at its start, and says `rule`. */
async function expectRefused(command: string, code: string, rule: string): Promise<void> {
  const file = await strategyScenario(
    `export const strategy = () => ({ onStart() { ${code}; } });`,
  );
  const { status, stdout, stderr } = orrery([command, file]);
  expect(stderr).toBe(`${join(dirname(file), 'strategy.ts')}: ${rule}\n`);
  expect([status, stdout]).toEqual([2, '']);
}

describe('orrery run of a strategy without limits', () => {
  it('keeps stdout for results when it logs', async () => {
    const file = await strategyScenario(`console.log('loaded');
export const strategy = () => ({ onStart() { console.log('hello'); } });`);
    const { status, stdout, stderr } = orrery(['run', file, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).scenario).toBe('test');
    expect(stderr).toContain('loaded\nhello\n');
  });

  it('keeps what it writes to stdout out of the results, also while it is loaded', async () => {
    const file = await strategyScenario(`process.stdout.write('loaded ');
export const strategy = () => ({ onStart() { process.stdout.write('started\\n'); } });`);
    const { status, stdout, stderr } = orrery(['run', file, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).scenario).toBe('test');
    expect(stderr).toBe('loaded started\n');
  });

  it.each(ODD_ENDS)(
    'ends with 2 and its name, and prints nothing, when it %s',
    async (_name, code, rule) => {
      await expectRefused('run', code, rule);
    },
  );

  // An audit runs strategies in the same way; one case of each kind shows it.
  it.each(ODD_ENDS.filter(([name]) => name === 'ends the process' || name === 'rejects a promise'))(
    'ends an audit with 2 too when it %s',
    async (_name, code, rule) => {
      await expectRefused('audit', code, rule);
    },
  );

  it('ends with 2 and a message when it exits while it is loaded', async () => {
    const { status, stdout, stderr } = orrery(['run', await strategyScenario('process.exit(0);')]);
    expect(stderr).toContain('ended the process');
    expect([status, stdout, stderr.split('\n').length]).toEqual([2, '', 2]);
  });

  it.each([
    [
      'a getter that throws',
      "export const strategy = () => ({ get onTick() { throw new Error('no'); } });",
      'strategy: cannot be read: no',
    ],
    [
      'a proxy that throws',
      "export const strategy = () => new Proxy({}, { get() { throw new Error('no'); } });",
      'cannot be read: no',
    ],
    [
      'a getter that throws the second time',
      `let asked = 0;
export const strategy = () => ({ get candles() { if (asked++ > 1) throw new Error('no'); return []; } });`,
      'cannot be read: no',
    ],
    [
      'an error whose message throws',
      `class Odd extends Error { get message() { throw 1; } }
export const strategy = () => ({ onStart() { throw new Odd(); } });`,
      'onStart at 2024-03-05T10:00:00.000000000Z: threw something that cannot be read',
    ],
    [
      'an error in the factory whose message throws',
      `class Odd extends Error { get message() { throw 1; } }
export const strategy = () => { throw new Odd(); };`,
      'refused by strategy.ts: threw something that cannot be read',
    ],
    [
      'an error while it is loaded that cannot be read',
      'throw new Proxy({}, { getPrototypeOf() { throw 1; } }); export const strategy = 1;',
      'cannot be loaded: threw something that cannot be read',
    ],
    [
      'a returned value that throws when it is read',
      `export const strategy = () => ({
  onStart() { return new Proxy({}, { get() { throw new Error('no'); } }); },
});`,
      'must return nothing, returned a value of type object',
    ],
    [
      'parameters that throw when they are read',
      `export const parameters = { fast: { get type() { throw new Error('no'); } } };
export const strategy = () => ({});`,
      'parameters: no',
    ],
  ])('is told of %s, with 2', async (_name, source, rule) => {
    const { status, stdout, stderr } = await commandHere(['run', await strategyScenario(source)]);
    expect(stderr).toContain(rule);
    expect([status, stdout, stderr.split('\n').length]).toEqual([2, '', 2]);
  });

  it('does not keep the run from ending by a timer that it leaves behind', async () => {
    const file = await strategyScenario(
      'export const strategy = () => ({ onStart() { setInterval(() => {}, 1000); } });',
    );
    expect(orrery(['run', file])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('orrery audit', () => {
  it('passes what looks at the past, with 0', () => {
    const { status, stdout } = orrery(['audit', 'scenarios/breakout.yaml', '--instants', '2']);
    expect(stdout).toContain('none changed when the prices after 2 instants were replaced');
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
  it('makes a project whose printed next steps work, from a folder of this repository', () => {
    const folder = join(temporaryFolder(), 'My Project');
    const { status, stdout } = orrery(['init', folder]);
    expect(status).toBe(0);
    expect(stdout).toContain('strategies/momentum.ts');
    expect(stdout).toContain(`The project uses the Orrery in ${resolve(ROOT)}`);
    expect(stdout).toContain(`Next: cd "${folder}" && npm install && npm test\n`);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest.name).toBe('my-project');

    // Linked folders need no registry; --offline holds npm to that.
    const typescript = `file:${join(ROOT, 'node_modules', 'typescript')}`;
    const linked = { ...manifest, devDependencies: { typescript } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(linked));
    npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
    npm(folder, 'run', 'types');
    expect(npm(folder, 'start')).toContain('starter');
    npm(folder, 'test');
    expect(existsSync(join(folder, 'out', 'run', 'ledger.ndjson'))).toBe(true);
    for (const name of ['scenario.yaml', 'study.yaml']) {
      const [, schema = ''] = /\$schema=(\S+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      expect(existsSync(join(folder, schema)), name).toBe(true);
    }
    const address = "import.meta.resolve('orrery-fx/strategy')";
    expect(node(folder, `console.log(${address})`)).toContain('/dist/core/strategy/strategy.js');
  });

  it('refuses a folder that is not empty', async () => {
    const { status, stderr } = await commandHere(['init', ROOT]);
    expect(status).toBe(2);
    expect(stderr).toContain('must be empty');
  });
});
