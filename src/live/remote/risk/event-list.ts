/** The events of the calendar that a strategy over HTTP has not received yet. */

import type { CalendarEvent } from '../../../core/risk/calendar.js';
import type { Instant } from '../../../core/time/instant.js';

/**
 * Owns its place in the calendar. `start` and `dueBy` move it forward; each event is taken once.
 */
export class EventList {
  readonly #events: readonly CalendarEvent[];
  #next = 0;

  /** @param events - the calendar, in order. */
  constructor(events: readonly CalendarEvent[]) {
    this.#events = events;
  }

  /** Leaves out the events before `time`. */
  start(time: Instant): void {
    while (this.due < time) this.#next += 1;
  }

  /** Microseconds of the next event; Infinity when there is none. */
  get due(): number {
    return this.#events[this.#next]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the events up to and including `time`, in order. */
  dueBy(time: Instant): readonly CalendarEvent[] {
    const first = this.#next;
    while (this.due <= time) this.#next += 1;
    return this.#events.slice(first, this.#next);
  }
}
