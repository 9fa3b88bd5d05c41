/**
 * One program run as a child process and bounded in time, with what it cost.
 * Peak memory comes from GNU time where that is installed, else it is unknown.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../../../core/base/present.js';

const GNU_TIME = '/usr/bin/time';
const ERROR_CHARACTERS = 160;
const OUTPUT_CHARACTERS = 16_000_000;

/** What to run. */
export interface PeerProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly secondsMax: number;
  /** Added to the environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** How it went; `error` is there when it failed or ran out of time. */
export interface PeerOutcome {
  readonly output: string;
  readonly seconds: number;
  readonly peakMegabytes?: number;
  readonly error?: string;
}

/**
 * Runs a program to its end and measures wall time and peak memory. Certificates that Node reads at
 * its start are left out of the environment: they cost time that belongs to no engine.
 */
export async function measured(program: PeerProgram): Promise<PeerOutcome> {
  const environment = { NODE_EXTRA_CA_CERTS: undefined, ...program.environment };
  if (!existsSync(GNU_TIME)) return run({ ...program, environment });
  const report = join(program.folder, 'peak-kilobytes.txt');
  const { command, args } = program;
  const outcome = await run({
    ...program,
    environment,
    command: GNU_TIME,
    args: ['-f', '%M', '-o', report, command, ...args],
  });
  const text = await readFile(report, 'utf8').catch(() => '');
  const kilobytes = Number(text.trim().split('\n').at(-1));
  return kilobytes > 0 ? { ...outcome, peakMegabytes: kilobytes / 1024 } : outcome;
}

/** Runs a program to its end; never throws. Its whole process group ends with the time allowed. */
export function run({
  command,
  args,
  folder,
  secondsMax,
  environment,
}: PeerProgram): Promise<PeerOutcome> {
  return new Promise(resolve => {
    const started = process.hrtime.bigint();
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let errors = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, secondsMax * 1000);
    const finish = (error?: string) => {
      clearTimeout(timer);
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      resolve({ output, seconds, ...present({ error }) });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    child.on('error', ({ message }) => finish(message));
    child.on('close', code => {
      if (late) finish(`took more than ${secondsMax} s`);
      else finish(code === 0 ? undefined : lastLine(errors) || `ended with code ${code}`);
    });
  });
}

/** The last line that says something, without addresses and paths of this machine. */
function lastLine(text: string): string {
  const lines = text
    .split('\n')
    .filter(line => /[a-z]/i.test(line) && !/^\s*\[notice\]/.test(line));
  const last = lines.filter(line => !/^Command exited|complete log of/.test(line)).at(-1) ?? '';
  return last
    .replace(/https?:\/\/\S+/g, 'the registry')
    .replace(/host='[^']*'/g, 'the registry')
    .replace(/(?:\/[\w.@+-]+){2,}/g, 'a path')
    .trim()
    .slice(0, ERROR_CHARACTERS);
}
