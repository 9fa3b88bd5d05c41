/**
 * Exit codes of the command line. Source: docs/reference/command-line.md.
 */

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
  INTERRUPTED: 130,
} as const;
