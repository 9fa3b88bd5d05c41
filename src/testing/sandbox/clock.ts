/** The clock of a simulation in a test: commands go through control, readings come from the sandbox. */

import type { Transaction } from '../../core/ledger/transaction.js';
import { formatRfc3339, instant, parseDuration, parseInstant } from '../../core/time/instant.js';
import type { TestClock, Time, WaitLimit } from '../types/clock.js';
import type { ServerSimulation } from './held.js';

/** An instant as requests name it. */
export function timeText(time: Time): string {
  return typeof time === 'string' ? time : time.toISOString();
}

/** The clock of one simulation. It keeps nothing: every call goes to the server. */
export class HeldClock implements TestClock {
  readonly #held: ServerSimulation;

  constructor(held: ServerSimulation) {
    this.#held = held;
  }

  get now(): string {
    return formatRfc3339(this.#held.sandbox.simulation.now);
  }

  get from(): string {
    return formatRfc3339(this.#held.sandbox.simulation.scenario.from);
  }

  get to(): string {
    return formatRfc3339(this.#held.sandbox.simulation.scenario.to);
  }

  get state(): TestClock['state'] {
    return this.#held.sandbox.clock.state.state;
  }

  advance(by: string): Promise<string> {
    return this.#turn({ by });
  }

  advanceTo(at: Time): Promise<string> {
    return this.#turn({ to: timeText(at) });
  }

  ticks(count = 1): Promise<string> {
    return this.#turn({ ticks: count });
  }

  candle(granularity: string): Promise<string> {
    return this.#turn({ candle: granularity });
  }

  async until(
    event: 'fill' | 'transaction' | 'tick',
    limit: WaitLimit = {},
  ): Promise<readonly Transaction[]> {
    const { simulation } = this.#held.sandbox;
    const { ticks, now } = simulation;
    const { length } = simulation.engine.ledger;
    const to = formatRfc3339(instant(this.#endOf(limit)));
    await this.#turn({ to, until: event });
    const written = simulation.engine.ledger.slice(length);
    const isThere = {
      tick: simulation.ticks > ticks,
      transaction: written.length > 0,
      fill: written.some(({ type }) => type === 'ORDER_FILL'),
    };
    if (isThere[event]) return written;
    throw new Error(`There was no ${event} from ${formatRfc3339(now)} to ${this.now}`);
  }

  async *steps(by: string, limit: WaitLimit = {}): AsyncGenerator<string> {
    const end = this.#endOf(limit);
    const step = micros(by);
    while (this.#held.isOpen && this.state !== 'ended') {
      const { now } = this.#held.sandbox.simulation;
      if (now >= end) return;
      yield await this.#turn({ to: formatRfc3339(instant(Math.min(now + step, end))) });
    }
  }

  async play(speed?: number | 'max'): Promise<void> {
    await this.#held.control('POST', 'clock/play', speed === undefined ? {} : { speed });
  }

  async pause(): Promise<void> {
    await this.#held.control('POST', 'clock/pause');
  }

  async #turn(turn: object): Promise<string> {
    const { now } = await this.#held.control('POST', 'clock/advance', turn);
    return now as string;
  }

  /** Where a wait ends, microseconds since 1970. @throws Error for no duration or no instant. */
  #endOf({ within, before }: WaitLimit): number {
    const { now, scenario } = this.#held.sandbox.simulation;
    if (within !== undefined) return now + micros(within);
    if (before === undefined) return scenario.to;
    const parsed = parseInstant(timeText(before));
    if (parsed === undefined) throw new Error(`"${before}" is no RFC 3339 instant`);
    return parsed.at;
  }
}

/** Microseconds of a duration. @throws Error for another text. */
function micros(duration: string): number {
  const parsed = parseDuration(duration);
  if (parsed !== undefined && parsed > 0) return parsed;
  throw new Error(`"${duration}" is no duration such as 90s or 1h30m`);
}
