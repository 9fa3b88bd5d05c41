/**
 * The tick store: a first opening that also writes it, and later ones that find it. Yardstick:
 * reading the CSV without a store, cold as well.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coldMedian } from '../loads/import-cold.js';
import { writeWorkload } from '../loads/workload.js';
import { type BenchFigure, figure, ratioAtLeast } from '../measuring/figure.js';
import { inFolder } from '../measuring/temporary.js';

const TICKS = 1_000_000;

/**
 * Writing may at most double the time; reopening has no goal.
 * @throws Error when the first opening leaves no store.
 */
export function storeBench(): Promise<BenchFigure[]> {
  return inFolder(async folder => {
    const { path } = await writeWorkload(join(folder, 'EUR_USD.csv'), TICKS);
    const store = join(folder, 'store');
    const read = await coldMedian({ mode: 'read', path });
    const wrote = await coldMedian({ mode: 'open', path, folder: store }, () =>
      rm(store, { recursive: true, force: true }),
    );
    if (!existsSync(store)) throw new Error('the first opening wrote no store');
    const opened = await coldMedian({ mode: 'open', path, folder: store });
    const loaded = await coldMedian({ mode: 'open and load', path, folder: store });
    const beside = ['import alone', read] as const;
    return [
      figure('store: first opening, which writes it', wrote, 'ticks/s', {
        beside,
        goal: ratioAtLeast(0.5),
      }),
      figure('store: opened again', opened, 'ticks/s', { beside }),
      figure('store: opened again, every tick loaded', loaded, 'ticks/s', { beside }),
    ];
  });
}
