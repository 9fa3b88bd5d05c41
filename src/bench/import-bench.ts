/**
 * Import of the canonical CSV, rows a second, SHA-256 and every check included.
 * Yardstick: reading the same bytes and counting lines.
 */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Instrument } from '../core/market/instrument.js';
import { instrumentTable } from '../core/market/instrument-table.js';
import { readTicks } from '../storage/ticks/read-ticks.js';
import type { Figure } from './main.js';
import { middle, seconds } from './measure.js';

const ROUNDS = 3;

export async function importBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-bench-'));
  try {
    const path = join(folder, 'EUR_USD.csv');
    await writeFile(path, gunzipSync(readFileSync('data/EUR_USD_2024-03.csv.gz')));
    const instrument = instrumentTable().get('EUR_USD') as Instrument;
    const times: number[] = [];
    let rows = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const started = process.hrtime.bigint();
      rows = (await readTicks(path, { instrument })).columns.length;
      times.push(Number(process.hrtime.bigint() - started) / 1e9);
    }
    const rate = rows / middle(times);
    const counted =
      rows / middle(Array.from({ length: ROUNDS }, () => seconds(() => countLines(path))));
    return [
      {
        name: 'import of canonical CSV',
        value: Math.round(rate),
        unit: 'rows/s',
        yardstick: `counting lines (${(counted / 1e6).toFixed(0)} M rows/s)`,
        ratio: rate / counted,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countLines(path: string): number {
  const bytes = readFileSync(path);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
