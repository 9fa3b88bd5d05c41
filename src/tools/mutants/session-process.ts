/** The process with Vitest, seen from outside: asked for test files, and replaced when it does not answer in time. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export interface SessionRequest {
  /** Test files from the root, in the order in which they run. */
  readonly tests: readonly string[];
}

export interface SessionAnswer {
  /** Of the first answer: that requests may come. */
  readonly isReady?: true;
  /** Of a sign of life: that a test file has ended and others go on. */
  readonly goesOn?: true;
  /** The test that failed; absent if none did. */
  readonly failed?: string;
}

/** How long Vitest may take to start. */
const START_LIMIT_MS = 600_000;

/** Owns the process: `run` starts it when there is none, and ends it when a mutant runs for ever; `close` ends it. */
export class SessionProcess {
  readonly #root: string;
  #child: ChildProcess | undefined;

  /** @param root - the folder whose tests run, on what is compiled there. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Runs test files. @returns what failed, or `timed out` when none of them ends for `limitMs`. */
  async run(tests: readonly string[], limitMs: number): Promise<SessionAnswer | 'timed out'> {
    this.#child ??= await this.#started();
    const child = this.#child;
    child.send({ tests } satisfies SessionRequest);
    const answer = await answerOf(child, limitMs);
    if (answer === 'timed out' || child.exitCode !== null || child.signalCode !== null)
      this.close();
    return answer;
  }

  /** Ends the process and its workers. */
  close(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    try {
      // The workers are of the group of the session.
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  async #started(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'session.js'), [this.#root], {
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const answer = await answerOf(child, START_LIMIT_MS);
    if (answer === 'timed out' || answer.isReady !== true)
      throw new Error('the process of the tests does not start; it says why above');
    return child;
  }
}

/** The answer of the child, or that it gave no sign of life for so long. The end of the child is a failure. */
function answerOf(child: ChildProcess, limitMs: number): Promise<SessionAnswer | 'timed out'> {
  return new Promise(resolve => {
    const end = (answer: SessionAnswer | 'timed out') => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(answer);
    };
    const timer = setTimeout(() => end('timed out'), limitMs);
    child.on('message', message => {
      const answer = message as SessionAnswer;
      if (answer.goesOn === true) timer.refresh();
      else end(answer);
    });
    child.on('exit', () => end({ failed: 'the process of the tests ended' }));
  });
}
