/**
 * Reads times of the canonical layout directly from their bytes: RFC 3339 in UTC, and epochs of one
 * unit. Only the form is checked here; times.ts decides which days exist. Many rows share a minute,
 * so the minute that was read last is recognised by its bytes. Unsure means no verdict.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import {
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../../../core/time/instant.js';
import type { TimeUnit } from '../text/layout.js';
import { END_OF_TIME, readRfc3339 } from '../text/times.js';

/** Form of all times in a file. */
export type TimeForm = 'rfc3339' | TimeUnit;

/** Bytes that must follow the last row in the buffer, so that looking ahead stays inside it. */
export const LOOK_AHEAD = 32;

/** Returned instead of a time that is not plain. */
export const UNSURE = -1;

const BLANK = 32;
const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const LETTER_T = 84;
const LETTER_Z = 90;
const UNITS = {
  s: { least: 9, most: 11, micros: 1_000_000 },
  ms: { least: 12, most: 14, micros: 1_000 },
  us: { least: 15, most: 16, micros: 1 },
} as const;

/**
 * Owns the minute and the day that were read last, and the place after them. Each reading replaces
 * them; the bytes that are remembered always belong to the remembered microseconds.
 */
export class CanonicalTimes {
  /** Position just after the time that was read last. */
  at = 0;
  /** 1 when digits below a microsecond were cut from the time that was read last; otherwise 0. */
  cut = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #micros = 0;
  /** The 16 bytes of the minute read last, as four integers, and its first microsecond. */
  #minute0 = 0;
  #minute1 = 0;
  #minute2 = 0;
  #minute3 = 0;
  #minuteMicros = Number.NaN;
  /** The 10 bytes of the day read last. */
  #day0 = 0;
  #day1 = 0;
  #day2 = 0;
  #dayMicros = Number.NaN;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Reads `2024-03-05T10:00:00`, a fraction of up to 9 digits, and `Z`.
   * @returns microseconds or UNSURE.
   */
  rfc3339(at: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const known =
      view.getInt32(at + 12) === this.#minute3 &&
      view.getInt32(at + 8) === this.#minute2 &&
      view.getInt32(at + 4) === this.#minute1 &&
      view.getInt32(at) === this.#minute0;
    if (!known && !this.#enterMinute(at)) return UNSURE;
    const tens = (bytes[at + 17] as number) - ZERO;
    const ones = (bytes[at + 18] as number) - ZERO;
    const isSecond = tens >= 0 && tens <= 5 && ones >= 0 && ones <= 9;
    if (!isSecond || bytes[at + 16] !== COLON) return UNSURE;
    this.at = at + 19;
    this.#micros = 0;
    this.cut = 0;
    if (bytes[at + 19] === DOT && !this.#fraction(at + 20)) return UNSURE;
    if (bytes[this.at] !== LETTER_Z) return UNSURE;
    this.at += 1;
    return this.#minuteMicros + (tens * 10 + ones) * MICROS_PER_SECOND + this.#micros;
  }

  /** Whether the 16 bytes at `at` are a minute; if so, it is remembered. */
  #enterMinute(at: number): boolean {
    if (!this.#isDay(at) && !this.#enterDay(at)) return false;
    const between = this.#bytes[at + 10];
    if (between !== LETTER_T && between !== BLANK) return false;
    const hour = this.#twoDigits(at + 11);
    const minute = this.#twoDigits(at + 14);
    if (this.#bytes[at + 13] !== COLON || !(hour <= 23) || !(minute <= 59)) return false;
    this.#minuteMicros = this.#dayMicros + hour * MICROS_PER_HOUR + minute * MICROS_PER_MINUTE;
    this.#minute0 = this.#view.getInt32(at);
    this.#minute1 = this.#view.getInt32(at + 4);
    this.#minute2 = this.#view.getInt32(at + 8);
    this.#minute3 = this.#view.getInt32(at + 12);
    return true;
  }

  #isDay(at: number): boolean {
    const view = this.#view;
    return (
      view.getInt16(at + 8) === this.#day2 &&
      view.getInt32(at + 4) === this.#day1 &&
      view.getInt32(at) === this.#day0
    );
  }

  #enterDay(at: number): boolean {
    if (this.#bytes[at + 4] !== DASH || this.#bytes[at + 7] !== DASH) return false;
    const day = String.fromCharCode(...this.#bytes.subarray(at, at + 10));
    try {
      this.#dayMicros = readRfc3339(`${day}T00:00:00Z`).at;
    } catch (error) {
      if (error instanceof RowFault) return false;
      throw error;
    }
    this.#day0 = this.#view.getInt32(at);
    this.#day1 = this.#view.getInt32(at + 4);
    this.#day2 = this.#view.getInt16(at + 8);
    return true;
  }

  /** A number of two digits, or NaN. */
  #twoDigits(at: number): number {
    const tens = (this.#bytes[at] as number) - ZERO;
    const ones = (this.#bytes[at + 1] as number) - ZERO;
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
  }

  /** Reads 1 to 9 digits of a second's fraction; digits below a microsecond are cut. */
  #fraction(at: number): boolean {
    const bytes = this.#bytes;
    let micros = 0;
    let cut = 0;
    let count = 0;
    for (; count < 9; count++) {
      const digit = (bytes[at + count] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      if (count < 6) micros = micros * 10 + digit;
      else if (digit > 0) cut = 1;
    }
    for (let missing = count; missing < 6; missing++) micros *= 10;
    this.#micros = micros;
    this.cut = cut;
    this.at = at + count;
    return count > 0;
  }

  /** Reads an epoch in `unit`; seconds may have a fraction. @returns microseconds or UNSURE. */
  epoch(from: number, unit: TimeUnit): number {
    const bytes = this.#bytes;
    // More digits than a number holds.
    if (unit === 'ns') return UNSURE;
    const { least, most, micros } = UNITS[unit];
    let value = 0;
    let at = from;
    for (; at - from <= most; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at - from < least || at - from > most) return UNSURE;
    this.at = at;
    this.#micros = 0;
    this.cut = 0;
    if (bytes[at] === DOT && (unit !== 's' || !this.#fraction(at + 1))) return UNSURE;
    const time = value * micros + this.#micros;
    return time < END_OF_TIME ? time : UNSURE;
  }
}
