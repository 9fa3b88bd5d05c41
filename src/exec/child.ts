/** The program as a process: how it is started, gets signals, and ends. */

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { assert } from '../core/base/assert.js';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';

/** The program and where its output goes. */
export interface ProgramOrder {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs. Default: the folder of this process. */
  readonly cwd?: string;
  /** Whether its stdout goes to our stderr, because ours has a result of its own. */
  readonly quiet: boolean;
  /** An open file that takes its stdout and stderr instead. */
  readonly output?: number;
}

/** Wall milliseconds between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;
const STDERR = 2;
/** Added to the number of a signal for the exit code. Source: POSIX shells. */
const SIGNAL_BASE = 128;
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Owns the child process and the timer that kills it. `end` sends SIGTERM and starts the timer,
 * once; the end of the process stops it.
 */
export class Program {
  /** The exit code of the program; 128 and the signal's number if a signal ended it. */
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  /** Nothing would end the program if this process ended first. */
  readonly #onExit = () => this.signal('SIGKILL');
  #kill: NodeJS.Timeout | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        process.removeListener('exit', this.#onExit);
        clearTimeout(this.#kill);
        resolve(code ?? SIGNAL_BASE + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  }

  /** Starts the program. @throws InputError when there is no such command or folder, or it cannot be run. */
  static async start({ command, env, cwd, quiet, output }: ProgramOrder): Promise<Program> {
    const [file = '', ...args] = command;
    if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
      throw new InputError('scenario', { file: cwd }, 'is no folder to run the program in');
    }
    // A group of its own gets each signal once, and can be ended as a whole.
    const child = spawn(file, args, {
      env: { ...env },
      ...present({ cwd }),
      stdio: ['inherit', output ?? (quiet ? STDERR : 'inherit'), output ?? 'inherit'],
      detached: HAS_GROUPS,
    });
    const program = new Program(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(file, error)));
    });
    process.once('exit', program.#onExit);
    return program;
  }

  /** Its process id. @throws InvariantError before it has started: 0 would be our own group. */
  get pid(): number {
    const { pid } = this.#child;
    assert(pid !== undefined, 'Invariant: the program has started');
    return pid;
  }

  /** Sends a signal to the program and all that it started in its group. */
  signal(signal: NodeJS.Signals): void {
    try {
      if (HAS_GROUPS) process.kill(-this.pid, signal);
      else this.#child.kill(signal);
    } catch {
      // It has ended already.
    }
  }

  /** Asks the program to end, and ends it after a while. */
  end(): void {
    if (this.#kill !== undefined) return;
    this.signal('SIGTERM');
    this.#kill = setTimeout(() => this.signal('SIGKILL'), GRACE_MS);
  }
}

function notStarted(file: string, { code, message }: NodeJS.ErrnoException): InputError {
  const rules: Readonly<Record<string, string>> = {
    ENOENT: 'no such command; give its path, or check PATH',
    EACCES: 'cannot be run: it is not executable; name its interpreter first',
  };
  return new InputError('scenario', { file }, rules[code ?? ''] ?? `cannot be started: ${message}`);
}
