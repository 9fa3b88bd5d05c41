/**
 * `orrery run` of an SMA backtest over a million ticks of CSV as a whole process: cold, which reads
 * the CSV, and warm, which finds it in the store beside the source. Yardstick: `node -e 0`.
 */

import { existsSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STRATEGY_FILE } from '../loads/backtests.js';
import { STORE, writeWorkload } from '../loads/workload.js';
import { MAIN, type ProcessCost, runNode } from '../measuring/child.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { middle } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';
import { inFolder } from '../measuring/temporary.js';

const TICKS = 1_000_000;
const ROUNDS = 3;
/** Seconds; the wall time includes the writing of the store, which begins when the result is printed. */
const CPU = { cold: 0.45, warm: 0.35 } as const;
const WALL = { cold: 0.4, warm: 0.25 } as const;
const PEAK = 120;

/** Processor time, wall time and peak memory, cold and warm. */
export function processBench(): Promise<BenchFigure[]> {
  return inFolder(async folder => {
    await writeWorkload(join(folder, 'EUR_USD.csv'), TICKS);
    await copyFile(STRATEGY_FILE, join(folder, 'sma-cross.ts'));
    await writeFile(join(folder, 'sma.yaml'), SCENARIO);
    const run = () => runNode([MAIN, 'run', 'sma.yaml'], folder);
    const bare = middle(Array.from({ length: ROUNDS }, () => runNode(['-e', '0']).cpu));
    run();
    const cold: ProcessCost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await rm(join(folder, STORE), { recursive: true, force: true });
      cold.push(run());
    }
    if (!existsSync(join(folder, STORE))) {
      say('  no store was written, so a warm run would parse the ticks again');
      return figures('cold', cold, bare);
    }
    const warm = Array.from({ length: ROUNDS }, run);
    return [...figures('cold', cold, bare), ...figures('warm', warm, bare)];
  });
}

const SCENARIO = `version: 1
name: bench
market:
  EUR_USD: { ticks: EUR_USD.csv }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./sma-cross.ts, params: { fast: 20, slow: 50 } }
`;

function figures(
  kind: keyof typeof CPU,
  runs: readonly ProcessCost[],
  bare: number,
): BenchFigure[] {
  const cpu = middle(runs.map(run => run.cpu));
  const wall = middle(runs.map(run => run.wall));
  const peak = middle(runs.map(run => run.peak));
  const name = `run of 1 M ticks, SMA, ${kind}`;
  return [
    figure(`${name}, cpu`, cpu, 's', { beside: ['node -e 0', bare], goal: atMost(CPU[kind]) }),
    figure(`${name}, wall`, wall, 's', { beside: ['its cpu', cpu], goal: atMost(WALL[kind]) }),
    figure(`${name}, peak memory`, peak, 'MB', { beside: ['columns', 16], goal: atMost(PEAK) }),
  ];
}
