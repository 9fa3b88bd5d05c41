import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';

/** Signals to the built command line, while it computes. */

const POLL_MS = 20;

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience(60_000),
    killSignal: 'SIGKILL',
  });
}

/** Resolves when the process says `words` on stderr. */
async function says(child: ChildProcess, words: string): Promise<void> {
  let said = '';
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk);
    if (said.includes(words)) return;
  }
  throw new Error(`ended without saying ${words}: ${said}`);
}

/** The text of stdout so far. */
function collected(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', piece => {
    text += piece;
  });
  return () => text;
}

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** What became of the process after the signal: code or signal. */
async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(child, 'close');
  child.kill(signal);
  const [code, by] = await ended;
  return code ?? by;
}

const LOOP = "process.stderr.write('looping'); for (;;);";

describe('Ctrl-C', () => {
  it.each([
    ['run', 'while a hook loops', `export const strategy = () => ({ onTick() { ${LOOP} } });`],
    ['run', 'while a module loops', `${LOOP} export const strategy = () => ({});`],
    ['run', 'while a factory loops', `export const strategy = () => { ${LOOP} };`],
    ['audit', 'while a hook loops', `export const strategy = () => ({ onTick() { ${LOOP} } });`],
  ])('ends %s with 130 %s', async (command, _when, source) => {
    const file = await strategyScenario(source);
    const child = start(command, file);
    await says(child, 'looping');
    expect(await endOf(child, 'SIGINT')).toBe(130);
  });

  it('ends a run with nothing of its folder left, nor beside it', async () => {
    const file = await strategyScenario(
      `export const strategy = () => ({ onStop() { ${LOOP} } });`,
    );
    const out = join(dirname(file), 'out');
    const before = readdirSync(dirname(file));
    const child = start('run', file, '--no-cache', '--out', out);
    await says(child, 'looping');
    expect(await endOf(child, 'SIGINT')).toBe(130);
    expect(readdirSync(dirname(file))).toEqual(before);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'has a sister in %s, which ends a run with %i and removes its folder',
    async (signal, code) => {
      const file = await strategyScenario(
        `export const strategy = () => ({ onStop() { ${LOOP} } });`,
      );
      const before = readdirSync(dirname(file));
      const child = start('run', file, '--no-cache', '--out', join(dirname(file), 'out'));
      await says(child, 'looping');
      expect(await endOf(child, signal)).toBe(code);
      expect(readdirSync(dirname(file))).toEqual(before);
    },
  );

  it('ends a study, whose threads loop, with 130', async () => {
    const file = await strategyScenario(
      `export const strategy = () => ({ onTick() { ${LOOP} } });`,
      '{ a: 1 }',
    );
    const study = join(dirname(file), 'study.yaml');
    writeFileSync(
      study,
      'version: 1\nname: looping\nscenario: scenario.yaml\naxes: { a: [1, 2] }\n',
    );
    const child = start('sweep', study, '--workers', '2');
    await says(child, 'looping');
    expect(await endOf(child, 'SIGINT')).toBe(130);
  });

  it('ends ticks generate and what it has half written, with 130', async () => {
    const folder = temporaryFolder();
    const span = ['--from', '2020-01-01T00:00:00Z', '--to', '2020-02-01T00:00:00Z'];
    const args = ['--instrument', 'EUR_USD', ...span, '--out', folder];
    const child = start('ticks', 'generate', ...args);
    for (;;) {
      if (readdirSync(folder).length > 0) break;
      await wait(POLL_MS);
    }
    expect(await endOf(child, 'SIGINT')).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps a ledger that was there, when the run that replaces it is ended', async () => {
    const source = (hook: string) => `export const strategy = () => ({ ${hook} });`;
    const file = await strategyScenario(source(''));
    const out = join(dirname(file), 'out');
    const [code] = await once(start('run', file, '--out', out), 'exit');
    expect(code).toBe(0);
    const ledger = readFileSync(join(out, 'ledger.ndjson'), 'utf8');
    writeFileSync(join(dirname(file), 'strategy.ts'), source(`onTick() { ${LOOP} }`));
    const child = start('run', file, '--out', out);
    await says(child, 'looping');
    expect(await endOf(child, 'SIGINT')).toBe(130);
    expect(readFileSync(join(out, 'ledger.ndjson'), 'utf8')).toBe(ledger);
  });
});

describe('a signal to a search', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'of faults that break a strategy: %s says what was tried and ends with %i',
    async (signal, code) => {
      const file = await strategyScenario(
        `globalThis.runs ??= 0;
export const strategy = () => {
  globalThis.runs += 1;
  return { onTick() { if (globalThis.runs > 4) { ${LOOP} } } };
};`,
      );
      const child = start('campaign', file);
      const stdout = collected(child);
      await says(child, 'looping');
      expect(await endOf(child, signal)).toBe(code);
      expect(stdout()).toBe(`${file}: stopped; nothing broke in 2 schedules of faults so far\n`);
    },
  );

  it('of faults that break a program: SIGTERM says what was tried, and leaves no child', async () => {
    const file = await strategyScenario('export const strategy = () => ({});');
    const folder = dirname(file);
    const [program, runs] = ['program.mjs', 'runs'].map(name => join(folder, name)) as [
      string,
      string,
    ];
    // The first run that waits is ended by the signal; those before it end by themselves.
    const source = `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(runs)}, process.pid + '\\n');
const count = readFileSync(${JSON.stringify(runs)}, 'utf8').trim().split('\\n').length;
if (count > 4) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
`;
    writeFileSync(program, source);
    const child = start('campaign', file, '--stall-limit', '3600', '--', process.execPath, program);
    const stdout = collected(child);
    const pids = () => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : []);
    await vi.waitFor(() => expect(pids()).toHaveLength(5), patience(60_000));
    expect(await endOf(child, 'SIGTERM')).toBe(143);
    expect(stdout()).toContain(`${file}: stopped; nothing broke in 2 schedules of faults so far\n`);
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), patience(10_000));
  });

  it('of faults, with --json, gives the same as a document', async () => {
    const file = await strategyScenario(
      `export const strategy = () => ({ onTick() { ${LOOP} } });`,
    );
    const child = start('campaign', file, '--json');
    const stdout = collected(child);
    await says(child, 'looping');
    expect(await endOf(child, 'SIGINT')).toBe(130);
    expect(JSON.parse(stdout())).toEqual({ scenario: file, kind: 'stopped', runs: 0 });
  });

  it('of parameters says how many runs are done, and which is the best', async () => {
    const source = `export const strategy = ({ a }) => ({
  onTick() { if (a > 2) { ${LOOP} } },
});`;
    const file = await strategyScenario(source, '{ a: 1 }');
    const study = join(dirname(file), 'study.yaml');
    const text = 'name: partly\nscenario: scenario.yaml\nrank: netProfit\naxes: { a: [1, 2, 3] }\n';
    writeFileSync(study, `version: 1\n${text}`);
    const out = join(dirname(file), 'out');
    const child = start('sweep', study, '--workers', '1', '--out', out);
    const stdout = collected(child);
    await says(child, 'looping');
    expect(await endOf(child, 'SIGTERM')).toBe(143);
    expect(stdout()).toBe(
      `partly: stopped after 2 of 3 runs\nbest so far: run 1 (a 1): netProfit 0\nthe same command continues in ${out}\n`,
    );
  });
});

describe('the progress of a search', () => {
  it('is said at its start, without a terminal too', async () => {
    const file = await strategyScenario(
      `export const strategy = () => ({ onTick() { ${LOOP} } });`,
    );
    const child = start('campaign', file, '--runs', '7');
    await says(child, 'searching: 0 of 7 runs\n');
    expect(await endOf(child, 'SIGINT')).toBe(130);
  });
});

describe('SIGHUP', () => {
  it('ends serve as SIGTERM does: with 0, when all is done', async () => {
    const child = start('serve', '--port', '0', '--json');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    expect(await endOf(child, 'SIGHUP')).toBe(0);
  });
});
