/** The command line in the process of the test, for commands that need no process of their own. */

import { vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/command-line.js';

/** Runs a command. @returns what it prints. @throws the error that it would end with. */
export async function printedBy(...args: readonly string[]): Promise<string> {
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    printed += String(text);
    return true;
  });
  try {
    await runCommandLine(args);
  } finally {
    write.mockRestore();
  }
  return printed;
}
