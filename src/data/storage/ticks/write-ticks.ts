/**
 * Writes the canonical CSV, as plain text or gzip depending on the file name. The file appears
 * under its name only when it is complete; on an error nothing is left. The bytes depend on the
 * ticks alone. Rows go to the compressor in blocks, because each piece that it is given costs a
 * switch of threads. Invariant: reading the file gives the columns that were written.
 */

import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Instrument } from '../../../core/market/instrument.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { MICROS_PER_MILLI } from '../../../core/time/instant.js';
import { writeWhole } from '../files/write-whole.js';
import { type BarMark, markText } from './bars/bar-marks.js';
import { CsvBlock } from './csv-block.js';

/** Options of writing. */
export interface WriteTicksOptions {
  readonly onTicks?: OnTicks;
  /** How the ticks were made from bars, where that is known. */
  readonly bars?: BarMark;
}

/** Receives the progress of a writing: ticks written so far, and ticks in all. */
export type OnTicks = (ticks: number, total: number) => void;

/** Files are a seventh larger than at level 9, and are written in a tenth of its time. */
const GZIP_LEVEL = 4;
/** Digits of a second. */
const MILLI_DIGITS = 3;
const MICRO_DIGITS = 6;

/**
 * Writes `columns` of `instrument` to `path`; times have milliseconds, or microseconds if any tick
 * needs them.
 * @throws any error of the file system.
 */
export async function writeTicks(
  path: string,
  instrument: Instrument,
  columns: TickColumns,
  options: WriteTicksOptions = {},
): Promise<void> {
  const zipped = path.toLowerCase().endsWith('.gz');
  await writeWhole(path, temporary =>
    pipeline(
      Readable.from(blocksOf(instrument, columns, options), { objectMode: false }),
      zipped ? createGzip({ level: GZIP_LEVEL }) : new PassThrough(),
      createWriteStream(temporary, { flush: true }),
    ),
  );
}

function* blocksOf(
  { displayPrecision }: Instrument,
  columns: TickColumns,
  { onTicks, bars }: WriteTicksOptions,
): Generator<Buffer> {
  const { length, time, bid, ask, bidVolume, askVolume } = columns;
  const volumes = bidVolume !== undefined && askVolume !== undefined;
  const digits = time.every(at => at % MICROS_PER_MILLI === 0) ? MILLI_DIGITS : MICRO_DIGITS;
  const block = new CsvBlock();
  const isMarked = columns.leg !== undefined || columns.prices !== undefined;
  const marks = isMarked ? new MarkCells(columns, bars) : undefined;
  block.text(`time,bid,ask${volumes ? ',bid_volume,ask_volume' : ''}${marks?.header ?? ''}\n`);
  for (let row = 0; row < length; row++) {
    block.time(time[row] as number, digits);
    block.price(bid[row] as number, displayPrecision);
    block.price(ask[row] as number, displayPrecision);
    if (volumes) {
      block.number(bidVolume[row] as number);
      block.number(askVolume[row] as number);
    }
    marks?.write(block, row);
    block.endRow();
    if (!block.isFull) continue;
    yield block.take();
    onTicks?.(row + 1, length);
  }
  yield block.take();
}

/** The cells that say how ticks were made from bars (bars/bar-marks.ts). */
class MarkCells {
  readonly header: string;
  readonly #columns: TickColumns;
  readonly #mark: string;

  constructor(columns: TickColumns, bars: BarMark | undefined) {
    this.header = columns.prices === undefined ? ',leg,bars' : ',leg,prices,bars';
    this.#columns = columns;
    this.#mark = bars === undefined ? '' : markText(bars);
  }

  write(block: CsvBlock, row: number): void {
    const { leg, prices } = this.#columns;
    block.number(leg?.[row] ?? 0);
    if (prices !== undefined) block.number(prices[row] as number);
    block.text(row === 0 ? `,${this.#mark}` : ',');
  }
}
