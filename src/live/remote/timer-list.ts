/**
 * The timers of a strategy. Of several timers at one instant, the one that was set first is due
 * first.
 */

import type { TradeTimer } from '../../core/strategy/tools/time-stops.js';
import type { Instant } from '../../core/time/instant.js';

/** Under what a timer is set: a name of the strategy's own, or a trade whose time is limited. */
type TimerName = string | TradeTimer;

/** A timer as set; setting it again makes a new one. */
export interface SetTimer {
  readonly name: TimerName;
  readonly at: Instant;
}

/**
 * Owns the timers by name. `set` replaces, `clear` and `take` remove one; a name has at most one
 * timer.
 */
export class TimerList {
  readonly #timers = new Map<TimerName, SetTimer>();

  set(name: TimerName, at: Instant): void {
    this.#timers.delete(name);
    this.#timers.set(name, { name, at });
  }

  clear(name: string): void {
    this.#timers.delete(name);
  }

  /** When the next one is due; Infinity when none is set. */
  get due(): number {
    return Math.min(...[...this.#timers.values()].map(({ at }) => at));
  }

  /** Timers due by `now`, earliest first. */
  dueBy(now: Instant): SetTimer[] {
    return [...this.#timers.values()].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  }

  /** Removes a timer that is being reported. @returns false when it was cancelled or set again. */
  take(timer: SetTimer): boolean {
    return this.#timers.get(timer.name) === timer && this.#timers.delete(timer.name);
  }
}
