/**
 * Zones of the IANA database as tables of transitions, built once per zone from Intl: the only
 * place that touches it. Intl is asked for UTC offsets only, so the process's zone and locale have
 * no say. Invariant: offsetAt equals what Intl says, at every microsecond of the table's years.
 * Source: decision 0004 (why not date-fns-tz).
 */

import {
  dayOfWeek,
  daysFromCivil,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
} from './instant.js';

/** The zone name is not in the IANA database. */
export class UnknownZoneError extends Error {
  override readonly name = 'UnknownZoneError';
  readonly zone: string;

  constructor(zone: string) {
    super(`unknown time zone "${zone}"`);
    this.zone = zone;
  }
}

export interface LocalTime {
  /** Civil day number, as daysFromCivil. */
  readonly days: number;
  /** Microseconds since local midnight, by the wall clock. */
  readonly microsOfDay: number;
  /** 0 = Sunday. */
  readonly dayOfWeek: number;
}

const FIRST_YEAR = 1970;
const LAST_YEAR = 2101;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

export class Zone {
  readonly name: string;
  /** Instants at which the offset changes, ascending; the first is the start of the table. */
  readonly #starts: readonly number[];
  readonly #offsets: readonly number[];
  #last = 0;

  constructor(name: string, starts: readonly number[], offsets: readonly number[]) {
    this.name = name;
    this.#starts = starts;
    this.#offsets = offsets;
  }

  /** Microseconds to add to UTC for local time. */
  offsetAt(at: number): number {
    return this.#offsets[this.#segment(at)] as number;
  }

  /** The wall clock at `at`. */
  toLocal(at: Instant): LocalTime {
    const local = at + this.offsetAt(at);
    const days = Math.floor(local / MICROS_PER_DAY);
    return { days, microsOfDay: local - days * MICROS_PER_DAY, dayOfWeek: dayOfWeek(days) };
  }

  /**
   * The instant at which the wall clock shows a time: the first of two when the clock was put
   * back, and the moment of the change when the time was skipped.
   */
  toInstant(days: number, microsOfDay: number): Instant {
    const local = days * MICROS_PER_DAY + microsOfDay;
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
    return this.#starts.slice(1);
  }

  #segment(at: number): number {
    const starts = this.#starts;
    const last = this.#last;
    const next = starts[last + 1];
    if (at >= (starts[last] as number) && (next === undefined || at < next)) return last;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return low;
  }
}

const zones = new Map<string, Zone>();

/** The zone of an IANA name. @throws UnknownZoneError */
export function zone(name: string): Zone {
  let known = zones.get(name);
  if (known === undefined) {
    known = buildZone(name);
    zones.set(name, known);
  }
  return known;
}

/** Whether `name` is an IANA zone. */
export function isZoneName(name: string): boolean {
  return formatterOf(name) !== undefined;
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

function buildZone(name: string): Zone {
  const formatter = formatterOf(name);
  if (formatter === undefined) throw new UnknownZoneError(name);
  const offset = (second: number) => offsetSeconds(formatter, second);
  const step = 14 * 86_400;
  const first = daysFromCivil(FIRST_YEAR, 1, 1) * 86_400;
  const last = daysFromCivil(LAST_YEAR, 1, 1) * 86_400;
  const starts = [first * MICROS_PER_SECOND];
  let current = offset(first);
  const offsets = [current * MICROS_PER_SECOND];
  for (let from = first; from < last; from += step) {
    const ahead = offset(from + step);
    if (ahead === current) continue;
    const change = bisect(offset, from, from + step, current);
    current = offset(change);
    starts.push(change * MICROS_PER_SECOND);
    offsets.push(current * MICROS_PER_SECOND);
    // Two changes may lie within one step (Morocco's Ramadan): look again from the change on.
    if (current !== ahead) from = change - step;
  }
  return new Zone(name, starts, offsets);
}

/** First second in (from, to] whose offset is not `before`. */
function bisect(
  offset: (second: number) => number,
  from: number,
  to: number,
  before: number,
): number {
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetSeconds(formatter: Intl.DateTimeFormat, second: number): number {
  const parts = new Map<string, string>();
  for (const { type, value } of formatter.formatToParts(second * 1000)) parts.set(type, value);
  const number = (type: string) => Number(parts.get(type));
  const days = daysFromCivil(number('year'), number('month'), number('day'));
  const local = days * 86_400 + number('hour') * 3600 + number('minute') * 60 + number('second');
  return local - second;
}
