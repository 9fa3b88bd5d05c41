/**
 * Time zones of the IANA database as tables of offset changes. A table is built from Intl for the
 * years that callers ask about. This is the only file that uses Intl, and it asks only for UTC
 * offsets, so the zone and the locale of the process do not matter. Invariant: offsetAt equals the
 * offset of Intl at every microsecond of the table's years. Source: decision 0004 (why not
 * date-fns-tz).
 */

import { countWhile } from '../base/bisect.js';
import {
  dayOfWeek,
  daysFromCivil,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
} from './instant.js';
import { offsetOfNewYork } from './new-york.js';

/** The zone name is not in the IANA database. */
export class UnknownZoneError extends Error {
  override readonly name = 'UnknownZoneError';
  readonly zone: string;

  constructor(zone: string) {
    super(`unknown time zone "${zone}"`);
    this.zone = zone;
  }
}

/** The wall clock of a zone at one instant. */
export interface LocalTime {
  /** The day number of the local date, as daysFromCivil gives it. */
  readonly days: number;
  /** Microseconds since local midnight on the wall clock. */
  readonly microsOfDay: number;
  /** 0 is Sunday, 6 is Saturday. */
  readonly dayOfWeek: number;
}

/**
 * The years of the table in seconds, the step of the search (at most two changes in one step), and
 * the span by which the table grows.
 */
const FIRST = daysFromCivil(1970, 1, 1) * 86_400;
const LAST = daysFromCivil(2101, 1, 1) * 86_400;
const STEP = 14 * 86_400;
const SPAN = 26 * STEP;
const NEW_YORK = 'America/New_York';
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/**
 * Owns the table of offsets of one time zone, for the years that callers asked about. Reading
 * extends it; what it has never changes.
 */
export class Zone {
  readonly name: string;
  /** Asks Intl how many seconds to add to UTC at a given second. */
  readonly #askOffset: (second: number) => number;
  /** Instants at which the offset changes, ascending. The first is the start of the table. */
  #starts: number[] = [];
  #offsets: number[] = [];
  /** The years that the table holds so far, in seconds. */
  #begin = FIRST;
  #end = FIRST;
  #last = 0;

  constructor(name: string, askOffset: (second: number) => number) {
    this.name = name;
    this.#askOffset = askOffset;
  }

  /** Microseconds to add to UTC to get local time at `at`. */
  offsetAt(at: number): number {
    const segment = this.#segment(at);
    return this.#offsets[segment] as number;
  }

  /** A span around `at`, from `from` to `to` (exclusive), in which the offset does not change. */
  steadyAround(at: number): { readonly from: number; readonly to: number } {
    const segment = this.#segment(at);
    const to = this.#starts[segment + 1] ?? this.#end * MICROS_PER_SECOND;
    return { from: this.#starts[segment] as number, to };
  }

  /** The wall clock at `at`. */
  toLocal(at: Instant): LocalTime {
    const local = at + this.offsetAt(at);
    const days = Math.floor(local / MICROS_PER_DAY);
    return { days, microsOfDay: local - days * MICROS_PER_DAY, dayOfWeek: dayOfWeek(days) };
  }

  /**
   * The instant at which the wall clock shows a time. When the clock was set back and shows the
   * time twice: the first of the two. When the clock was set forward and skips the time: the
   * instant of the change.
   * @param days - day number of the local date.
   * @param microsOfDay - microseconds since local midnight.
   */
  toInstant(days: number, microsOfDay: number): Instant {
    const local = days * MICROS_PER_DAY + microsOfDay;
    this.#cover(local + 2 * MICROS_PER_DAY);
    let segment = this.#segment(local - 2 * MICROS_PER_DAY);
    for (; segment < this.#starts.length; segment++) {
      const at = local - (this.#offsets[segment] as number);
      const start = this.#starts[segment] as number;
      const end = this.#starts[segment + 1] ?? Number.POSITIVE_INFINITY;
      if (at < start && segment > 0) return instant(start);
      if (at < end) return instant(at);
    }
    return instant(local - (this.#offsets.at(-1) ?? 0));
  }

  /** Every instant at which the offset changes, ascending. */
  transitions(): readonly number[] {
    this.#cover(FIRST * MICROS_PER_SECOND);
    this.#cover(LAST * MICROS_PER_SECOND);
    return this.#starts.slice(1);
  }

  #segment(at: number): number {
    const last = this.#last;
    const next = this.#starts[last + 1] ?? this.#end * MICROS_PER_SECOND;
    if (at >= (this.#starts[last] ?? next) && at < next) return last;
    this.#cover(at);
    const starts = this.#starts;
    const begun = countWhile(starts.length, index => (starts[index] as number) <= at);
    this.#last = Math.max(0, begun - 1);
    return this.#last;
  }

  /**
   * Grows the table until it holds `at`. An instant outside the years 1970 to 2100 uses the first
   * or the last offset of those years.
   */
  #cover(at: number): void {
    const second = Math.min(Math.max(Math.floor(at / MICROS_PER_SECOND), FIRST), LAST - 1);
    const span = second - ((second - FIRST) % SPAN);
    if (this.#starts.length === 0) {
      this.#begin = span;
      this.#end = span;
      this.#starts = [span * MICROS_PER_SECOND];
      this.#offsets = [this.#askOffset(span) * MICROS_PER_SECOND];
    }
    if (span < this.#begin) this.#prepend(span);
    if (second >= this.#end) this.#append(Math.min(span + SPAN, LAST));
  }

  #append(end: number): void {
    for (const change of changesBetween(this.#askOffset, this.#end, end)) {
      this.#starts.push(change * MICROS_PER_SECOND);
      this.#offsets.push(this.#askOffset(change) * MICROS_PER_SECOND);
    }
    this.#end = end;
  }

  #prepend(begin: number): void {
    const earlier = [begin, ...changesBetween(this.#askOffset, begin, this.#begin)];
    const offsets = earlier.map(second => this.#askOffset(second) * MICROS_PER_SECOND);
    this.#starts = [...earlier.map(second => second * MICROS_PER_SECOND), ...this.#starts.slice(1)];
    this.#offsets = [...offsets, ...this.#offsets.slice(1)];
    this.#begin = begin;
    this.#last = 0;
  }
}

const zones = new Map<string, Zone>();

/** The zone with an IANA name. @throws UnknownZoneError when there is none. */
export function zone(name: string): Zone {
  const known = knownZone(name);
  if (known === undefined) throw new UnknownZoneError(name);
  return known;
}

/** Whether `name` is the name of an IANA zone. */
export function isZoneName(name: string): boolean {
  return knownZone(name) !== undefined;
}

/** The zone with an IANA name; it is made once, because asking Intl takes half a millisecond. */
function knownZone(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const made = name === NEW_YORK ? newYork() : askedZone(name);
  if (made !== undefined) zones.set(name, made);
  return made;
}

function formatterOf(name: string): Intl.DateTimeFormat | undefined {
  if (!ZONE_NAME.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

/** A zone whose offsets Intl gives. */
function askedZone(name: string): Zone | undefined {
  const formatter = formatterOf(name);
  if (formatter === undefined) return undefined;
  return new Zone(name, second => offsetSeconds(formatter, second));
}

/** New York, which asks Intl only about years of which its rule does not speak. */
function newYork(): Zone {
  let formatter: Intl.DateTimeFormat | undefined;
  return new Zone(NEW_YORK, second => {
    const known = offsetOfNewYork(second);
    if (known !== undefined) return known;
    formatter ??= formatterOf(NEW_YORK);
    if (formatter === undefined) throw new UnknownZoneError(NEW_YORK);
    return offsetSeconds(formatter, second);
  });
}

/** The seconds in (begin, end] at which the offset changes, ascending. */
function changesBetween(
  offset: (second: number) => number,
  begin: number,
  end: number,
): readonly number[] {
  const changes: number[] = [];
  let current = offset(begin);
  for (let from = begin; from < end; ) {
    const to = Math.min(from + STEP, end);
    const ahead = offset(to);
    if (ahead === current) {
      from = to;
      continue;
    }
    const change = firstChange(offset, from, to, current);
    current = offset(change);
    changes.push(change);
    // One step can hold two changes (Ramadan in Morocco), so the search goes on from the change.
    from = current === ahead ? to : change;
  }
  return changes;
}

/** The first second in (from, to] whose offset is not `before`. */
function firstChange(
  offset: (second: number) => number,
  from: number,
  to: number,
  before: number,
): number {
  return from + 1 + countWhile(to - from - 1, at => offset(from + 1 + at) === before);
}

function offsetSeconds(formatter: Intl.DateTimeFormat, second: number): number {
  const parts = new Map<string, string>();
  for (const { type, value } of formatter.formatToParts(second * 1000)) parts.set(type, value);
  const number = (type: string) => Number(parts.get(type));
  const days = daysFromCivil(number('year'), number('month'), number('day'));
  const local = days * 86_400 + number('hour') * 3600 + number('minute') * 60 + number('second');
  return local - second;
}
