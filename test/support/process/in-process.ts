/** The command line in the process of the test, for commands that need no process of their own. */

import { Console } from 'node:console';
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { runGuarded } from '../../../src/cli/run-guarded.js';

/** Events whose listeners outlive a command, since its process would end with it. */
const ENDS = ['exit', 'uncaughtException', 'unhandledRejection'];

const events: NodeJS.EventEmitter = process;

/** How a command ended, as a process of its own would tell. */
export interface Ended {
  /** The exit code. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command. @returns what it prints. @throws the error that it would end with. */
export async function printedBy(...args: readonly string[]): Promise<string> {
  const { stdout } = await written(() => runCommandLine(args));
  return stdout;
}

/**
 * Runs a command to its end: what `orrery` of `orrery.ts` gives, in a tenth of its time. It is not
 * for commands that end the process, wait for signals or start threads.
 */
export async function commandHere(args: readonly string[]): Promise<Ended> {
  const { exitCode } = process;
  const known = ENDS.map(event => events.listeners(event));
  const end = (code: number): void => {
    throw new Error(`orrery ${args.join(' ')}: ended with ${code} from outside`);
  };
  try {
    const { value, ...said } = await written(() => {
      // What a strategy logs is a message.
      vi.stubGlobal('console', new Console(process.stderr));
      return runGuarded(args, end);
    });
    return { status: value, ...said };
  } finally {
    vi.unstubAllGlobals();
    process.exitCode = exitCode;
    for (const [index, event] of ENDS.entries()) {
      for (const listener of events.listeners(event)) {
        if (!known[index]?.includes(listener)) events.off(event, listener as () => void);
      }
    }
  }
}

/** Runs `work`. @returns what it gives, and what it writes to stdout and stderr. */
async function written<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly stdout: string; readonly stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(name =>
    vi.spyOn(process[name], 'write').mockImplementation(text => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    return { value: await work(), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
