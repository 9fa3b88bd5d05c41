/**
 * The part of a download that is on disk: a CSV of candles that grows page by page, so that a
 * download which was interrupted goes on where it stopped. Invariant: every line but perhaps the
 * last is whole; an incomplete last line is cut off before the file grows.
 */

import { type FileHandle, open } from 'node:fs/promises';
import { InputError } from '../../../core/base/input-error.js';
import { formatRfc3339, type Instant, parseInstant } from '../../../core/time/instant.js';

/** A candle as the part holds it. */
export interface PartCandle {
  readonly start: Instant;
  readonly volume: number;
  readonly bid: Readonly<Record<'o' | 'h' | 'l' | 'c', string>>;
  readonly ask: Readonly<Record<'o' | 'h' | 'l' | 'c', string>>;
}

const HEADER = 'time,volume,bid_o,bid_h,bid_l,bid_c,ask_o,ask_h,ask_l,ask_c\n';
const LINE_END = 10;
/** Bytes at the end of the file that hold its last whole line. */
const TAIL = 4_096;

/** Owns the open file of a part. `add` appends whole lines, which are on disk when it returns. */
export class CandlePart {
  readonly #file: FileHandle;
  /** Start of the last candle; undefined when there is none. */
  readonly last: Instant | undefined;

  private constructor(file: FileHandle, last: Instant | undefined) {
    this.#file = file;
    this.last = last;
  }

  /** Opens the part at `path`, or begins it. @throws InputError when it is no such part. */
  static async open(path: string): Promise<CandlePart> {
    const file = await open(path, 'a+');
    try {
      const last = await lastLine(file);
      if (last === undefined) await file.appendFile(HEADER);
      const cell = last?.slice(0, last.indexOf(',')) ?? '';
      if (last === undefined || last === HEADER) return new CandlePart(file, undefined);
      const start = parseInstant(cell)?.at;
      if (start !== undefined) return new CandlePart(file, start);
      throw new InputError('scenario', { file: path }, 'is not the part of a download; remove it');
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Adds candles, on disk when it returns. */
  async add(candles: readonly PartCandle[]): Promise<void> {
    await this.#file.appendFile(candles.map(lineOf).join(''));
    await this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function lineOf({ start, volume, bid, ask }: PartCandle): string {
  const prices = [bid, ask].flatMap(side => [side.o, side.h, side.l, side.c]);
  return `${[formatRfc3339(start), volume, ...prices].join(',')}\n`;
}

/** The last whole line with its end, after cutting off what follows it; undefined for none. */
async function lastLine(file: FileHandle): Promise<string | undefined> {
  const { size } = await file.stat();
  const from = Math.max(0, size - TAIL);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, from);
  const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_END) + 1;
  if (from + end < size) await file.truncate(from + end);
  if (end === 0) return undefined;
  const begin = buffer.subarray(0, end - 1).lastIndexOf(LINE_END) + 1;
  return buffer.toString('latin1', begin, end);
}
