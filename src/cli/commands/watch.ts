/**
 * `orrery run --watch`: runs scenarios again whenever one of them, or a source file of its strategy,
 * is saved. Each run is a process of its own, so that a strategy never meets what an earlier run
 * left behind; a run that is under way is ended when its sources change.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../core/base/input-error.js';
import { loadStrategyPart } from '../../data/storage/scenario/scenario-file.js';
import { strategySources } from '../../data/storage/strategy/strategy-sources.js';
import { interrupted } from '../exit/interrupted.js';

/** An editor writes a file in several steps; a run begins when this time has passed after one. */
const SETTLE_MILLIS = 100;

/** Runs `files` with the flags of this process, again and again, until a signal comes. */
export async function watchRuns(
  files: readonly string[],
  allowPath: readonly string[],
): Promise<void> {
  const control = new AbortController();
  const { signal } = control;
  void interrupted().then(() => control.abort());
  while (!signal.aborted) {
    const sources = await sourcesOf(files, allowPath);
    process.stderr.write(`watching ${[...sources].map(file => relative('', file)).join(', ')}\n`);
    const changed = firstChange(sources, signal);
    const run = startRun();
    await changed;
    await end(run);
    if (!signal.aborted) await wait(SETTLE_MILLIS);
  }
}

/** The scenario files and the sources of their strategies. A broken scenario counts by itself. */
async function sourcesOf(
  files: readonly string[],
  allowPath: readonly string[],
): Promise<ReadonlySet<string>> {
  const sources = new Set(files.map(file => resolve(file)));
  for (const file of files) {
    try {
      const { strategies } = await loadStrategyPart(file, { allowPath });
      for (const { path } of strategies) {
        for (const source of (await strategySources(path)).keys()) sources.add(source);
      }
    } catch (error) {
      // The run itself says what is wrong with it.
      if (!(error instanceof InputError)) throw error;
    }
  }
  return sources;
}

/** Resolves when a file of `sources` was written, renamed or removed, or when `signal` says stop. */
async function firstChange(sources: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const watching = new AbortController();
  const both = AbortSignal.any([signal, watching.signal]);
  // Folders are watched, because many editors put a new file in the place of the old one.
  const folders = new Set([...sources].map(source => dirname(source)));
  const saved = new Promise<void>(done => {
    signal.addEventListener('abort', () => done(), { once: true });
    for (const folder of folders) {
      const names = new Set(
        [...sources].filter(own => dirname(own) === folder).map(own => basename(own)),
      );
      watch(folder, { signal: both }, (_event, name) => {
        if (name !== null && names.has(name)) done();
      });
    }
  });
  await saved;
  watching.abort();
}

/** Starts this command without `--watch`. */
function startRun(): ChildProcess {
  const [program = '', ...words] = process.argv.slice(1);
  const args = words.filter(word => !/^--watch(=|$)/.test(word));
  return spawn(process.execPath, [...process.execArgv, program, ...args], { stdio: 'inherit' });
}

async function end(run: ChildProcess): Promise<void> {
  if (run.exitCode !== null || run.signalCode !== null) return;
  const ended = once(run, 'exit');
  run.kill('SIGTERM');
  await ended;
}
