/**
 * Controls the clock of an Orrery sandbox in manual mode: reads it, and turns it to the instants at
 * which a backtest would call its strategy.
 * Source: README, `/_sim`.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '../../../core/base/present.js';
import type { TurnEnd } from '../../../core/run/turn-end.js';
import { formatRfc3339, type Instant, mustParse } from '../../../core/time/instant.js';
import type { Json, V20Client } from '../wire/v20-client.js';

/** The state of the clock. */
export interface HostClockState {
  readonly now: Instant;
  /** End of the window, exclusive. */
  readonly end: Instant;
  /** Ticks taken so far. */
  readonly ticks: number;
  /** Number of transactions of all accounts. */
  readonly transactions: number;
  /** Number of commands that have not taken effect yet. */
  readonly waiting: number;
}

/** Wall milliseconds between two readings while a command has no answer. */
const LOOK_MS = 5;

/** Owns the state of the clock as the host gave it last. Every answer of the host replaces it. */
export class ManualClock {
  readonly #control: V20Client;
  #state: HostClockState | undefined;

  /** @param control - a client with the control token. */
  constructor(control: V20Client) {
    this.#control = control;
  }

  /** Reads the clock. @throws InputError when it is not in manual mode. */
  async look(): Promise<HostClockState> {
    const body = await this.#control.get('/_sim/clock');
    if (body['mode'] !== 'manual') {
      const mode = String(body['mode']);
      throw this.#control.fault(`the clock is ${mode}; serve with --clock manual`);
    }
    return this.#take(body);
  }

  /** Turns the clock. */
  async turn({ to, through, until }: TurnEnd): Promise<HostClockState> {
    const answer = await this.#control.command('POST', '/_sim/clock/advance', {
      to: formatRfc3339(to),
      through,
      ...present({ until }),
    });
    if (answer.status !== 200) throw this.#control.refused('turning the clock', answer);
    return this.#take(answer.body);
  }

  /** Resolves when one more command waits for its effect, or when the command is answered. */
  async acceptance(isAnswered: () => boolean): Promise<void> {
    const before = this.#state?.waiting ?? 0;
    for (;;) {
      await sleep(LOOK_MS);
      if (isAnswered() || (await this.look()).waiting > before) return;
    }
  }

  #take(body: Json): HostClockState {
    this.#state = {
      now: mustParse(body['now'] as string),
      end: mustParse(body['to'] as string),
      ticks: body['ticks'] as number,
      transactions: body['transactions'] as number,
      waiting: body['waiting'] as number,
    };
    return this.#state;
  }
}
