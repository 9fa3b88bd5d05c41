#!/usr/bin/env node

/**
 * Composition root of the command line: wires the commands, turns errors into messages and exit
 * codes, and nothing else. Commands are loaded when they are asked for, so that each starts fast.
 */

import { ExitCode } from './cli/exit-codes.js';
import { InputError } from './core/base/input-error.js';
import { VERSION } from './version.js';

// Readers' local times come from named zones, never from the machine's own (design section 2).
process.env['TZ'] = 'UTC';

const [, , first] = process.argv;
if (first === '--version' || first === '-v') {
  process.stdout.write(`${VERSION}\n`);
} else {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(ExitCode.FINE);
    throw error;
  });
  process.once('SIGINT', () => process.exit(ExitCode.INTERRUPTED));
  const { runCommandLine } = await import('./cli/command-line.js');
  try {
    await runCommandLine(process.argv.slice(2));
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (error instanceof InputError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.kind === 'data' ? ExitCode.BAD_DATA : ExitCode.BAD_USAGE;
    return;
  }
  // Not thrown on: that would print a line of the bundle, which is a page long.
  const { stack = String(error) } = error as Partial<Error>;
  process.stderr.write(`orrery ${VERSION} has a fault, which is not your input's:\n${stack}\n`);
  process.exitCode = ExitCode.FAULT;
}
