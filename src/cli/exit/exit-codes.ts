/**
 * Exit codes of the command line. Source: docs/reference/command-line.md.
 */

import type { InputError } from '../../core/base/input-error.js';

export const ExitCode = {
  FINE: 0,
  /** An expectation failed, or a ledger differs. */
  DIFFERENT: 1,
  /** Bad usage or a bad scenario. */
  BAD_USAGE: 2,
  BAD_DATA: 3,
  /** A fault of the program itself. Source: EX_SOFTWARE of sysexits.h. */
  FAULT: 70,
  /** The store of a server cannot be written. Source: EX_IOERR of sysexits.h. */
  NOT_KEPT: 74,
  /** A program that nothing held was ended. Source: EX_NOPERM of sysexits.h. */
  NOT_HELD: 77,
  /** Each request of a program was refused. Source: EX_CONFIG of sysexits.h. */
  ALL_REFUSED: 78,
  /** A program that kept simulated time still was ended; the code after those of sysexits.h. */
  STALLED: 79,
  INTERRUPTED: 130,
} as const;

/**
 * The exit code of a command that a signal ended while it worked: 128 and the number of the signal.
 * Source: POSIX, Shell Command Language, 2.8.2.
 */
export const ENDED_BY = { SIGHUP: 129, SIGINT: ExitCode.INTERRUPTED, SIGTERM: 143 } as const;

/** The exit code for bad input. */
export function inputCode({ kind }: InputError): number {
  return kind === 'data' ? ExitCode.BAD_DATA : ExitCode.BAD_USAGE;
}
