/** Tells a command that runs until it is stopped when to stop. */

import { ExitCode } from './exit-codes.js';

/**
 * Resolves at the first Ctrl-C, SIGTERM or SIGHUP (the terminal was closed). A second signal of any
 * kind ends the process at once.
 */
export function interrupted(): Promise<void> {
  process.removeAllListeners('SIGINT');
  return new Promise(resolve => {
    let isFirst = true;
    const hear = () => {
      if (!isFirst) process.exit(ExitCode.INTERRUPTED);
      isFirst = false;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  });
}
