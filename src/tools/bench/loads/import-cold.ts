/** Imports in fresh processes: the first call, before anything is warm. */

import { fileURLToPath } from 'node:url';
import { runNode } from '../measuring/child.js';
import { middle } from '../measuring/measure.js';
import type { ImportAnswer, ImportTask } from './import-child.js';

const CHILD = fileURLToPath(new URL('./import-child.js', import.meta.url));
const ROUNDS = 3;

/** Ticks a second of the first call in a process. */
function coldRate(task: ImportTask): number {
  const { seconds, ticks } = JSON.parse(
    runNode([CHILD, JSON.stringify(task)]).stdout,
  ) as ImportAnswer;
  return ticks / seconds;
}

/** The median rate of several processes; `before` prepares the state for each of them. */
export async function coldMedian(
  task: ImportTask,
  before: () => Promise<void> = async () => {},
): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await before();
    rates.push(coldRate(task));
  }
  return middle(rates);
}
