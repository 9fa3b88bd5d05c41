/**
 * Waits for a debugger: the flag `--inspect` of `orrery run`, as Node has it. A debugger attaches to
 * the thread that runs the strategy, so that the command then runs in the first thread.
 */

import { open, url, waitForDebugger as waitForAttach } from 'node:inspector';

/** Node's own port for debuggers. */
const PORT = 9229;
const FLAG = '--inspect';
/** Only this machine may attach: a debugger can run any code. */
const HOST = '127.0.0.1';

/** Whether the words ask for a debugger. */
export function isInspected(args: readonly string[]): boolean {
  return flagsOf(args).some(arg => arg === FLAG || arg.startsWith(`${FLAG}=`));
}

/** The words, with the port of an `--inspect` that has none. */
export function withInspectPort(args: readonly string[]): string[] {
  const flags = flagsOf(args).map(arg => (arg === FLAG ? `${FLAG}=${PORT}` : arg));
  return [...flags, ...args.slice(flags.length)];
}

/**
 * Opens the port and returns when a debugger has attached and set its breakpoints. Signals end the
 * process meanwhile.
 * @returns false when the port cannot be opened.
 */
export function waitForDebugger(port: number): boolean {
  if (url() === undefined) open(port, HOST);
  if (url() === undefined) return false;
  // A listener is called by the thread that waits here, so the system must end the process.
  const listeners = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  waitForAttach();
  for (const listener of listeners) process.once('SIGINT', listener);
  return true;
}

/** The words before `--`, which are this program's own. */
function flagsOf(args: readonly string[]): readonly string[] {
  return args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
}
