/**
 * Reads a file of the canonical layout from its bytes: plain rows by canonical-rows.ts, other rows
 * one by one as text through the same builder. Structure that only a CSV parser may judge (quotes,
 * control characters, lines that are no ASCII), a row that stops the reading, and every other
 * failure end the attempt without a verdict: the file is then read anew through fast-csv, which
 * alone speaks of faults.
 * Invariant: what is read here, fast-csv would have read so: columns, books and digest.
 */

import type { TickBuilder } from '../columns/tick-builder.js';
import { canonical } from '../layouts/canonical.js';
import type { LayoutContext, RowPlan } from '../text/layout.js';
import { epochUnit } from '../text/times.js';
import { CanonicalRows, type RowShape } from './rows.js';
import { LOOK_AHEAD, type TimeForm } from './times.js';

/** Thrown where the general way of reading has to decide. */
export class Unsure extends Error {}

const LINE_END = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const LAST_ASCII = 126;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Well below what the general way calls too long. */
export const LONGEST_LINE = 32_768;

/** Takes the lines of one file, block by block, into a builder. */
export class CanonicalBytes {
  /** What is read stands here; blocks begin at 0. */
  readonly bytes: Buffer;
  readonly #builder: TickBuilder;
  readonly #context: LayoutContext;
  readonly #precision: number;
  #plan: RowPlan | undefined;
  #form: TimeForm | undefined;
  #rows: CanonicalRows | undefined;
  #line = 0;

  /** @param room - bytes of a block; a line that does not fit in is too long to be plain. */
  constructor(builder: TickBuilder, precision: number, context: LayoutContext, room: number) {
    this.bytes = Buffer.alloc(room + LOOK_AHEAD);
    this.#builder = builder;
    this.#precision = precision;
    this.#context = context;
  }

  /** How plain rows look, once the first good row has shown it. */
  get shape(): RowShape | undefined {
    if (this.#form === undefined || this.#plan === undefined) return undefined;
    const volumes = this.#plan.bidVolume !== undefined;
    return { precision: this.#precision, form: this.#form, volumes };
  }

  /** Takes the whole lines before `end`. @returns where the unfinished one begins. @throws Unsure */
  take(end: number, expected: number): number {
    const limit = end === 0 ? 0 : this.bytes.lastIndexOf(LINE_END, end - 1) + 1;
    let at = 0;
    while (at < limit) {
      at = this.#takePlain(at, limit, expected);
      if (at < limit) at = this.#takeLine(at, this.bytes.indexOf(LINE_END, at));
    }
    return at;
  }

  /** Takes what stands behind the last line end, `length` bytes from 0. @throws Unsure */
  finish(length: number): void {
    // What is left behind it from an earlier block must not pass for its line end.
    this.bytes[length] = 0;
    if (length > 0) this.#takeLine(0, length);
    if (this.#plan === undefined) throw new Unsure();
  }

  /** Takes plain rows as far as there are any. */
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

  /** Takes one line as text. @param end - its line end. @returns where the next one begins. */
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

  /** The plan by the header; it notes which form of times the first good one settles. */
  #planOf(header: readonly string[]): RowPlan {
    if (!canonical.matches(header)) throw new Unsure();
    const plan = canonical.plan(
      header.map(cell => cell.toLowerCase()),
      this.#context,
    );
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
 * The cells of a line that fast-csv would split just so: printable ASCII without quotes, not
 * beginning with a blank, ended by LF or CRLF. @throws Unsure
 */
function cellsOf(bytes: Buffer, from: number, lineEnd: number): string[] {
  const isEnded = bytes[lineEnd] === LINE_END;
  const end = isEnded && lineEnd > from && bytes[lineEnd - 1] === RETURN ? lineEnd - 1 : lineEnd;
  if (end - from > LONGEST_LINE || bytes[from] === BLANK) throw new Unsure();
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < BLANK || byte > LAST_ASCII || byte === QUOTE) throw new Unsure();
  }
  return end === from ? [] : bytes.toString('latin1', from, end).split(',');
}
