/** Reads or opens ticks once in a process of its own, and prints how long that took. */

import { present } from '../../../core/base/present.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { openTicks } from '../../../data/storage/tick-store/open-ticks.js';
import { readTicks } from '../../../data/storage/ticks/read/read-ticks.js';
import { secondsOf } from '../measuring/measure.js';

type ImportMode = 'read' | 'open' | 'open and load';

/** The task of the process. */
export interface ImportTask {
  readonly mode: ImportMode;
  readonly path: string;
  readonly folder?: string;
}

/** The answer of the process. */
export interface ImportAnswer {
  readonly seconds: number;
  readonly ticks: number;
}

const { mode, path, folder } = JSON.parse(process.argv[2] ?? '{}') as ImportTask;
const options = {
  instrument: instrumentTable().get('EUR_USD') as Instrument,
  ...present({ cache: folder === undefined ? undefined : { folder } }),
};
let ticks = 0;
const seconds = await secondsOf(async () => {
  if (mode === 'read') {
    ticks = (await readTicks(path, options)).columns.length;
    return;
  }
  for (const window of (await openTicks(path, options)).windows) {
    ticks += mode === 'open' ? window.length : window.columns().length;
  }
});
process.stdout.write(JSON.stringify({ seconds, ticks } satisfies ImportAnswer));
