/**
 * Why a command never takes effect: its market ended, was rewound or was removed before it could.
 * The messages are those of the answers.
 */

/** A command or another input that never takes effect, because its market was lost to it. */
export abstract class LostError extends Error {
  override readonly name = 'LostError';
}

/**
 * A command that can never take effect: the window is over, or it ends before the latency has
 * passed.
 */
export class WindowOverError extends LostError {
  constructor() {
    super('The simulated window is over');
  }
}

/** A command whose simulation was removed before it took effect. */
export class RemovedError extends LostError {
  constructor() {
    super('The simulation was removed before the request took effect');
  }
}

/** A command whose server stopped before it took effect. */
export class StoppedError extends LostError {
  constructor() {
    super('The server stopped before the request took effect');
  }
}

/** A command whose market was rewound before it took effect. */
export class RewoundError extends LostError {
  constructor() {
    super('The simulated market was rewound before the request took effect');
  }
}

/** Passes over an input that is lost to its market. @throws any other error. */
export function passLost(error: unknown): undefined {
  if (!(error instanceof LostError)) throw error;
}
