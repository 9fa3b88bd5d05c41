/**
 * Reads time stamps of tick files: RFC 3339, epochs, and wall-clock forms. The core's zone tables
 * convert local times. Any other text is a RowFault, and so is a year outside 1970 to 2100.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import {
  daysFromCivil,
  instant,
  isCivilDate,
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  parseInstant,
  secondOfDay,
} from '../../../../core/time/instant.js';
import { fileClock } from './file-clock.js';
import type { LayoutContext, ReadTime, TimeUnit } from './layout.js';

const EPOCH = /^\d{9,16}$|^\d{18,19}$/;
const DECIMAL_EPOCH = /^\d{9,11}\.\d{1,9}$/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const MICROS: Readonly<Record<Exclude<TimeUnit, 'ns'>, number>> = {
  s: 1_000_000,
  ms: 1_000,
  us: 1,
};
/** Digits of an epoch in nanoseconds that are below a microsecond. */
const BELOW_MICROS = 3;
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;
/** The first instant after the years that tick files may use. */
export const END_OF_TIME = daysFromCivil(LAST_YEAR + 1, 1, 1) * MICROS_PER_DAY;

/** ISO without a zone: 2024-03-05 10:00:00.123, blank or T, 0 to 9 fraction digits. */
export const LOCAL_ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;

/**
 * The unit of an epoch by its number of digits: 9-11 seconds (also with decimals), 12-14
 * milliseconds, 15-16 microseconds, 18-19 nanoseconds. No instant from 1973 to 2100 fits two units. Undefined when the
 * text is no epoch.
 */
export function epochUnit(text: string): TimeUnit | undefined {
  if (DECIMAL_EPOCH.test(text)) return 's';
  if (!EPOCH.test(text)) return undefined;
  if (text.length <= 11) return 's';
  if (text.length <= 14) return 'ms';
  return text.length <= 16 ? 'us' : 'ns';
}

/**
 * Reads an epoch in a known unit; another unit means that the file mixes units.
 * @throws RowFault
 */
export function readEpoch(text: string, unit: TimeUnit): ReadTime {
  const found = epochUnit(text);
  if (found === undefined) {
    throw new RowFault('time', `must be an epoch in ${unit}, was ${shown(text)}`);
  }
  if (found !== unit) {
    throw new RowFault(
      'time',
      `must be an epoch in ${unit} as in the first row, was ${text} (${found})`,
    );
  }
  if (text.includes('.')) return inRange(parseInstant(text) as ReadTime, text);
  // An epoch in nanoseconds has more digits than a number holds.
  const micros = unit === 'ns' ? Number(text.slice(0, -BELOW_MICROS)) : Number(text) * MICROS[unit];
  if (micros >= END_OF_TIME) throw outOfRange(text);
  return { at: instant(micros), cut: unit === 'ns' && !text.endsWith('000') };
}

/**
 * RFC 3339 with a zone; a blank instead of the T is accepted.
 * @param advice - the end of the sentence of a fault. @throws RowFault
 */
export function readRfc3339(text: string, advice = ''): ReadTime {
  const year = Number(text.slice(0, 4));
  const dashed = text.charCodeAt(4) === 45;
  if (dashed && (year < FIRST_YEAR || year > LAST_YEAR)) throw outOfRange(text);
  const parsed = dashed ? parseInstant(text.replace(' ', 'T')) : undefined;
  if (parsed !== undefined) return inRange(parsed, text);
  const rule = ZONELESS.test(text)
    ? `must have a zone (Z or +hh:mm), was ${text}`
    : `must be an RFC 3339 time, was ${shown(text)}`;
  throw new RowFault('time', rule + advice);
}

/**
 * A reader for files that do not state the form of their times. The first time decides between RFC
 * 3339 and epochs of one unit; a later time of another form is a fault.
 * @param advice - the end of the sentence about a first time of another form.
 */
export function anyTimeReader(context: LayoutContext, advice = ''): (text: string) => ReadTime {
  let unit = context.timeUnit;
  let decided = unit !== undefined;
  return text => {
    if (!decided) {
      unit = epochUnit(text);
      const time = unit === undefined ? readRfc3339(text, advice) : readEpoch(text, unit);
      decided = true;
      return time;
    }
    return unit === undefined ? readRfc3339(text) : readEpoch(text, unit);
  };
}

/** Clock of a local time: the name of a file's clock, or a fixed offset from UTC in minutes. */
type ClockPlace = string | number;

/**
 * Reads a time by a pattern with the named groups year month day hour minute second fraction (0 to
 * 9 digits), half (AM or PM of a clock of 12 hours) and offset (Z, +hhmm or +hh:mm), which overrides
 * `where`; hour and shorter may be absent.
 * @throws RowFault
 */
export function readCivil(text: string, pattern: RegExp, where: ClockPlace): ReadTime {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) {
    throw new RowFault('time', `must have the form of this layout's times, was ${shown(text)}`);
  }
  const year = Number(groups['year']);
  const month = Number(groups['month']);
  const day = Number(groups['day']);
  const hour = hourOfDay(Number(groups['hour'] ?? 0), groups['half']);
  const minute = Number(groups['minute'] ?? 0);
  const second = Number(groups['second'] ?? 0);
  const seconds = secondOfDay(hour, minute, second);
  if (!isCivilDate(year, month, day) || Number.isNaN(seconds))
    throw new RowFault('time', `must be a date and time, was ${shown(text)}`);
  if (year < FIRST_YEAR || year > LAST_YEAR) throw outOfRange(text);
  const digits = (groups['fraction'] ?? '').padEnd(9, '0');
  const micros = seconds * 1_000_000 + Number(digits.slice(0, 6));
  const days = daysFromCivil(year, month, day);
  const offset = groups['offset'];
  const place = offset === undefined ? where : offsetMinutes(offset);
  const at =
    typeof place === 'number'
      ? instant(days * MICROS_PER_DAY + micros - place * MICROS_PER_MINUTE)
      : fileClock(place)(days, micros);
  return inRange({ at, cut: digits.slice(6) !== '000' }, text);
}

/** The hour of 24 of a clock of 12 hours; NaN when there is none such. */
function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

function offsetMinutes(text: string): number {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

function inRange(time: ReadTime, text: string): ReadTime {
  if (time.at < 0 || time.at >= END_OF_TIME) throw outOfRange(text);
  return time;
}

function outOfRange(text: string): RowFault {
  return new RowFault(
    'time',
    `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}, was ${shown(text)}`,
  );
}
