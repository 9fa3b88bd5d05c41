/** `orrery exec` as a process of its own, and the programs that it runs in tests. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { MAIN, ROOT } from '../files/paths.js';
import { temporaryFile } from '../files/temporary.js';

/** What came of a run. */
export interface Executed {
  /** The exit code, or the signal that ended it. */
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** The part of the JSON document about the program. */
export interface ExecDocument {
  readonly ledger: { readonly sha256: string; readonly transactions: number };
  readonly exec: {
    readonly exitCode: number;
    readonly ending: string;
    readonly now: string;
    readonly requests: Readonly<Record<string, number>>;
    readonly answers: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly generated: readonly string[];
    readonly refusals: readonly { readonly kind: string; readonly count: number }[];
    readonly isAllRefused: boolean;
    readonly refused: Readonly<Record<string, number>>;
    readonly notHeld: Readonly<Record<string, number>>;
    readonly tlsFailed: Readonly<Record<string, number>>;
    readonly limits: Readonly<Record<string, number>>;
    readonly faults: Readonly<Record<string, number>>;
  };
}

/**
 * A scenario for programs to which the market does not matter: to make prices up, as `exec` does without
 * a scenario, takes a quarter of its start.
 */
const PLAIN = [
  '--scenario',
  join(ROOT, 'test/support/exec/plain-week.yaml'),
  '--allow-path',
  'data',
];

/**
 * Starts `orrery exec` with arguments. @param onStderr - hears what it says, with its process id.
 * @param env - added to the environment.
 */
export function exec(
  args: readonly string[],
  onStderr: (text: string, pid: number) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Executed> {
  const child = spawn(process.execPath, [MAIN, 'exec', ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', piece => {
    stdout += piece;
  });
  child.stderr.on('data', piece => {
    stderr += piece;
    onStderr(stderr, child.pid ?? 0);
  });
  return new Promise(resolve => {
    child.once('close', (code, signal) =>
      resolve({ status: code ?? String(signal), stdout, stderr }),
    );
  });
}

/** The same on a plain week with EUR_USD. */
export const execPlain: typeof exec = (args, ...more) => exec([...PLAIN, ...args], ...more);

/** What the program itself said on stderr, where `--json` sends its stdout too. */
export function saidBy({ stderr }: Executed): string {
  const lines = stderr.split('\n').filter(line => !line.startsWith('orrery exec: '));
  return lines.join('\n');
}

/** The document on stdout. */
export function documentOf({ stdout }: Executed): ExecDocument {
  return JSON.parse(stdout) as ExecDocument;
}

/** The command that runs a Node program. @param text - its source, an ES module. */
export function nodeProgram(text: string): readonly string[] {
  return [process.execPath, temporaryFile('bot.mjs', text)];
}

/** The same without preload: nothing but the environment's proxies leads it to the front. */
export function unheld(command: readonly string[]): readonly string[] {
  return ['env', '-u', 'NODE_OPTIONS', ...command];
}
