/** A thread that runs one of the loops by which the bench measures what a second thread adds. */

import { parentPort, workerData } from 'node:worker_threads';

const STEPS = 40_000_000;
const OBJECTS = 4_000_000;
/** So many objects are reachable at a time. */
const KEPT = 20_000;
const NUMBERS = 8_000_000;

/** What a thread can be loaded with. */
const THREAD_LOADS = {
  /** Integers only: the cores. */
  integers: () => {
    let value = 1;
    for (let step = 0; step < STEPS; step++) value = (Math.imul(value, 1_664_525) + 1) | 0;
    return value;
  },
  /** Small objects of which some stay for a while: the collection of garbage. */
  objects: () => {
    const kept: { readonly value: number; readonly text: string }[] = [];
    for (let made = 0; made < OBJECTS; made++) {
      kept[made % KEPT] = { value: made / 3, text: String(made) };
    }
    return kept.length;
  },
  /** Numbers from end to end of an array larger than the caches: memory. */
  memory: () => {
    let sum = 0;
    for (let round = 0; round < 5; round++) {
      for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
    }
    return sum;
  },
} as const;

/** The name of a load. */
export type ThreadLoad = keyof typeof THREAD_LOADS;

const numbers = new Float64Array(workerData === 'memory' ? NUMBERS : 0);

parentPort?.on('message', () => parentPort?.postMessage(THREAD_LOADS[workerData as ThreadLoad]()));
