/**
 * Reads plain rows of the canonical layout directly from their bytes. tick-builder.ts would take
 * each of these rows in the same way. At the first row that is not certain it stops, without a
 * verdict. It applies no policy and makes no message. It uses whole numbers only: digits are summed
 * as integers, and a price is never a fraction. Invariant: each row taken has latest <= time, 0 <
 * bid <= ask, and volumes of at most 15 digits.
 */

import type { FreeRows } from '../columns/growing-columns.js';
import { CanonicalTimes, type TimeForm, UNSURE } from './times.js';

export interface RowShape {
  readonly precision: number;
  readonly form: TimeForm;
  /** Whether two volumes follow the prices. */
  readonly volumes: boolean;
}

const LINE_END = 10;
const RETURN = 13;
const COMMA = 44;
const DOT = 46;
const ZERO = 48;
const LONGEST_NUMBER = 24;
/** Any number with this many digits fits 31 bits; one with `VOLUME_DIGITS` digits fits 53 bits. */
const POINT_DIGITS = 9;
const VOLUME_DIGITS = 15;

/**
 * Owns its place in the bytes. `take` moves it; a row that is not plain leaves it before that row.
 */
export class CanonicalRows {
  /** Number of rows in the last call whose times had digits below a microsecond, which were cut. */
  cutDigits = 0;
  readonly #bytes: Uint8Array;
  readonly #times: CanonicalTimes;
  readonly #shape: RowShape;
  /** Position just after the bytes that were read last. */
  #at = 0;
  /** @param bytes - the buffer that holds the rows, one block after another. */
  constructor(bytes: Uint8Array, shape: RowShape) {
    this.#bytes = bytes;
    this.#times = new CanonicalTimes(bytes);
    this.#shape = shape;
  }

  /**
   * Takes rows from `from` to `end` (just after a line end) into `window` and counts them there.
   * @returns where it stopped: `end`, a row that does not fit into the window, or a row that is not
   * plain.
   */
  take(from: number, end: number, window: FreeRows): number {
    const bytes = this.#bytes;
    const times = this.#times;
    const { time, bid, ask, bidVolume, askVolume, room } = window;
    const { volumes, form } = this.#shape;
    const isEpoch = form !== 'rfc3339';
    let latest = window.latest;
    let row = window.start;
    let cutDigits = 0;
    let at = from;
    while (at < end && row < room) {
      const micros = isEpoch ? times.epoch(at, form) : times.rfc3339(at);
      if (!(micros >= latest) || micros === UNSURE || bytes[times.at] !== COMMA) break;
      const bidPoints = this.#price(times.at + 1);
      if (bidPoints === 0 || bytes[this.#at] !== COMMA) break;
      const askPoints = this.#price(this.#at + 1);
      if (bidPoints > askPoints) break; // also an ask of 0
      if (volumes) {
        if (bytes[this.#at] !== COMMA) break;
        const bidUnits = this.#volume(this.#at + 1);
        if (bidUnits === UNSURE || bytes[this.#at] !== COMMA) break;
        const askUnits = this.#volume(this.#at + 1);
        if (askUnits === UNSURE) break;
        if (bidVolume !== undefined) bidVolume[row] = bidUnits;
        if (askVolume !== undefined) askVolume[row] = askUnits;
      }
      let last = this.#at;
      if (bytes[last] === RETURN) last += 1;
      if (bytes[last] !== LINE_END) break;
      time[row] = micros;
      bid[row] = bidPoints;
      ask[row] = askPoints;
      row += 1;
      latest = micros;
      cutDigits += times.cut;
      at = last + 1;
    }
    window.count = row - window.start;
    this.cutDigits = cutDigits;
    return at;
  }

  /** A price in points; 0 when it is not plain. */
  #price(from: number): number {
    const bytes = this.#bytes;
    const { precision } = this.#shape;
    let value = 0;
    let at = from;
    let digit = (bytes[at] as number) - ZERO;
    for (; digit >= 0 && digit <= 9; digit = (bytes[++at] as number) - ZERO) {
      value = (value * 10 + digit) | 0;
    }
    if (at === from || at - from + precision > POINT_DIGITS) return 0;
    let missing = precision;
    if (bytes[at] === DOT) {
      const dot = at;
      digit = (bytes[++at] as number) - ZERO;
      for (; missing > 0 && digit >= 0 && digit <= 9; digit = (bytes[++at] as number) - ZERO) {
        value = (value * 10 + digit) | 0;
        missing -= 1;
      }
      while (bytes[at] === ZERO) at += 1;
      if (at === dot + 1 || at - from > LONGEST_NUMBER) return 0;
    }
    for (; missing > 0; missing--) value = (value * 10) | 0;
    this.#at = at;
    return value;
  }

  /** A volume in units; UNSURE when it is not plain or has a fraction. */
  #volume(from: number): number {
    const bytes = this.#bytes;
    let value = 0;
    let at = from;
    let digit = (bytes[at] as number) - ZERO;
    for (; digit >= 0 && digit <= 9; digit = (bytes[++at] as number) - ZERO) {
      value = value * 10 + digit;
    }
    if (at === from || at - from > VOLUME_DIGITS) return UNSURE;
    if (bytes[at] === DOT) {
      const dot = at;
      at += 1;
      while (bytes[at] === ZERO) at += 1;
      if (at === dot + 1 || at - from > LONGEST_NUMBER) return UNSURE;
    }
    this.#at = at;
    return value;
  }
}
