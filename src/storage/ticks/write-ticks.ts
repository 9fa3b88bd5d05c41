/**
 * Writes the canonical CSV through fast-csv, as plain text or gzip depending on the file name. The
 * file appears under its name only when it is complete; on an error nothing is left. The bytes
 * depend on the ticks alone. Invariant: reading the file gives the columns that were written.
 */

import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { format } from 'fast-csv';
import type { Instrument } from '../../core/market/instrument.js';
import { formatPoints } from '../../core/market/points.js';
import type { TickColumns } from '../../core/market/tick.js';
import { formatRfc3339, type Instant, MICROS_PER_MILLI } from '../../core/time/instant.js';
import { writeWhole } from '../files/write-whole.js';

const GZIP_LEVEL = 9;
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
): Promise<void> {
  const inMillis = columns.time.every(time => time % MICROS_PER_MILLI === 0);
  const zipped = path.toLowerCase().endsWith('.gz');
  await writeWhole(path, temporary =>
    pipeline(
      Readable.from(rowsOf(instrument, columns, inMillis ? TO_MILLIS : TO_MICROS)),
      format({ headers: false, includeEndRowDelimiter: true }),
      zipped ? createGzip({ level: GZIP_LEVEL }) : new PassThrough(),
      createWriteStream(temporary, { flush: true }),
    ),
  );
}

function* rowsOf(
  { displayPrecision }: Instrument,
  { length, time, bid, ask, bidVolume, askVolume }: TickColumns,
  timeCharacters: number,
): Generator<string[]> {
  const volumes = bidVolume !== undefined && askVolume !== undefined;
  yield ['time', 'bid', 'ask', ...(volumes ? ['bid_volume', 'ask_volume'] : [])];
  for (let row = 0; row < length; row++) {
    const cells = [
      `${formatRfc3339(time[row] as Instant).slice(0, timeCharacters)}Z`,
      formatPoints(bid[row] as number, displayPrecision),
      formatPoints(ask[row] as number, displayPrecision),
    ];
    if (volumes) cells.push(String(bidVolume[row]), String(askVolume[row]));
    yield cells;
  }
}
