/**
 * Rows of the canonical CSV as bytes, in a block of fixed size. Digits are written straight into the
 * block: making a text of each cell takes seven times as long.
 */

import {
  formatRfc3339,
  type Instant,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../../core/time/instant.js';

const BLOCK_BYTES = 262_144;
/** More bytes than a row has: 27 of time, 13 a price, 25 for each other cell. */
const ROW_BYTES = 128;
/** Length of a formatted instant up to its seconds, in characters. */
const TO_SECONDS = 17;
const ZERO = 48;
const COMMA = 44;
const POINT = 46;
const MINUS = 45;
const UTC = 90;
const LINE_END = 10;

/**
 * Owns a block of rows that fills up. Writing a cell adds to it, `take` returns it and begins anew.
 */
export class CsvBlock {
  #bytes = Buffer.allocUnsafe(BLOCK_BYTES);
  #length = 0;
  /** A minute in microseconds, and its text. */
  #minute = Number.NaN;
  #text = '';

  /** Whether there may be no room for another row. */
  get isFull(): boolean {
    return this.#length > BLOCK_BYTES - ROW_BYTES;
  }

  /** Takes the bytes so far out of the block. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    this.#length = 0;
    return taken;
  }

  /** Writes an instant with `digits` digits of a second, 3 or 6, the first cell of a row. */
  time(at: number, digits: 3 | 6): void {
    const minute = Math.floor(at / MICROS_PER_MINUTE) * MICROS_PER_MINUTE;
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#text = formatRfc3339(minute as Instant).slice(0, TO_SECONDS);
    }
    this.text(this.#text);
    const second = Math.floor((at - minute) / MICROS_PER_SECOND);
    const rest = at - minute - second * MICROS_PER_SECOND;
    this.#digits(second, 2);
    this.#put(POINT);
    this.#digits(digits === 3 ? rest / MICROS_PER_MILLI : rest, digits);
    this.#put(UTC);
  }

  /** Writes a cell with a price. @param points - whole. @param precision - digits after its point. */
  price(points: number, precision: number): void {
    this.#put(COMMA);
    const whole = points < 0 ? -points : points;
    if (points < 0) this.#put(MINUS);
    let digits = precision + 1;
    for (let least = LEAST[digits] as number; least <= whole; least *= 10) digits += 1;
    if (precision === 0) {
      this.#digits(whole, digits);
      return;
    }
    const scale = LEAST[precision] as number;
    const units = Math.floor(whole / scale);
    this.#digits(units, digits - precision);
    this.#put(POINT);
    this.#digits(whole - units * scale, precision);
  }

  /** Writes a cell with another number. */
  number(value: number): void {
    this.#put(COMMA);
    this.text(String(value));
  }

  /** Writes text of ASCII, such as the header. */
  text(text: string): void {
    for (let at = 0; at < text.length; at++) this.#put(text.charCodeAt(at));
  }

  /** Ends a row. */
  endRow(): void {
    this.#put(LINE_END);
  }

  #put(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  /** Writes exactly `count` digits, with zeros in front. */
  #digits(value: number, count: number): void {
    let rest = value;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += count;
  }
}

/** The least number with more digits than its index: 10 to its power. */
const LEAST = Array.from({ length: 12 }, (_, zeros) => Number(`1${'0'.repeat(zeros)}`));
