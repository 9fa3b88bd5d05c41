/**
 * Studies of 1,000 SMA backtests over a million ticks as whole processes, on one worker and on two:
 * starting and warming up a worker is part of each; the tick store is there. Wall time says what the
 * second worker adds on two idle cores, processor time what a run costs on a machine that is shared.
 * Yardstick of the second worker: what two threads make of one on bare loops.
 */

import { join } from 'node:path';
import {
  type SmaStudy,
  STUDY_TICKS,
  type SweepCost,
  sweep,
  writeStudy,
} from '../loads/sma-study.js';
import { writeWorkload } from '../loads/workload.js';
import { atLeast, atMost, type BenchFigure, figure, ratioAtLeast } from '../measuring/figure.js';
import { say } from '../measuring/progress.js';
import { inFolder } from '../measuring/temporary.js';
import type { ThreadLoad } from '../measuring/thread-load.js';
import { twoThreads } from '../measuring/two-threads.js';

const TICKS = 1_000_000;
const MILLIS = 1_000;
/** Megabytes that a worker may take beside the ticks. */
const WORKER_MEGABYTES = 60;
/** A second worker may stay behind bare threads that make objects by a tenth. */
const OF_YARDSTICK = 0.9;
const LOADS: Readonly<Record<ThreadLoad, string>> = {
  integers: 'an integer loop',
  memory: 'a loop through memory',
  objects: 'a loop that makes objects',
};

interface Grid extends SmaStudy {
  /** Runs a second on one worker. */
  readonly goal: number;
}

const AXES = {
  fast: '{ from: 2, to: 26, step: 1 }',
  slow: '{ from: 30, to: 108, step: 2 }',
};
const GRIDS: readonly Grid[] = [
  { granularity: 'H1', ...AXES, goal: 1_500 },
  { granularity: 'M1', ...AXES, goal: 120 },
];

/** Runs a second, processor time of a run and memory of a worker, for each granularity. */
export function sweepBench(): Promise<BenchFigure[]> {
  return inFolder(async folder => {
    await writeWorkload(join(folder, STUDY_TICKS), TICKS);
    const figures: BenchFigure[] = [];
    const threads = {} as Record<ThreadLoad, number>;
    for (const load of Object.keys(LOADS) as ThreadLoad[]) {
      threads[load] = await twoThreads(load);
      figures.push(figure(`two threads over one, ${LOADS[load]}`, threads[load], 'x'));
    }
    await writeStudy(folder, GRIDS[0] as Grid);
    // The first one writes the store.
    sweep(folder, 1);
    for (const grid of GRIDS) {
      await writeStudy(folder, grid);
      say(`  ${grid.granularity}`);
      figures.push(...figuresOf(grid, threads.objects, sweep(folder, 1), sweep(folder, 2)));
    }
    return figures;
  });
}

function figuresOf(
  { granularity, goal }: Grid,
  threads: number,
  one: SweepCost,
  two: SweepCost,
): BenchFigure[] {
  const runs = one.runs.length;
  const name = `study of ${runs} SMA runs on ${granularity}`;
  const rates = { one: runs / one.wall, two: runs / two.wall };
  const cpu = { one: (one.cpu / runs) * MILLIS, two: (two.cpu / runs) * MILLIS };
  return [
    figure(`${name}, one worker`, rates.one, 'runs/s', {
      beside: ['by its processor time', runs / one.cpu],
      goal: atLeast(goal),
    }),
    figure(`${name}, two workers`, rates.two, 'runs/s', {
      beside: ['one worker', rates.one],
      goal: ratioAtLeast(OF_YARDSTICK * threads),
    }),
    figure(`${name}, processor time of a run, two workers`, cpu.two, 'ms', {
      beside: ['one worker', cpu.one],
    }),
    figure(`${name}, memory of the second worker`, two.peak - one.peak, 'MB', {
      beside: ['peak with one', one.peak],
      goal: atMost(WORKER_MEGABYTES),
    }),
  ];
}
