/**
 * When the four ticks of a bar come: the open at its start, the others after a quarter, a half and
 * three quarters of its time. A bar that reaches into closed hours, as those of weeks and months do,
 * has these three in quarters of its open time: the price moves only while the market is open.
 */

import { sessionAt, type TradingHours } from '../../../../core/time/calendar.js';
import { type Instant, instant } from '../../../../core/time/instant.js';

/** Ticks of a bar after its open. */
const STEPS = [1, 2, 3] as const;
const QUARTERS = 4;

/**
 * Owns the open hours that were computed last, for bars in the order of their starts. `of` moves
 * them on.
 */
export class TickTimes {
  readonly #hours: TradingHours;
  /** Open time that holds the bars of late: `[from, to)`. */
  #openFrom = Number.POSITIVE_INFINITY;
  #openTo = Number.NEGATIVE_INFINITY;

  /** @param hours - those in which the instrument usually trades. */
  constructor(hours: TradingHours) {
    this.#hours = hours;
  }

  /** The instants of open, extremes and close of the bar from `start` to `end`, exclusive. */
  of(start: Instant, end: Instant): readonly [Instant, ...Instant[]] {
    const after = (micros: number) => instant(start + Math.floor(micros));
    const nominal = STEPS.map(step => after(((end - start) / QUARTERS) * step));
    if (this.#isOpen(nominal[0] as Instant, nominal[2] as Instant)) return [start, ...nominal];
    if (nominal.every(at => sessionAt(this.#hours, at).open)) return [start, ...nominal];
    const spans = this.#openSpans(start, end);
    const open = spans.reduce((sum, [from, to]) => sum + to - from, 0);
    if (open < QUARTERS) return [start, ...nominal];
    return [start, ...STEPS.map(step => instantIn(spans, Math.floor((open / QUARTERS) * step)))];
  }

  /** Whether the market is open from `first` to `last`, both inclusive. */
  #isOpen(first: Instant, last: Instant): boolean {
    if (first >= this.#openFrom && last < this.#openTo) return true;
    const { open, until } = sessionAt(this.#hours, first);
    if (!open || last >= until) return false;
    this.#openFrom = first;
    this.#openTo = until;
    return true;
  }

  #openSpans(start: Instant, end: Instant): readonly (readonly [from: number, to: number])[] {
    const spans: (readonly [number, number])[] = [];
    for (let at: number = start; at < end; ) {
      const { open, until } = sessionAt(this.#hours, instant(at));
      const to = Math.min(until, end);
      if (open) spans.push([at, to]);
      at = to;
    }
    return spans;
  }
}

/** The instant after `micros` of open time. */
function instantIn(spans: readonly (readonly [number, number])[], micros: number): Instant {
  let rest = micros;
  for (const [from, to] of spans) {
    if (rest < to - from) return instant(from + rest);
    rest -= to - from;
  }
  return instant((spans.at(-1) as readonly [number, number])[1] - 1);
}
