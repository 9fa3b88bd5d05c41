/**
 * Composition root of the command line. It decides which thread a command runs in, and what ends
 * the command from outside. Most commands run in a thread of their own, because Node receives no
 * signal in a thread that computes; this thread listens for signals and writes what the other one
 * prints. Commands that only wait for others (`serve`, `demo`, `replay`, `exec`, `trade`, `worker`, `capture`,
 * a `campaign` against a program), and what ends at once, run in this thread.
 */

import { Console } from 'node:console';
import { rmSync, writeSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LateStack } from '../broker/runtime/watch/hook-board.js';
import { LoadingLimit } from '../broker/runtime/watch/loading-limit.js';
import { isOutOfMemory, OUT_OF_MEMORY, Watchdog } from '../broker/runtime/watch/watchdog.js';
import type { InputError } from '../core/base/input-error.js';
import { wordsOf } from '../core/base/words-of.js';
import { VERSION } from '../data/version.js';
import { isInspected, withInspectPort } from './exit/debugger.js';
import { ENDED_BY, ExitCode } from './exit/exit-codes.js';
import type { TerminalShape, WorkMessage, WorkOrder } from './work-messages.js';

/** Words of commands that wait for others and therefore receive signals while they run. */
const LISTENING: readonly string[] = [
  'serve',
  'demo',
  'replay',
  'exec',
  'trade',
  'worker',
  'capture',
  'docs',
  '--watch',
];
/** Words of what ends sooner than a thread begins. */
const SHORT: readonly string[] = ['--help', '--complete', 'completion', 'schema'];
const STDOUT = 1;
const SHOW_CURSOR = '\u001b[?25h';

/** Runs the program. @param keepCode - called when the command has ended in this thread. */
export async function run(keepCode: () => void): Promise<void> {
  // Readers' local times come from named zones, never from the machine's own (decision 0004).
  process.env['TZ'] = 'UTC';
  endOnBrokenOutput();
  const args = withInspectPort(process.argv.slice(2));
  const [first] = args;
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${VERSION}\n`);
  } else if (args.some(isForThisThread) || isProgramTried(args) || isDebugged(args)) {
    await runHere(args);
    keepCode();
  } else {
    runInThread(args);
  }
}

function isForThisThread(word: string): boolean {
  return LISTENING.includes(word) || SHORT.includes(word);
}

/** Whether a campaign runs a program, which it waits for. */
function isProgramTried(args: readonly string[]): boolean {
  return args[0] === 'campaign' && args.includes('--');
}

/** Whether a debugger is attached, or asked for: it sees this thread only. */
function isDebugged(args: readonly string[]): boolean {
  return inspectorUrl() !== undefined || isInspected(args);
}

/** A reader that closes the pipe early, such as `head`, is no error; a full disk is one. */
function endOnBrokenOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.removeAllListeners('exit');
    if (error.code === 'EPIPE') process.exit(ExitCode.FINE);
    process.stderr.write(`stdout: cannot be written (${error.code})\n`);
    process.exit(ExitCode.BAD_USAGE);
  });
  // Nothing can be printed any more; the exit code still says how the command ended.
  process.stderr.on('error', () => {});
}

/**
 * Runs the command in this thread: a command that waits for others, or any command under a
 * debugger.
 */
async function runHere(args: readonly string[]): Promise<void> {
  let soFar = '';
  process.once('SIGINT', () => {
    process.removeAllListeners('exit');
    writeSync(STDOUT, soFar);
    process.exit(ExitCode.INTERRUPTED);
  });
  const { printTo } = await import('./output/terminal/print.js');
  const { runGuarded } = await import('./run-guarded.js');
  const { stdout } = process;
  printTo({
    write: text => stdout.write(text),
    keep: text => {
      soFar = text;
    },
    isTerminal: stdout.isTTY === true,
  });
  // stdout is for results; text that a strategy logs is a message.
  globalThis.console = new Console(process.stderr);
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
  process.exitCode = await runGuarded(args, code => process.exit(code));
}

/** Runs the command in a thread of its own, and ends with its exit code. */
function runInThread(args: readonly string[]): void {
  const unfinished = new Set<string>();
  const kept = { soFar: '' };
  const onStack = (late: LateStack) => worker.postMessage(late);
  const watchdog = new Watchdog(() => worker, sayOf, { onStack });
  const loading = new LoadingLimit(
    () => worker,
    error => {
      sayOf(error);
      process.exitCode = ExitCode.BAD_USAGE;
      void worker.terminate();
    },
  );
  const order: WorkOrder = {
    args,
    stdout: shapeOf(process.stdout),
    stderr: shapeOf(process.stderr),
    board: watchdog.memory,
  };
  const worker = new Worker(new URL('./boot.js', import.meta.url), {
    workerData: order,
    // The thread replaces its streams, so the streams that Node made for it must not be read.
    stdout: true,
    stderr: true,
  });
  worker.on('message', (said: WorkMessage) => {
    if ('result' in said) {
      kept.soFar = '';
      process.stdout.write(said.result);
    } else if ('soFar' in said) kept.soFar = said.soFar;
    else if ('message' in said) process.stderr.write(said.message);
    else if ('unfinished' in said) unfinished.add(resolve(said.unfinished));
    else if ('finished' in said) unfinished.delete(resolve(said.finished));
    else if ('loading' in said) loading.begin(said.loading);
    else if ('loaded' in said) loading.over();
    else if ('strategies' in said) watchdog.watch(said.strategies);
    else {
      process.exitCode = said.exitCode;
      // Timers that a strategy left running must not keep the process alive.
      void worker.terminate();
    }
  });
  worker.on('error', (error: unknown) => {
    process.exitCode = explainEnd(error, watchdog);
  });
  for (const signal of Object.keys(ENDED_BY) as (keyof typeof ENDED_BY)[]) {
    // Listen once: a second signal finds no listener, so it ends the process at once.
    process.once(signal, () => {
      void interrupt({ worker, unfinished, watchdog, kept }, ENDED_BY[signal]);
    });
  }
}

/** The exit code of a thread that died: out of memory, or an error that even Node cannot read. */
function explainEnd(error: unknown, watchdog: Watchdog): number {
  const strategy = isOutOfMemory(error) ? watchdog.died(OUT_OF_MEMORY) : undefined;
  if (strategy !== undefined) {
    sayOf(strategy);
    return ExitCode.BAD_USAGE;
  }
  process.stderr.write(`orrery ${VERSION} stopped before its work was done: ${wordsOf(error)}
`);
  return ExitCode.FAULT;
}

function sayOf({ message }: InputError): void {
  process.stderr.write(`${message}\n`);
}

/** What a signal ends: the thread, its files, what watches its hooks, and what it has done so far. */
interface SignalTargets {
  readonly worker: Worker;
  readonly unfinished: ReadonlySet<string>;
  readonly watchdog: Watchdog;
  readonly kept: { readonly soFar: string };
}

async function interrupt(
  { worker, unfinished, watchdog, kept }: SignalTargets,
  exitCode: number,
): Promise<void> {
  const cut = watchdog.cut();
  if (cut !== undefined) sayOf(cut);
  await worker.terminate();
  if (kept.soFar !== '') process.stdout.write(kept.soFar);
  for (const path of unfinished) rmSync(path, { recursive: true, force: true });
  if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR);
  process.exit(exitCode);
}

function shapeOf({ isTTY, columns }: NodeJS.WriteStream): TerminalShape {
  return { isTTY: isTTY === true, columns };
}
