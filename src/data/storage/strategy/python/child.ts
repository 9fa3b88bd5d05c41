/**
 * A Python of its own for one module of strategies. Both sides take turns over two pipes; what the strategy
 * prints goes to stderr. The child ends when its pipe is closed, so also when this process is killed.
 */

import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { packageFile } from '../../../package-root.js';
import { endedText, statusOf } from './ended-child.js';
import { pythonProgram } from './interpreter.js';
import { Channel } from './pipes/channel.js';
import { ownPipes } from './pipes/pipes.js';
import { relayed } from './pipes/relay.js';

/** Where the Python part lies in the package, and in a checkout. */
const SOURCES = packageFile('dist/python');
const HOST = 'orrery_fx._host';

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

/** Ends a child that the running `startingPythons` has started. */
type End = () => void;
let started: End[] | undefined;

/** Work that is done, and what ends the Pythons that were started meanwhile. */
export interface WithPythons<Result> {
  readonly result: Result;
  readonly end: () => void;
}

/**
 * Calls `work`, and gives the way to end the Pythons that it started; when it throws, they are
 * ended. Work of one thread takes turns.
 */
export async function startingPythons<Result>(
  work: () => Promise<Result>,
): Promise<WithPythons<Result>> {
  const outer = started;
  const own: End[] = [];
  const end = () => {
    for (const each of own.splice(0)) each();
  };
  started = own;
  try {
    return { result: await work(), end };
  } catch (error) {
    end();
    throw error;
  } finally {
    started = outer;
  }
}

/** Calls `work`, and ends the Pythons that were started meanwhile. */
export async function endingPythons<Result>(work: () => Promise<Result>): Promise<Result> {
  const { result, end } = await startingPythons(work);
  end();
  return result;
}

/** Starts a Python that hosts strategies. @throws Error when there is none. */
export function startPython(): PythonChild {
  const program = pythonProgram();
  const order = {
    program,
    args: ['-u', '-m', HOST],
    // Hashes of texts order sets; they must not differ from run to run.
    env: { ...process.env, PYTHONHASHSEED: '0', PYTHONPATH: pathOf(process.env) },
  };
  if (isRelayed()) {
    const child = relayed(order);
    started?.push(child.end);
    return { program, channel: new Channel(child.pipes), end: () => endedText(child.status()) };
  }
  const child = spawn(program, order.args, { stdio: ['pipe', 'pipe', 'inherit'], env: order.env });
  child.on('error', () => undefined);
  if (child.pid === undefined) {
    throw new Error(
      `needs Python 3.11 or newer with numpy, and ${program} cannot be started: name one in ORRERY_PYTHON`,
    );
  }
  child.unref();
  started?.push(() => {
    child.kill('SIGKILL');
    child.stdin?.destroy();
    child.stdout?.destroy();
  });
  const pipes = ownPipes(blocking(child.stdout), blocking(child.stdin));
  return { program, channel: new Channel(pipes), end: () => endedText(statusOf(child)) };
}

/** Whether a thread relays the pipes: on Windows they have no descriptor. */
function isRelayed(): boolean {
  return process.platform === 'win32' || process.env['ORRERY_PYTHON_PIPES'] === 'relay';
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
