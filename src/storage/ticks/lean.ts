/**
 * LEAN tick archives: a zip of one CSV without a header, `milliseconds since midnight,bid,ask`;
 * the date stands in the file's name only (`20140502_quote.zip`). The clock is the archive's data
 * zone: UTC unless said otherwise.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { unzipSync } from 'fflate';
import { InputError } from '../../core/base/input-error.js';
import { RowFault, shown } from '../../core/feed/parse-tick.js';
import { daysFromCivil } from '../../core/time/instant.js';
import { zone } from '../../core/time/zone.js';
import type { Layout } from './layout.js';
import type { ReadOptions, TickFile } from './read-ticks.js';
import { STRICT, TickBuilder } from './tick-builder.js';

const NAME = /^(\d{4})(\d{2})(\d{2})_quote\.zip$/i;
const MILLIS = /^\d{1,8}$/;
const MILLIS_PER_DAY = 86_400_000;

const LEAN: Layout = {
  name: 'lean',
  delimiter: ',',
  header: false,
  volumeScale: 1,
  snap: false,
  matches: () => false,
  reader: () => () => {
    throw new RowFault('row', 'LEAN rows need the date of their archive');
  },
};

/** Reads one archive. @throws InputError */
export async function readLean(
  path: string,
  size: number,
  options: ReadOptions,
): Promise<TickFile> {
  const name = NAME.exec(basename(path));
  if (name === null) {
    throw new InputError('data', { file: path }, 'a LEAN archive is named YYYYMMDD_quote.zip');
  }
  const bytes = await readFile(path);
  const text = unzipOnly(path, bytes);
  const days = daysFromCivil(Number(name[1]), Number(name[2]), Number(name[3]));
  const where = zone(options.timeZone ?? 'UTC');
  const policy = { ...STRICT, ...options.policy };
  const builder = new TickBuilder(path, options.instrument, LEAN, policy);
  text
    .replace(/\n$/, '')
    .split('\n')
    .forEach((row, index) => {
      builder.add(() => {
        const cells = row.replace(/\r$/, '').split(',');
        const [millis = '', bid = '', ask = ''] = cells;
        if (cells.length !== 3) {
          throw new RowFault('row', `must have 3 columns, was ${cells.length}`);
        }
        if (!MILLIS.test(millis) || Number(millis) >= MILLIS_PER_DAY) {
          throw new RowFault('time', `must be milliseconds of a day, was ${shown(millis)}`);
        }
        return { at: where.toInstant(days, Number(millis) * 1000), cut: false, bid, ask };
      }, index + 1);
    });
  options.onProgress?.(size, size);
  const { columns, books } = builder.finish();
  if (columns.length === 0) throw new InputError('data', { file: path }, 'holds no tick');
  return {
    instrument: options.instrument.name,
    digest: createHash('sha256').update(bytes).digest('hex'),
    columns,
    ...books,
    layout: 'lean',
    size,
    synthetic: false,
  };
}

function unzipOnly(path: string, bytes: Uint8Array): string {
  try {
    const [content] = Object.values(unzipSync(bytes));
    if (content !== undefined) return new TextDecoder().decode(content);
  } catch {
    throw new InputError('data', { file: path }, 'is not a whole zip archive');
  }
  throw new InputError('data', { file: path }, 'is an empty zip archive');
}
