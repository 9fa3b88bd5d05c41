/** Runs a Python program with the preload against a scripted server, in real or in virtual time. */

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ProcessTree } from '../../../src/exec/layers/process-tree.js';
import { ROOT } from '../files/paths.js';
import { patience } from '../patience.js';
import { type ControlLine, controlLine, type Said } from './control-line.js';
import { OneStimulus, type Script, type Served } from './one-stimulus.js';
import { AUTHORITY, type Held, scriptedServer } from './scripted-server.js';

/** The preload's folder, for PYTHONPATH. */
export const PRELOAD = join(ROOT, 'src', 'exec', 'preload', 'python');
/** The interpreter: `python3`, or the one that ORRERY_PYTHON names. */
export const PYTHON = process.env['ORRERY_PYTHON'] ?? 'python3';
export const HOSTS = 'api-fxpractice.oanda.com,stream-fxpractice.oanda.com';
/** Monday, 8 January 2024, 00:00 UTC: microseconds since 1970. */
export const START = Date.UTC(2024, 0, 8) * 1_000;

/** Whether there is a Python that the preload supports. */
export function hasPython(): boolean {
  const { stdout } = spawnSync(PYTHON, ['-c', 'import sys; print(sys.version_info >= (3, 9))']);
  return String(stdout).trim() === 'True';
}

/** A program that hangs is ended before the test runner gives up, so that the test can say why. */
const LONGEST_MS = patience(60_000);

/** How a program is run; what is left out is as in `orrery exec`. */
export interface RunOptions {
  readonly isVirtual?: boolean;
  /** Seconds of simulated time until the run ends. */
  readonly seconds?: number;
  readonly answer?: Script['answer'];
  readonly environment?: Readonly<Record<string, string>>;
  readonly onLine?: (said: Said, line: ControlLine) => void;
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly said: readonly Said[];
  readonly served: readonly Served[];
  readonly advances: number;
}

/** Runs `program`, the text of a Python program. */
export async function runPython(program: string, options: RunOptions = {}): Promise<RunResult> {
  const { isVirtual = true, seconds = 3_600, answer = notFound, onLine } = options;
  const script = { start: START, end: START + seconds * 1_000_000, answer };
  const rule = new OneStimulus(
    script,
    () => line.speakers,
    () => server,
  );
  const serveAtOnce = (held: Held) => {
    const made = answer(held, START);
    if ('body' in made) held.answer(made.status, made.body);
  };
  const server = await scriptedServer(held => (isVirtual ? rule.hold(held) : serveAtOnce(held)));
  const line: ControlLine = await controlLine(
    () => ({ now: rule.now, last: script.end }),
    said => {
      if (said !== undefined) onLine?.(said, line);
      if (isVirtual) rule.consider();
    },
  );
  const environment = {
    ...childEnvironment(server.port, line.address, isVirtual),
    ...options.environment,
  };
  const mark = `ORRERY_CONTROL=${line.address}`;
  const ended = await endOf(program, environment, pid =>
    rule.outside.watch(new ProcessTree(pid, mark)),
  );
  await Promise.all([server.close(), line.close()]);
  return { ...ended, said: line.said, served: rule.served, advances: rule.advances };
}

/** The environment that `orrery exec` gives, without proxies. */
function childEnvironment(port: number, control: string, isVirtual: boolean): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PYTHONPATH: PRELOAD,
    ORRERY_FRONT_PORT: String(port),
    ORRERY_HOSTS: HOSTS,
    ORRERY_CA: AUTHORITY,
    ORRERY_CONTROL: control,
    ...(isVirtual && { ORRERY_VIRTUAL_TIME: '1', ORRERY_SEED: '7', PYTHONHASHSEED: '0' }),
  };
}

type Ended = Pick<RunResult, 'code' | 'signal' | 'stdout' | 'stderr'>;

function endOf(
  program: string,
  environment: NodeJS.ProcessEnv,
  onStart: (pid: number) => void,
): Promise<Ended> {
  const child = spawn(PYTHON, ['-c', program], {
    env: environment,
    stdio: 'pipe',
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) onStart(child.pid);
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', piece => {
    stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', piece => {
    stderr += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

function notFound(): { status: number; body: string } {
  return { status: 404, body: '{}' };
}
