/**
 * Reads a file of the canonical layout from its bytes. rows.ts takes plain rows; other
 * rows go one by one as text through the same builder. The attempt ends without a verdict at
 * anything that only a CSV parser may judge (quotes, control characters, lines that are not ASCII),
 * at a row that stops the reading, and at any other failure. The file is then read again through
 * fast-csv, the only reader that reports faults. Invariant: a file that is read here gives the same
 * columns, books and digest through fast-csv. Ticks with the marks of bars are left to it.
 */

import type { TickBuilder } from '../columns/tick-builder.js';
import { canonical } from '../layouts/canonical.js';
import type { LayoutContext, RowPlan } from '../text/layout.js';
import { epochUnit } from '../text/times.js';
import { CanonicalRows, type RowShape } from './rows.js';
import { LOOK_AHEAD, type TimeForm } from './times.js';

/** Thrown when this reader cannot decide and the general reader must. */
export class UnsureError extends Error {}

const LINE_END = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const LAST_ASCII = 126;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Longest line in bytes; well below the limit of the general reader. */
const LONGEST_LINE = 32_768;

/**
 * Reads the lines of one file, block by block, into a builder. Owns the form of its rows, which the
 * first lines show, and the number of the last line.
 */
export class CanonicalBytes {
  /** The bytes that were read; each block begins at 0. */
  readonly bytes: Buffer;
  readonly #builder: TickBuilder;
  readonly #context: LayoutContext;
  readonly #precision: number;
  #plan: RowPlan | undefined;
  #form: TimeForm | undefined;
  #rows: CanonicalRows | undefined;
  #line = 0;

  /** @param room - bytes of a block; a line that is longer is not plain. */
  constructor(builder: TickBuilder, precision: number, context: LayoutContext, room: number) {
    this.bytes = Buffer.alloc(room + LOOK_AHEAD);
    this.#builder = builder;
    this.#precision = precision;
    this.#context = context;
  }

  /** The shape of plain rows, known from the first good row on. */
  get shape(): RowShape | undefined {
    if (this.#form === undefined || this.#plan === undefined) return undefined;
    const volumes = this.#plan.bidVolume !== undefined;
    return { precision: this.#precision, form: this.#form, volumes };
  }

  /**
   * Takes the complete lines before `end`.
   * @returns the start of the incomplete line.
   * @throws Unsure
   */
  take(end: number, expected: number): number {
    const limit = end === 0 ? 0 : this.bytes.lastIndexOf(LINE_END, end - 1) + 1;
    let at = 0;
    while (at < limit) {
      at = this.#takePlain(at, limit, expected);
      if (at < limit) at = this.#takeLine(at, this.bytes.indexOf(LINE_END, at));
    }
    return at;
  }

  /** Takes the text after the last line end, `length` bytes from 0. @throws Unsure */
  finish(length: number): void {
    // Bytes of an earlier block may follow it; they must not be read as its line end.
    this.bytes[length] = 0;
    if (length > 0) this.#takeLine(0, length);
    if (this.#plan === undefined) throw new UnsureError();
  }

  /** Takes plain rows until a row is not plain. */
  #takePlain(from: number, limit: number, expected: number): number {
    this.#rows ??= this.shape === undefined ? undefined : new CanonicalRows(this.bytes, this.shape);
    if (this.#rows === undefined) return from;
    const volumes = this.#plan?.bidVolume !== undefined;
    let at = from;
    for (;;) {
      const window = this.#builder.window(expected, volumes);
      at = this.#rows.take(at, limit, window);
      this.#builder.close(window, this.#rows.cutDigits);
      this.#line += window.count;
      if (at >= limit || window.start + window.count < window.room) return at;
    }
  }

  /**
   * Takes one line as text.
   * @param end - index of its line end.
   * @returns the start of the next line.
   */
  #takeLine(from: number, end: number): number {
    const start = this.#line === 0 ? from + this.#markLength() : from;
    this.#line += 1;
    const cells = cellsOf(this.bytes, start, end);
    if (this.#plan === undefined) this.#plan = this.#planOf(cells);
    else this.#builder.addRow(cells, this.#plan, this.#line);
    return end + 1;
  }

  #markLength(): number {
    return BYTE_ORDER_MARK.every((byte, index) => this.bytes[index] === byte) ? 3 : 0;
  }

  /** The plan that the header gives; it records the form of times that the first good row has. */
  #planOf(header: readonly string[]): RowPlan {
    if (!canonical.matches(header)) throw new UnsureError();
    const plan = canonical.plan(
      header.map(cell => cell.toLowerCase()),
      this.#context,
    );
    if (plan.marks !== undefined) throw new UnsureError();
    return {
      ...plan,
      readTime: row => {
        const time = plan.readTime(row);
        this.#form ??= this.#context.timeUnit ?? epochUnit(row[plan.time] ?? '') ?? 'rfc3339';
        return time;
      },
    };
  }
}

/**
 * The cells of a line, if fast-csv is certain to split it the same way: printable ASCII without
 * quotes, no blank at the beginning, ended by LF or CRLF.
 * @throws Unsure
 */
function cellsOf(bytes: Buffer, from: number, lineEnd: number): string[] {
  const isEnded = bytes[lineEnd] === LINE_END;
  const end = isEnded && lineEnd > from && bytes[lineEnd - 1] === RETURN ? lineEnd - 1 : lineEnd;
  if (end - from > LONGEST_LINE || bytes[from] === BLANK) throw new UnsureError();
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < BLANK || byte > LAST_ASCII || byte === QUOTE) throw new UnsureError();
  }
  return end === from ? [] : bytes.toString('latin1', from, end).split(',');
}
