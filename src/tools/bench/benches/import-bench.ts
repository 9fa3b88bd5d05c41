/**
 * Import of canonical CSV, rows a second, SHA-256 and every check included: cold, which is the
 * first call in a process. Yardstick: a bare loop over the same bytes.
 */

import { join } from 'node:path';
import { coldMedian } from '../loads/import-cold.js';
import { rawParse } from '../loads/raw-loops.js';
import { writeWorkload } from '../loads/workload.js';
import { atLeast, type BenchFigure, figure } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';
import { inFolder } from '../measuring/temporary.js';

const TICKS = 2_000_000;
const LARGE_TICKS = 5_000_000;

/** A file of 82 MB, and one of 205 MB. */
export function importBench(): Promise<BenchFigure[]> {
  return inFolder(async folder => {
    const { path } = await writeWorkload(join(folder, 'EUR_USD.csv'), TICKS);
    const { path: large } = await writeWorkload(join(folder, 'EUR_USD_large.csv'), LARGE_TICKS);
    const raw = TICKS / median(3, () => seconds(() => rawParse(path)));
    const more = { beside: ['raw byte loop', raw], goal: atLeast(6e6) } as const;
    const rate = (file: string) => coldMedian({ mode: 'read', path: file });
    return [
      figure('import of 2 M rows, cold', await rate(path), 'rows/s', more),
      figure('import of 5 M rows, cold', await rate(large), 'rows/s', more),
    ];
  });
}
