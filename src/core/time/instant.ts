/**
 * Instants: integer microseconds since the epoch, UTC, in a JavaScript number (decision 0002).
 * Reads and writes the two wire forms of v20. Instants have no time zone. Source: v20 semantics
 * 2.3.
 */

import { assert, ensureDefined } from '../base/assert.js';
import type { Brand } from '../base/brand.js';
import { InputError } from '../base/input-error.js';

/** Microseconds since 1970-01-01T00:00:00Z. */
export type Instant = Brand<number, 'Instant'>;

/** Microseconds of one millisecond. */
export const MICROS_PER_MILLI = 1_000;
/** Microseconds of one second. */
export const MICROS_PER_SECOND = 1_000_000;
/** Microseconds of one minute. */
export const MICROS_PER_MINUTE = 60_000_000;
/** Microseconds of one hour. */
export const MICROS_PER_HOUR = 3_600_000_000;
/** Microseconds of one day of 24 hours. */
export const MICROS_PER_DAY = 86_400_000_000;

const MILLION = 1_000_000;
const DAYS_PER_ERA = 146_097;
const DAYS_TO_EPOCH = 719_468;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Makes an Instant. @throws InvariantError unless `micros` is a safe integer. */
export function instant(micros: number): Instant {
  assert(Number.isSafeInteger(micros), 'Invariant: an instant is a safe integer', micros);
  return micros as Instant;
}

/**
 * The day number of a date: days since 1970-01-01; month 1-12. Algorithm: Howard Hinnant,
 * days_from_civil.
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
}

/** The date of a day number; month 1-12. Algorithm: Howard Hinnant, civil_from_days. */
export function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + DAYS_TO_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** The weekday of a day number: 0 is Sunday, 6 is Saturday. */
export function dayOfWeek(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** The number of days of a month; month 1-12. */
function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Whether the calendar has this date; month 1-12. */
export function isCivilDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Seconds since midnight of a time of day; NaN for 24:00:00 and later. No part may be negative. */
export function secondOfDay(hour: number, minute: number, second: number): number {
  const isValid = hour <= 23 && minute <= 59 && second <= 59;
  return isValid ? hour * 3600 + minute * 60 + second : Number.NaN;
}

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const CODE_0 = 48;
/** The codes of `-`, `.`, `:`, `T` and `Z`, which stand between the digits of a time. */
const [DASH, POINT, COLON, LETTER_T, LETTER_Z] = [45, 46, 58, 84, 90];
const UNIX = /^(\d{1,11})(?:\.(\d{1,9}))?$/;

/** An instant that was read from a text. */
export interface ParsedInstant {
  /** The instant, cut to whole microseconds. */
  readonly at: Instant;
  /** Whether a nonzero digit below a microsecond was cut. */
  readonly cut: boolean;
}

/**
 * The largest distance from the epoch that a text may name: the years 1700 to 2239. The candle
 * bucket of such an instant also starts and ends at valid instants.
 */
const MICROS_MAX = 8_500_000_000_000_000;

/** The rule in the message for a text that must be a time. */
export const RFC3339_RULE = 'must be an RFC 3339 time with a zone, such as 2024-03-05T10:00:00Z';

/**
 * Reads RFC 3339 with a zone, or UNIX seconds (`1497434033.358926187`), with 0 to 9 fraction
 * digits.
 * @returns undefined for any other text: no zone, no such date, hour 24, leap second, year 1699 or
 * 2240.
 */
export function parseInstant(text: string): ParsedInstant | undefined {
  const written = readWritten(text);
  if (written !== undefined) return written;
  const unix = UNIX.exec(text);
  if (unix !== null) {
    const fraction = fractionOf(unix[2]);
    return parsedAt(Number(unix[1]) * MICROS_PER_SECOND + fraction.micros, fraction.cut);
  }
  const parts = RFC3339.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map(Number);
  const offsetHour = Number(parts[9] ?? 0);
  const offsetMinute = Number(parts[10] ?? 0);
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const fraction = fractionOf(parts[7]);
  const offset = (offsetHour * 60 + offsetMinute) * MICROS_PER_MINUTE * (parts[8] === '-' ? -1 : 1);
  const local = dateMicros(year, month, day) + clockMicros(hour, minute, second);
  return parsedAt(local + fraction.micros - offset, fraction.cut);
}

/**
 * Reads a text in the form that `formatRfc3339` writes, digit by digit. The figures of a run read
 * the times of whole ledgers, and a regular expression takes ten times as long.
 */
function readWritten(text: string): ParsedInstant | undefined {
  const isOfForm =
    text.length === 30 &&
    text[4] === '-' &&
    text[7] === '-' &&
    text[10] === 'T' &&
    text[13] === ':' &&
    text[16] === ':' &&
    text[19] === '.' &&
    text[29] === 'Z';
  if (!isOfForm) return undefined;
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)];
  const hour = digitsAt(text, 11, 13);
  const minute = digitsAt(text, 14, 16);
  const second = digitsAt(text, 17, 19);
  const below = digitsAt(text, 26, 29);
  const whole = dateMicros(year, month, day) + clockMicros(hour, minute, second);
  return Number.isNaN(below) ? undefined : parsedAt(whole + digitsAt(text, 20, 26), below !== 0);
}

/** The number in `text` from `from` to `to` (exclusive); NaN when a character is not a digit. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - CODE_0;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Microseconds since the epoch at which a date begins, UTC; NaN if there is none such. */
function dateMicros(year: number, month: number, day: number): number {
  if (!isCivilDate(year, month, day)) return Number.NaN;
  return daysFromCivil(year, month, day) * MICROS_PER_DAY;
}

/** Microseconds since the start of the day; NaN if no clock shows that. */
function clockMicros(hour: number, minute: number, second: number): number {
  return secondOfDay(hour, minute, second) * MICROS_PER_SECOND;
}

function parsedAt(micros: number, cut: boolean): ParsedInstant | undefined {
  return Math.abs(micros) <= MICROS_MAX ? { at: instant(micros), cut } : undefined;
}

function fractionOf(digits: string | undefined): { micros: number; cut: boolean } {
  if (digits === undefined) return { micros: 0, cut: false };
  const padded = digits.padEnd(9, '0');
  return { micros: Number(padded.slice(0, 6)), cut: padded.slice(6) !== '000' };
}

/** Formats RFC 3339: `2024-03-05T10:00:00.100000000Z`, always with nine fraction digits and Z. */
export function formatRfc3339(at: Instant): string {
  const days = Math.floor(at / MICROS_PER_DAY);
  const micros = at - days * MICROS_PER_DAY;
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  const fraction = micros - seconds * MICROS_PER_SECOND;
  const minutes = Math.floor(seconds / 60);
  const [hour, minute, second] = [Math.floor(minutes / 60), minutes % 60, seconds % 60];
  const [high, middle] = [Math.floor(fraction / 10_000), Math.floor(fraction / 100) % 100];
  const { century, year, month, day } = dateOf(days);
  // A ledger keeps these texts. Made of codes a text is one block of memory, and takes a third of the
  // time of one that is joined; added up it would be a tree.
  return String.fromCharCode(
    tens(century),
    ones(century),
    tens(year),
    ones(year),
    DASH,
    tens(month),
    ones(month),
    DASH,
    tens(day),
    ones(day),
    LETTER_T,
    tens(hour),
    ones(hour),
    COLON,
    tens(minute),
    ones(minute),
    COLON,
    tens(second),
    ones(second),
    POINT,
    tens(high),
    ones(high),
    tens(middle),
    ones(middle),
    tens(fraction % 100),
    ones(fraction % 100),
    CODE_0,
    CODE_0,
    CODE_0,
    LETTER_Z,
  );
}

/** The parts of a date; `year` is that of the century. */
interface DateParts {
  readonly century: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day that was written last: simulated time stays on a day for thousands of texts. */
const lastDate = { days: Number.NaN, parts: { century: 0, year: 0, month: 0, day: 0 } };

function dateOf(days: number): DateParts {
  if (days !== lastDate.days) {
    const { year, month, day } = civilFromDays(days);
    lastDate.parts = { century: Math.floor(year / 100), year: year % 100, month, day };
    lastDate.days = days;
  }
  return lastDate.parts;
}

/** The code of the first digit of a number below 100, and that of the second. */
function tens(value: number): number {
  return CODE_0 + Math.floor(value / 10);
}

function ones(value: number): number {
  return CODE_0 + (value % 10);
}

/** The date of a day number: `2024-03-05`. */
export function dateText(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** A number below a million with six digits. */
function sixDigits(value: number): string {
  return String(MILLION + value).slice(1);
}

/** Formats UNIX seconds: `1497434033.358926000`, always with nine fraction digits. */
export function formatUnix(at: Instant): string {
  const seconds = Math.floor(at / MICROS_PER_SECOND);
  return `${seconds}.${sixDigits(at - seconds * MICROS_PER_SECOND)}000`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

const DURATION_UNITS: Readonly<Record<string, number>> = {
  us: 1,
  ms: MICROS_PER_MILLI,
  s: MICROS_PER_SECOND,
  m: MICROS_PER_MINUTE,
  h: MICROS_PER_HOUR,
  d: MICROS_PER_DAY,
  w: 7 * MICROS_PER_DAY,
};
const DURATION = /^(?:\d{1,9}(?:us|ms|s|m|h|d|w))+$/;
const DURATION_PART = /(\d+)(us|ms|s|m|h|d|w)/g;

/** Microseconds of a duration such as `50ms`, `4h`, `1h30m`, `2w`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(DURATION_PART)) {
    total += Number(amount) * (DURATION_UNITS[unit ?? ''] ?? 0);
  }
  return Number.isSafeInteger(total) ? total : undefined;
}

/**
 * Microseconds of an instant text that readOrder has accepted. @throws InvariantError for any other
 * text.
 */
export function instantOf(text: string): number {
  return ensureDefined(parseInstant(text), 'instant', text).at;
}

/** The instant of a time text that a host sent. @throws InputError when the text is not a time. */
export function mustParse(time: string): Instant {
  const parsed = parseInstant(time);
  if (parsed !== undefined) return parsed.at;
  throw new InputError('scenario', { file: 'the host' }, `sent ${time}, which is not a time`);
}
