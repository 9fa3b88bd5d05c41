/** Signals a long-running command when to stop. */

import { ENDED_BY } from './exit-codes.js';

/**
 * Resolves at the first Ctrl-C, SIGTERM or SIGHUP (the terminal was closed). A second signal of any
 * kind ends the process at once, with the exit code of that signal.
 * @returns the exit code of a command that the signal ended.
 */
export function interrupted(): Promise<number> {
  process.removeAllListeners('SIGINT');
  return new Promise(resolve => {
    let isFirst = true;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!isFirst) process.exit(ENDED_BY[signal]);
        isFirst = false;
        resolve(ENDED_BY[signal]);
      });
    }
  });
}
