/**
 * One command from its words to its exit code. Whatever ends it is said in a line or a few: bad input,
 * a refusal of the system, a fault of ours, or what a strategy does behind the back of its hooks.
 */

import { InputError } from '../core/base/input-error.js';
import { wordsOf } from '../core/base/words-of.js';
import { StrategyError } from '../core/strategy/strategy-error.js';
import { VERSION } from '../package/version.js';
import { strategyInHand } from '../storage/strategy/strategy-in-hand.js';
import { runCommandLine } from './command-line.js';
import { ExitCode } from './exit/exit-codes.js';

/** Where this program is: what is thrown in there is not thrown by a strategy. */
const OWN_FOLDER = new URL('.', import.meta.url).href;

/**
 * Runs the command of `args`. @param end - told the exit code when something has ended the command
 * from outside, which it does not come back from; called at most once.
 * @returns the exit code of a command that came to its end.
 */
export async function runGuarded(
  args: readonly string[],
  end: (code: number) => void,
): Promise<number> {
  const noticeExit = (code: number) => end(explainExit(code));
  const endWith = (code: number) => {
    process.off('exit', noticeExit);
    end(code);
  };
  process.once('exit', noticeExit);
  process.once('uncaughtException', error => endWith(explainStray('threw', error)));
  process.once('unhandledRejection', error => {
    endWith(explainStray('rejected a promise', error));
  });
  try {
    await runCommandLine(args);
  } catch (error) {
    process.exitCode = explain(error);
  }
  process.off('exit', noticeExit);
  return Number(process.exitCode ?? ExitCode.FINE);
}

/** What ended the process with `code` before the command had come to its end. */
function explainExit(code: number): number {
  if (code === ExitCode.INTERRUPTED) return code;
  const file = strategyInHand() ?? 'the command';
  process.stderr.write(`${file}: ended the process, which a strategy may not\n`);
  return ExitCode.BAD_USAGE;
}

/** An error that came from a callback: a timer's, or that of a promise. @param did - says how. */
function explainStray(did: string, error: unknown): number {
  const file = strategyInHand();
  if (file === undefined || isOwn(error)) return explain(error);
  process.stderr.write(`${file}: ${did} outside of its hooks: ${wordsOf(error)}\n`);
  return ExitCode.BAD_USAGE;
}

/** Whether an error was made by this program, with no strategy on the way to it. */
function isOwn(error: unknown): boolean {
  if (error instanceof StrategyError) return false;
  const places = stackOf(error).match(/(?<=[( ])(?:file:|\/|[A-Z]:\\)[^()]*:\d+:\d+/g) ?? [];
  return places.length > 0 && places.every(place => place.startsWith(OWN_FOLDER));
}

/** Says what a command has thrown. @returns its exit code. */
function explain(error: unknown): number {
  if (error instanceof InputError) {
    process.stderr.write(`${error.message}\n`);
    return error.kind === 'data' ? ExitCode.BAD_DATA : ExitCode.BAD_USAGE;
  }
  if (isSystemError(error)) {
    process.stderr.write(`the system refuses: ${error.message}\n`);
    return ExitCode.BAD_USAGE;
  }
  process.stderr.write(
    `orrery ${VERSION} has a fault, which is not your input's:\n${stackOf(error)}\n`,
  );
  return ExitCode.FAULT;
}

/** A full disk, a folder that is a file, a right that is missing: what nobody checks beforehand. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>;
  return typeof code === 'string' && typeof syscall === 'string';
}

/** Where an error came from; not thrown on, which would print a line of the bundle, a page long. */
function stackOf(error: unknown): string {
  try {
    return String((error as Partial<Error> | null | undefined)?.stack ?? wordsOf(error));
  } catch {
    return wordsOf(error);
  }
}
