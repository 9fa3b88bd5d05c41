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
import type { Instrument } from '../../core/market/instrument.js';
import { formatPoints } from '../../core/market/points.js';
import type { TickColumns } from '../../core/market/tick.js';
import { formatRfc3339, type Instant, MICROS_PER_MILLI } from '../../core/time/instant.js';
import { writeWhole } from '../files/write-whole.js';

/** Receives the progress of a writing: ticks written so far, and ticks in all. */
export type OnTicks = (ticks: number, total: number) => void;

const GZIP_LEVEL = 9;
const BLOCK_ROWS = 8_192;
/** Length of a formatted instant with milliseconds or microseconds, in characters. */
const TO_MILLIS = 23;
const TO_MICROS = 26;

/**
 * Writes `columns` of `instrument` to `path`; times have milliseconds, or microseconds if any tick
 * needs them.
 * @throws any error of the file system.
 */
export async function writeTicks(
  path: string,
  instrument: Instrument,
  columns: TickColumns,
  onTicks?: OnTicks,
): Promise<void> {
  const zipped = path.toLowerCase().endsWith('.gz');
  await writeWhole(path, temporary =>
    pipeline(
      Readable.from(blocksOf(instrument, columns, onTicks), { objectMode: false }),
      zipped ? createGzip({ level: GZIP_LEVEL }) : new PassThrough(),
      createWriteStream(temporary, { flush: true }),
    ),
  );
}

function* blocksOf(
  { displayPrecision }: Instrument,
  columns: TickColumns,
  onTicks: OnTicks | undefined,
): Generator<Buffer> {
  const { length, time, bid, ask, bidVolume, askVolume } = columns;
  const volumes = bidVolume !== undefined && askVolume !== undefined;
  const inMillis = time.every(at => at % MICROS_PER_MILLI === 0);
  const timeCharacters = inMillis ? TO_MILLIS : TO_MICROS;
  let text = `time,bid,ask${volumes ? ',bid_volume,ask_volume' : ''}\n`;
  for (let row = 0; row < length; row++) {
    const at = formatRfc3339(time[row] as Instant).slice(0, timeCharacters);
    const bidText = formatPoints(bid[row] as number, displayPrecision);
    const askText = formatPoints(ask[row] as number, displayPrecision);
    text += `${at}Z,${bidText},${askText}`;
    text += volumes ? `,${bidVolume[row]},${askVolume[row]}\n` : '\n';
    if ((row + 1) % BLOCK_ROWS !== 0) continue;
    yield Buffer.from(text);
    text = '';
    onTicks?.(row + 1, length);
  }
  yield Buffer.from(text);
}
