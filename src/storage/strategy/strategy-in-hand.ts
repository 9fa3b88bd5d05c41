/**
 * Which strategy this thread has loaded: what ends the process, or throws where nobody catches it, was
 * then most likely that strategy.
 */

let file: string | undefined;

/** Remembers the module at `path`, which is about to be loaded. */
export function takeInHand(path: string): void {
  file = path;
}

/** The path of the module that was loaded last; undefined when none was. */
export function strategyInHand(): string | undefined {
  return file;
}
