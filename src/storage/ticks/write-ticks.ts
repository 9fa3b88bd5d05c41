/**
 * Writes the canonical CSV, plain or gzip by name, through fast-csv. All or nothing: the file
 * appears under its name only when it is whole. The bytes depend on the ticks alone.
 */

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { format } from 'fast-csv';
import type { Instrument } from '../../core/market/instrument.js';
import { formatPoints } from '../../core/market/points.js';
import type { TickColumns } from '../../core/market/tick.js';
import { formatRfc3339, type Instant } from '../../core/time/instant.js';

const GZIP_LEVEL = 9;
/** Digits of a formatted instant up to the millisecond or microsecond. */
const TO_MILLIS = 23;
const TO_MICROS = 26;

/** Writes `columns` of `instrument` to `path`. @throws whatever the file system throws. */
export async function writeTicks(
  path: string,
  instrument: Instrument,
  columns: TickColumns,
): Promise<void> {
  const whole = columns.time.every(time => time % 1000 === 0);
  const temporary = `${path}.${process.pid}.tmp`;
  const zip = path.toLowerCase().endsWith('.gz')
    ? createGzip({ level: GZIP_LEVEL })
    : new PassThrough();
  try {
    await pipeline(
      Readable.from(rowsOf(instrument, columns, whole ? TO_MILLIS : TO_MICROS)),
      format({ headers: false, includeEndRowDelimiter: true }),
      zip,
      createWriteStream(temporary),
    );
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function* rowsOf(
  { displayPrecision }: Instrument,
  columns: TickColumns,
  timeDigits: number,
): Generator<string[]> {
  const { bidVolume, askVolume } = columns;
  const volumes = bidVolume !== undefined && askVolume !== undefined;
  yield ['time', 'bid', 'ask', ...(volumes ? ['bid_volume', 'ask_volume'] : [])];
  for (let row = 0; row < columns.length; row++) {
    const time = `${formatRfc3339(columns.time[row] as Instant).slice(0, timeDigits)}Z`;
    const cells = [
      time,
      formatPoints(columns.bid[row] as number, displayPrecision),
      formatPoints(columns.ask[row] as number, displayPrecision),
    ];
    if (volumes) cells.push(String(bidVolume[row]), String(askVolume[row]));
    yield cells;
  }
}
