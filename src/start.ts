/**
 * Composition root of the command line. It decides which thread a command runs in, and what ends
 * the command from outside. Most commands run in a thread of their own, because Node receives no
 * signal in a thread that computes; this thread listens for signals and writes what the other one
 * prints. Commands that only wait for others (`serve`, `demo`, `exec`, `trade`, `worker`, `capture`,
 * a `campaign` against a program), and what ends at once, run in this thread.
 */

import { Console } from 'node:console';
import { rmSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isInspected, withInspectPort } from './cli/exit/debugger.js';
import { ExitCode } from './cli/exit/exit-codes.js';
import type { TerminalShape, WorkMessage, WorkOrder } from './cli/work-messages.js';
import { wordsOf } from './core/base/words-of.js';
import { VERSION } from './package/version.js';

/** Words of commands that wait for others and therefore receive signals while they run. */
const LISTENING: readonly string[] = [
  'serve',
  'demo',
  'exec',
  'trade',
  'worker',
  'capture',
  'docs',
  '--watch',
];
/** Words of what ends sooner than a thread begins. */
const SHORT: readonly string[] = ['--help', '--complete', 'completion', 'schema'];
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
  process.once('SIGINT', () => {
    process.removeAllListeners('exit');
    process.exit(ExitCode.INTERRUPTED);
  });
  const { printTo } = await import('./cli/output/terminal/print.js');
  const { runGuarded } = await import('./cli/run-guarded.js');
  const { stdout } = process;
  printTo({ write: text => stdout.write(text), isTerminal: stdout.isTTY === true });
  // stdout is for results; text that a strategy logs is a message.
  globalThis.console = new Console(process.stderr);
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
  process.exitCode = await runGuarded(args, code => process.exit(code));
}

/** Runs the command in a thread of its own, and ends with its exit code. */
function runInThread(args: readonly string[]): void {
  const order: WorkOrder = {
    args,
    stdout: shapeOf(process.stdout),
    stderr: shapeOf(process.stderr),
  };
  const unfinished = new Set<string>();
  const worker = new Worker(new URL('./boot.js', import.meta.url), {
    workerData: order,
    // It replaces its streams, so nothing may ask the ones that Node gave it for more.
    stdout: true,
    stderr: true,
  });
  worker.on('message', (said: WorkMessage) => {
    if ('result' in said) process.stdout.write(said.result);
    else if ('message' in said) process.stderr.write(said.message);
    else if ('unfinished' in said) unfinished.add(resolve(said.unfinished));
    else if ('finished' in said) unfinished.delete(resolve(said.finished));
    else {
      process.exitCode = said.exitCode;
      // Timers that a strategy left running must not keep the process alive.
      void worker.terminate();
    }
  });
  // Out of memory, or an error that even Node cannot read.
  worker.on('error', (error: unknown) => {
    process.exitCode = ExitCode.FAULT;
    process.stderr.write(`orrery ${VERSION} stopped before its work was done: ${wordsOf(error)}
`);
  });
  // Listen once: a second signal finds no listener, so it ends the process at once.
  process.once('SIGINT', () => void interrupt(worker, unfinished));
}

async function interrupt(worker: Worker, unfinished: ReadonlySet<string>): Promise<void> {
  await worker.terminate();
  for (const path of unfinished) rmSync(path, { recursive: true, force: true });
  if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR);
  process.exit(ExitCode.INTERRUPTED);
}

function shapeOf({ isTTY, columns }: NodeJS.WriteStream): TerminalShape {
  return { isTTY: isTTY === true, columns };
}
