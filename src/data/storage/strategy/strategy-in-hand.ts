/**
 * Remembers which strategy this thread loaded last. When the process ends unexpectedly, or an error
 * is thrown that is not caught, this strategy is the most likely cause.
 */

let file: string | undefined;
let listener: (path: string, isMade: boolean) => void = () => {};

/** Calls `next` when the loading of a module, or the making of its strategy, begins and ends. */
export function onInHand(next: typeof listener): void {
  listener = next;
}

/** Records that the module at `path` is about to be loaded, or its strategy made. */
export function takeInHand(path: string): void {
  file = path;
  listener(path, false);
}

/** Records that this has ended. */
export function putDown(path: string): void {
  listener(path, true);
}

/** Path of the module that was loaded last; undefined when none was loaded. */
export function strategyInHand(): string | undefined {
  return file;
}
