/**
 * Why a command never takes effect: its market ended, was rewound or was removed before it could.
 */

/**
 * A command that can never take effect: the window is over, or it ends before the latency has
 * passed.
 */
export class WindowOverError extends Error {
  override readonly name = 'WindowOverError';

  constructor() {
    super('The simulated window is over');
  }
}

/** A command whose simulation was removed before it took effect. */
export class RemovedError extends Error {
  override readonly name = 'RemovedError';

  constructor() {
    super('The simulation was removed before the command took effect');
  }
}

/** A command whose server stopped before it took effect. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('The server stopped before the command took effect');
  }
}

/** A command whose market was rewound before it took effect. */
export class RewoundError extends Error {
  override readonly name = 'RewoundError';

  constructor() {
    super('The market was rewound before the command took effect');
  }
}

/** Whether a command or another input never takes effect, because its market was lost to it. */
export function isLost(error: unknown): error is Error {
  return [WindowOverError, RemovedError, StoppedError, RewoundError].some(
    each => error instanceof each,
  );
}

/** Passes over an input that is lost to its market. @throws any other error. */
export function passLost(error: unknown): undefined {
  if (!isLost(error)) throw error;
}
