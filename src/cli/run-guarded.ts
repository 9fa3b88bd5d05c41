/**
 * Runs one command and returns its exit code. Every failure is reported in one or a few lines: bad
 * input, a refusal of the system, a fault of this program, or an error of a strategy outside of its
 * hooks.
 */

import { InputError } from '../core/base/input-error.js';
import { wordsOf } from '../core/base/words-of.js';
import { StrategyError } from '../core/strategy/strategy-error.js';
import { strategyInHand } from '../data/storage/strategy/strategy-in-hand.js';
import { VERSION } from '../data/version.js';
import { runCommandLine } from './command-line.js';
import { ENDED_BY, ExitCode, inputCode } from './exit/exit-codes.js';
import { inputText } from './output/annotations.js';

/** Folder of this program: an error thrown in it does not come from a strategy. */
const OWN_FOLDER = new URL('.', import.meta.url).href;

/**
 * Runs the command in `args`.
 * @param end - called at most once, with the exit code, when something ends the command from
 * outside; the command does not return then.
 * @returns the exit code of a command that ended by itself.
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

/** Explains why the process ended with `code` before the command did. */
function explainExit(code: number): number {
  if (Object.values<number>(ENDED_BY).includes(code)) return code;
  const file = strategyInHand() ?? 'the command';
  process.stderr.write(`${file}: ended the process; a strategy must not do that\n`);
  return ExitCode.BAD_USAGE;
}

/** Reports an error from a callback of a timer or a promise. @param did - says which. */
function explainStray(did: string, error: unknown): number {
  const file = strategyInHand();
  if (file === undefined || isOwn(error)) return explain(error);
  process.stderr.write(`${file}: ${did} outside of its hooks: ${wordsOf(error)}\n`);
  return ExitCode.BAD_USAGE;
}

/** Whether this program made the error, without a strategy in its stack. */
function isOwn(error: unknown): boolean {
  if (error instanceof StrategyError) return false;
  const places = stackOf(error).match(/(?<=[( ])(?:file:|\/|[A-Z]:\\)[^()]*:\d+:\d+/g) ?? [];
  return places.length > 0 && places.every(place => place.startsWith(OWN_FOLDER));
}

/** Reports the error of a command. @returns its exit code. */
function explain(error: unknown): number {
  if (error instanceof InputError) {
    process.stderr.write(inputText(error));
    return inputCode(error);
  }
  if (isSystemError(error)) {
    process.stderr.write(`the operating system refused: ${error.message}\n`);
    return ExitCode.BAD_USAGE;
  }
  process.stderr.write(
    `this is a fault of orrery ${VERSION}, not of your input:\n${stackOf(error)}\n`,
  );
  return ExitCode.FAULT;
}

/** Whether the system refused: a full disk, a file instead of a folder, a missing right. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>;
  return typeof code === 'string' && typeof syscall === 'string';
}

/**
 * The stack of an error. It is printed, not thrown: Node would print a line of the bundle, a page
 * long.
 */
function stackOf(error: unknown): string {
  try {
    return String((error as Partial<Error> | null | undefined)?.stack ?? wordsOf(error));
  } catch {
    return wordsOf(error);
  }
}
