/** Yardstick of a second worker: how many times the work of one thread two threads do. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { middle, secondsOf } from './measure.js';
import type { ThreadLoad } from './thread-load.js';

const ROUNDS = 5;

/** The work of two threads over that of one, for each load; 2 where nothing is shared. */
export async function twoThreads(load: ThreadLoad): Promise<number> {
  const threads = [0, 1].map(
    () => new Worker(new URL('./thread-load.js', import.meta.url), { workerData: load }),
  );
  const run = (working: readonly Worker[]) =>
    secondsOf(() =>
      Promise.all(
        working.map(async thread => {
          thread.postMessage('');
          await once(thread, 'message');
        }),
      ),
    );
  // The first round is for the compiler.
  await run(threads);
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await run(threads.slice(0, 1)));
    two.push(await run(threads));
  }
  await Promise.all(threads.map(thread => thread.terminate()));
  return (2 * middle(one)) / middle(two);
}
