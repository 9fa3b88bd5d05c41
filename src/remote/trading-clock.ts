/**
 * When a strategy over HTTP looks at its market: every so often on the wall clock, or, against
 * Orrery with its clock in manual mode, at the very instants at which a backtest would call it.
 */

import { setTimeout } from 'node:timers/promises';
import { formatRfc3339, type Instant } from '../core/time/instant.js';
import type { V20Client } from './v20-client.js';

export interface TradingClock {
  /** Lets time pass until the next look, at `wanted` if it can. @returns whether it is the last. */
  next(wanted: Instant): Promise<boolean>;
}

/** Looks every `pollMs` wall milliseconds, until `signal` says that it is enough. */
export class WallClock implements TradingClock {
  readonly #pollMs: number;
  readonly #signal: AbortSignal;

  constructor(pollMs: number, signal: AbortSignal) {
    this.#pollMs = pollMs;
    this.#signal = signal;
  }

  async next(): Promise<boolean> {
    // Being told to stop ends the wait, and is no failure.
    await setTimeout(this.#pollMs, undefined, { signal: this.#signal }).catch(() => undefined);
    return this.#signal.aborted;
  }
}

/** Turns the clock of an Orrery sandbox in manual mode, to the end of its window. */
export class ManualClock implements TradingClock {
  readonly #control: V20Client;

  /** @param control - a client with the control token. */
  constructor(control: V20Client) {
    this.#control = control;
  }

  async next(wanted: Instant): Promise<boolean> {
    const answer = await this.#control.send('POST', '/_sim/clock/advance', {
      to: formatRfc3339(wanted),
    });
    if (answer.status !== 200) throw this.#control.refused('turning the clock', answer);
    return answer.body['state'] === 'ended';
  }
}
