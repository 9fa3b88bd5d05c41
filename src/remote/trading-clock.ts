/**
 * When a strategy over HTTP looks at its market: every so often on the wall clock, or, against
 * Orrery with its clock in manual mode, at the very instants at which a backtest would call it.
 */

import { formatRfc3339, type Instant, instant, MICROS_PER_MILLI } from '../core/time/instant.js';
import { mustParse } from './remote-market.js';
import type { V20Client } from './v20-client.js';

export interface TradingClock {
  now(): Promise<Instant>;
  /**
   * Lets time pass until the next look, at `wanted` if the clock can.
   * @returns the time of the look, and whether it is the last one.
   */
  next(wanted: Instant): Promise<{ readonly now: Instant; readonly isLast: boolean }>;
}

/** Looks every `pollMs` wall milliseconds, until `signal` says that it is enough. */
export class WallClock implements TradingClock {
  readonly #pollMs: number;
  readonly #signal: AbortSignal;

  constructor(pollMs: number, signal: AbortSignal) {
    this.#pollMs = pollMs;
    this.#signal = signal;
  }

  async now(): Promise<Instant> {
    return instant(Date.now() * MICROS_PER_MILLI);
  }

  async next(): Promise<{ readonly now: Instant; readonly isLast: boolean }> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, this.#pollMs);
      const stop = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#signal.aborted) stop();
      else this.#signal.addEventListener('abort', stop, { once: true });
    });
    return { now: await this.now(), isLast: this.#signal.aborted };
  }
}

/** Turns the clock of an Orrery sandbox in manual mode, to the end of its window. */
export class ManualClock implements TradingClock {
  readonly #control: V20Client;

  /** @param control - a client with the control token. */
  constructor(control: V20Client) {
    this.#control = control;
  }

  async now(): Promise<Instant> {
    const { now } = await this.#control.get('/_sim/clock');
    return mustParse(now as string);
  }

  async next(wanted: Instant): Promise<{ readonly now: Instant; readonly isLast: boolean }> {
    const answer = await this.#control.send('POST', '/_sim/clock/advance', {
      to: formatRfc3339(wanted),
    });
    const { status, body } = answer;
    if (status !== 200) throw this.#control.refused('turning the clock', answer);
    const now = mustParse(body['now'] as string);
    return { now, isLast: body['state'] === 'ended' };
  }
}
