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

/** A command whose market was rewound before it took effect. */
export class RewoundError extends Error {
  override readonly name = 'RewoundError';

  constructor() {
    super('The market was rewound before the command took effect');
  }
}
