#!/usr/bin/env node

/**
 * Composition root of the command line: wires the commands, turns errors into messages and exit
 * codes, and nothing else. Commands are loaded when they are asked for, so that each starts fast.
 */

import { Console } from 'node:console';
import { ExitCode } from './cli/exit-codes.js';
import { InputError } from './core/base/input-error.js';
import { VERSION } from './version.js';

// Readers' local times come from named zones, never from the machine's own (design section 2).
process.env['TZ'] = 'UTC';

// stdout is for results: what a strategy logs is a message.
globalThis.console = new Console(process.stderr);

const [, , first] = process.argv;
if (first === '--version' || first === '-v') {
  process.stdout.write(`${VERSION}\n`);
} else {
  const noticeExit = (code: number) => {
    if (code !== ExitCode.FINE) return;
    process.stderr.write('ended before its work was done: a strategy may not end the process\n');
    process.exitCode = ExitCode.BAD_USAGE;
  };
  process.once('exit', noticeExit);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.off('exit', noticeExit);
    process.exit(ExitCode.FINE);
  });
  process.once('SIGINT', () => process.exit(ExitCode.INTERRUPTED));
  process.once('unhandledRejection', error => {
    process.stderr.write(`a promise was rejected, and nobody waited for it:\n${stackOf(error)}\n`);
    process.exit(ExitCode.FAULT);
  });
  const { runCommandLine } = await import('./cli/command-line.js');
  try {
    await runCommandLine(process.argv.slice(2));
  } catch (error) {
    report(error);
  }
  process.off('exit', noticeExit);
}

function report(error: unknown): void {
  if (error instanceof InputError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.kind === 'data' ? ExitCode.BAD_DATA : ExitCode.BAD_USAGE;
    return;
  }
  if (isSystemError(error)) {
    process.stderr.write(`the system refuses: ${error.message}\n`);
    process.exitCode = ExitCode.BAD_USAGE;
    return;
  }
  process.stderr.write(
    `orrery ${VERSION} has a fault, which is not your input's:\n${stackOf(error)}\n`,
  );
  process.exitCode = ExitCode.FAULT;
}

/** A full disk, a folder that is a file, a right that is missing: what nobody checks beforehand. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

/** Where an error came from; not thrown on, which would print a line of the bundle, a page long. */
function stackOf(error: unknown): string {
  return (error as Partial<Error> | null | undefined)?.stack ?? String(error);
}
