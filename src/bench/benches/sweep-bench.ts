/**
 * Studies of SMA backtests over a million ticks, on one worker thread and on two: 1,000 runs on H1
 * candles, which take about 2 ms each, so that starting and warming up a thread counts, and 100 on
 * M1, which take longer. Loading is part of both, the tick store is there. Yardstick: one worker.
 */

import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../../core/base/present.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import { localEngine } from '../../study/engines/local-engine.js';
import { prepareStudy, runStudy } from '../../study/run-study.js';
import { STRATEGY_FILE } from '../loads/backtests.js';
import { writeWorkload } from '../loads/workload.js';
import { atLeast, type Figure, type Goal } from '../measuring/figure.js';
import { secondsOf } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';
import { shortNumber } from '../measuring/table.js';
import { inFolder } from '../measuring/temporary.js';

const TICKS = 1_000_000;
const SECONDS_MAX = 60;

interface Grid {
  readonly granularity: string;
  readonly slow: string;
  readonly goal?: Goal;
}

const GRIDS: readonly Grid[] = [
  { granularity: 'H1', slow: '{ from: 30, to: 108, step: 2 }', goal: atLeast(300) },
  { granularity: 'M1', slow: '{ from: 30, to: 60, step: 10 }' },
];

const scenarioText = ({ granularity }: Grid) => `version: 1
name: bench
market:
  EUR_USD: { ticks: EUR_USD.csv }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./sma-cross.ts, params: { granularity: ${granularity} } }
`;

const studyText = ({ slow }: Grid) => `version: 1
name: bench
scenario: s.yaml
axes:
  fast: { from: 2, to: 26, step: 1 }
  slow: ${slow}
`;

/** Runs a second with two workers, and what the second one adds. */
export function sweepBench(): Promise<Figure[]> {
  return inFolder(async folder => {
    await writeWorkload(join(folder, 'EUR_USD.csv'), TICKS);
    await copyFile(STRATEGY_FILE, join(folder, 'sma-cross.ts'));
    const figures: Figure[] = [];
    for (const grid of GRIDS) figures.push(await gridFigure(folder, grid));
    return figures;
  });
}

async function gridFigure(folder: string, grid: Grid): Promise<Figure> {
  await writeFile(join(folder, 's.yaml'), scenarioText(grid));
  await writeFile(join(folder, 'study.yaml'), studyText(grid));
  await loadScenario(join(folder, 's.yaml'), { cache: {} });
  const one = await runsPerSecond(folder, 1);
  const two = await runsPerSecond(folder, 2);
  const { granularity, goal } = grid;
  return {
    name: `study of ${one.runs} SMA runs on ${granularity}, ${shortNumber(TICKS)} ticks, two workers`,
    value: two.rate,
    unit: 'runs/s',
    yardstick: `one worker, ${shortNumber(one.rate)} runs/s`,
    ratio: two.rate / one.rate,
    ...present({ goal }),
  };
}

async function runsPerSecond(folder: string, workers: number) {
  say(`  ${workers} worker${workers === 1 ? '' : 's'}`);
  let runs = 0;
  const seconds = await secondsOf(async () => {
    const prepared = await prepareStudy(join(folder, 'study.yaml'), { allowPath: [], cache: {} });
    const engine = localEngine(prepared.setup, { workers, secondsMax: SECONDS_MAX });
    const { rows } = await runStudy(prepared, engine);
    const failed = rows.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(`run ${failed.index + 1} failed: ${failed.error}`);
    runs = rows.length;
  });
  return { runs, rate: runs / seconds };
}
