/**
 * How much a table may claim to hold for the size of its file. A file of few bytes that stands for
 * very many rows is damaged, or made to fill the memory of its reader (decision 0066).
 */

import { TableFault } from './table.js';

const FREE_ROWS = 2_000_000;
const ROWS_PER_BYTE = 16;
const FREE_BYTES = 134_217_728;
const BYTES_PER_BYTE = 128;
/** Characters of a cell; the rest is cut, as neither times nor prices are that long. */
const LONGEST_TEXT = 1_024;

/** @throws TableFault for more rows than a file of `size` bytes may hold. */
export function checkRows(rows: number, size: number): void {
  const most = FREE_ROWS + ROWS_PER_BYTE * size;
  if (rows <= most) return;
  throw new TableFault(
    `claims ${rows} rows; a file of ${size} bytes may hold at most ${most}: if they are real, write them as CSV`,
  );
}

/**
 * Owns the bytes that the parts of one file may still unpack to. `take` subtracts; it never falls
 * below 0.
 */
export class UnpackBudget {
  readonly #size: number;
  #left: number;

  /** @param size - bytes of the file. */
  constructor(size: number) {
    this.#size = size;
    this.#left = FREE_BYTES + BYTES_PER_BYTE * size;
  }

  /** @throws TableFault when all parts together would unpack to too much. */
  take(length: number): void {
    this.#left -= length;
    if (this.#left >= 0) return;
    const most = FREE_BYTES + BYTES_PER_BYTE * this.#size;
    throw new TableFault(
      `unpacks to more than ${most} bytes, which is the most for a file of ${this.#size} bytes: if they are real, write them without compression`,
    );
  }
}

/** The text of a cell, cut where no reader of times and prices reads on. */
export function cutText(text: string): string {
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
}

/** The bytes of a text, cut likewise. */
export function cutBytes(bytes: Buffer): Buffer {
  return bytes.subarray(0, LONGEST_TEXT);
}
