/** Imports and generators that are stopped in the middle, by a signal or by the disk. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MAIN } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';

/** So many that writing them, zipped, takes a while. */
const ROWS = 80_000;
const PAUSE_MILLIS = 2;

/** A folder with a tick file, and an empty one for what is imported. */
function place(): { readonly source: string; readonly folder: string; readonly out: string } {
  const source = join(temporaryFolder(), 'EUR_USD.csv');
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const points = String(((row * 37) % 9000) + 10_000);
    return `${1_709_535_600_000 + row * 1000},1.${points},1.${Number(points) + 7}`;
  });
  writeFileSync(source, `time,bid,ask\n${rows.join('\n')}\n`);
  const folder = temporaryFolder();
  return { source, folder, out: join(folder, 'EUR_USD.csv.gz') };
}

/** Starts an import and holds it still in the middle of writing. */
async function heldImport(source: string, folder: string, out: string): Promise<ChildProcess> {
  const before = readdirSync(folder);
  const child = spawn(process.execPath, [MAIN, 'ticks', 'import', source, '--out', out]);
  for (;;) {
    const name = readdirSync(folder).find(each => !before.includes(each));
    if (name?.endsWith('.tmp') && statSync(join(folder, name)).size > 0) break;
    expect([child.exitCode, name ?? '']).toEqual([null, expect.stringMatching(/^$|\.tmp$/)]);
    await pause(PAUSE_MILLIS);
  }
  child.kill('SIGSTOP');
  return child;
}

function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<unknown> {
  const end = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  child.kill('SIGCONT');
  return end;
}

const importTo = (source: string, out: string) =>
  spawnSync(process.execPath, [MAIN, 'ticks', 'import', source, '--out', out], {
    timeout: patience(120_000),
  }).status;

it(
  'an import leaves alone what a live one writes, and removes what a killed one left',
  async () => {
    const { source, folder, out } = place();
    const child = await heldImport(source, folder, out);
    const unfinished = readdirSync(folder);
    expect(importTo(source, out)).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['EUR_USD.csv.gz', ...unfinished]);
    await ended(child, 'SIGKILL');
    expect(readdirSync(folder).toSorted()).toEqual(['EUR_USD.csv.gz', ...unfinished]);
    expect(importTo(source, out)).toBe(0);
    expect(readdirSync(folder)).toEqual(['EUR_USD.csv.gz']);
  },
  patience(60_000),
);

it(
  'an import that is interrupted leaves nothing',
  async () => {
    const { source, folder, out } = place();
    const child = await heldImport(source, folder, out);
    await ended(child, 'SIGINT');
    expect(readdirSync(folder)).toEqual([]);
  },
  patience(60_000),
);

it(
  'files that may not grow any more are named, with exit code 2, and leave nothing',
  () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'ticks'));
    const limited = (...args: readonly string[]) =>
      spawnSync(
        '/bin/sh',
        ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, MAIN, ...args],
        { timeout: patience(120_000), cwd: folder, encoding: 'utf8' },
      );
    const period = ['--from', '2024-03-04T00:00:00Z', '--to', '2024-03-08T00:00:00Z'];
    const out = join('ticks', 'EUR_USD.csv');
    const made = limited('ticks', 'generate', '--instrument', 'EUR_USD', ...period, '--out', out);
    expect([made.status, made.stderr]).toEqual([
      2,
      `${out}: cannot be written (EFBIG: the file would be larger than is allowed)\n`,
    ]);
    expect(readdirSync(join(folder, 'ticks'))).toEqual([]);
    const started = limited('init', 'project');
    expect([started.status, started.stderr]).toEqual([
      2,
      expect.stringMatching(/^project\/ticks\/EUR_USD\.csv\.gz: cannot be written \(EFBIG: /),
    ]);
    expect(readdirSync(join(folder, 'project'))).toEqual([]);
  },
  patience(60_000),
);
