/**
 * `npm run bench`: speed figures, each beside a yardstick measured in the same run, since absolute
 * figures of a shared machine mean little. `--json` gives one document.
 */

import { importBench } from './import-bench.js';
import { replayBench } from './replay-bench.js';

/** One figure. `ratio` is value / yardstick's value in the same unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick: string;
  readonly ratio: number;
}

const figures = [...replayBench(), ...(await importBench())];

if (process.argv.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ benches: figures })}\n`);
} else {
  for (const { name, value, unit, ratio, yardstick } of figures) {
    const figure = `${(value / 1e6).toFixed(2)} M ${unit}`;
    process.stdout.write(
      `${name.padEnd(44)} ${figure.padStart(18)}  ${ratio.toFixed(3)} x ${yardstick}\n`,
    );
  }
}
