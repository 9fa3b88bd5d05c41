/**
 * Remembers which strategy this thread loaded last. When the process ends unexpectedly, or an error
 * is thrown that nobody catches, this strategy is the most likely cause.
 */

let file: string | undefined;

/** Records that the module at `path` is about to be loaded. */
export function takeInHand(path: string): void {
  file = path;
}

/** Path of the module that was loaded last; undefined when none was loaded. */
export function strategyInHand(): string | undefined {
  return file;
}
