/**
 * A Python of its own for one module of strategies. Both sides take turns over two pipes; what the strategy
 * prints goes to stderr. The child ends when its pipe is closed, so also when this process is killed.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { packageFile } from '../../../package-root.js';
import { Channel } from './channel.js';
import { pythonProgram } from './interpreter.js';

/** Where the Python part lies in the package, and in a checkout. */
const SOURCES = packageFile('dist/python');
const HOST = 'orrery_fx._host';

/** Wall milliseconds to wait for a child to end that has closed its pipe, and between two looks. */
const ENDING_MS = 1_000;
const STEP_MS = 5;
const SLEEP = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** The state of a process that has ended and that no one has waited for. */
const ZOMBIE = 'Z';
/** Parts of a wait status. */
const SIGNAL_BITS = 0x7f;
const CODE_SHIFT = 8;

/** The end of a pipe as Node has it: not documented, and as it is since Node 0.x. */
interface PipeHandle {
  readonly fd: number;
  readStop(): number;
  setBlocking(isBlocking: boolean): number;
}

/** A running Python. */
export interface PythonChild {
  readonly program: string;
  readonly channel: Channel;
  /** How it ended, in words; waits a moment for that. */
  end(): string;
}

/** Children that the running `endingPythons` ends. */
let ending: ChildProcess[] | undefined;

/** Calls `work`, and ends the Pythons that were started meanwhile. Work of one thread takes turns. */
export async function endingPythons<Result>(work: () => Promise<Result>): Promise<Result> {
  const outer = ending;
  const own: ChildProcess[] = [];
  ending = own;
  try {
    return await work();
  } finally {
    ending = outer;
    for (const child of own) {
      child.kill('SIGKILL');
      child.stdin?.destroy();
      child.stdout?.destroy();
    }
  }
}

/** Starts a Python that hosts strategies. @throws Error when there is none. */
export function startPython(): PythonChild {
  const program = pythonProgram();
  const child = spawn(program, ['-u', '-m', HOST], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Hashes of texts order sets; they must not differ from run to run.
    env: { ...process.env, PYTHONHASHSEED: '0', PYTHONPATH: pathOf(process.env) },
    windowsHide: true,
  });
  child.on('error', () => undefined);
  if (child.pid === undefined) {
    throw new Error(
      `needs Python 3.11 or newer with numpy, and ${program} cannot be started: name one in ORRERY_PYTHON`,
    );
  }
  child.unref();
  ending?.push(child);
  const channel = new Channel(blocking(child.stdout), blocking(child.stdin));
  return { program, channel, end: () => endOf(child) };
}

/** The module of the host is found first, so that both sides always are of one version. */
function pathOf({ PYTHONPATH: given }: NodeJS.ProcessEnv): string {
  const separator = process.platform === 'win32' ? ';' : ':';
  return given ? `${SOURCES}${separator}${given}` : SOURCES;
}

/** The descriptor of a pipe that no event loop reads any more. */
function blocking(stream: Readable | Writable | null): number {
  const { _handle: handle } = stream as unknown as { readonly _handle: PipeHandle };
  (stream as Readable).pause?.();
  handle.readStop();
  handle.setBlocking(true);
  (stream as unknown as { unref(): void }).unref();
  return handle.fd;
}

/**
 * How a child ended whose pipe is closed, by the table of processes: its end reaches this process only
 * through the event loop, which does not turn during a run.
 */
function endOf({ pid }: ChildProcess): string {
  const end = performance.now() + ENDING_MS;
  while (performance.now() < end) {
    const [state, status] = processState(pid as number);
    if (state === undefined) break;
    if (state === ZOMBIE) return statusText(status);
    Atomics.wait(SLEEP, 0, 0, STEP_MS);
  }
  return 'ended';
}

/** The state of a process and its wait status; none where there is no such table. */
function processState(pid: number): readonly [state?: string, status?: number] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may have any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [fields[0] as string, Number(fields.at(-1))];
  } catch {
    return [];
  }
}

/** A status of `wait` in words. */
function statusText(status = 0): string {
  const signal = status & SIGNAL_BITS;
  if (signal === 0) return `ended with exit code ${status >> CODE_SHIFT}`;
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  const cause = signal === constants.signals.SIGKILL ? '; did the machine run out of memory?' : '';
  return `was ended by ${name ?? `signal ${signal}`}${cause}`;
}
