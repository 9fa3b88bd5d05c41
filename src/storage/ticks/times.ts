/**
 * Time stamps of tick files: RFC 3339, epochs, and the local forms of publishers. Local times are
 * resolved by the core's zone tables. All throw RowFault on anything else.
 */

import { RowFault, shown } from '../../core/feed/parse-tick.js';
import {
  daysFromCivil,
  daysInMonth,
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  parseInstant,
} from '../../core/time/instant.js';
import { zone } from '../../core/time/zone.js';
import type { TimeUnit } from './layout.js';

export interface ReadTime {
  readonly at: Instant;
  readonly cut: boolean;
}

const EPOCH = /^\d{9,16}$/;
const MICROS: Readonly<Record<TimeUnit, number>> = { s: 1_000_000, ms: 1_000, us: 1 };

/** The unit of an epoch by its digits: 9-11 seconds, 12-14 milliseconds, 15-16 microseconds. */
export function epochUnit(text: string): TimeUnit | undefined {
  if (!EPOCH.test(text)) return undefined;
  if (text.length <= 11) return 's';
  return text.length <= 14 ? 'ms' : 'us';
}

/** An epoch in a known unit. */
export function readEpoch(text: string, unit: TimeUnit): ReadTime {
  const found = epochUnit(text);
  if (found === undefined)
    throw new RowFault('time', `must be an epoch in ${unit}, was ${shown(text)}`);
  if (found !== unit) {
    throw new RowFault('time', `mixes units: epoch in ${unit} expected, was ${text} (${found})`);
  }
  return { at: instant(Number(text) * MICROS[unit]), cut: false };
}

/** RFC 3339 with a zone; a blank instead of the T is accepted. */
export function readRfc3339(text: string): ReadTime {
  const parsed = parseInstant(text.replace(' ', 'T'));
  if (parsed === undefined || epochUnit(text) !== undefined) {
    const zoneless = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text);
    throw new RowFault(
      'time',
      zoneless
        ? `must carry a zone (Z or +hh:mm), was ${text}`
        : `must be an RFC 3339 time, was ${shown(text)}`,
    );
  }
  return parsed;
}

export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Digits after the second's point; '' for none. */
  readonly fraction: string;
}

/** Puts a wall-clock time into a zone (or a fixed offset in hours). */
export function resolveCivil(time: CivilTime, where: string | number, text: string): ReadTime {
  const { year, month, day, hour, minute, second } = time;
  const valid =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  if (!valid) throw new RowFault('time', `is no date and time, was ${shown(text)}`);
  const digits = time.fraction.padEnd(9, '0');
  const micros = (hour * 3600 + minute * 60 + second) * 1_000_000 + Number(digits.slice(0, 6));
  const cut = digits.slice(6) !== '000';
  const days = daysFromCivil(year, month, day);
  if (typeof where === 'number') {
    return { at: instant(days * MICROS_PER_DAY + micros - where * MICROS_PER_HOUR), cut };
  }
  return { at: zone(where).toInstant(days, micros), cut };
}

/** Reads a time by a pattern with named groups year month day hour minute second fraction. */
export function readCivil(text: string, pattern: RegExp, where: string | number): ReadTime {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) {
    throw new RowFault('time', `must look like this layout's times, was ${shown(text)}`);
  }
  const number = (name: string) => Number(groups[name] ?? 0);
  const time = {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    fraction: groups['fraction'] ?? '',
  };
  return resolveCivil(time, where, text);
}
