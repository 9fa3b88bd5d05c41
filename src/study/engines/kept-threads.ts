/**
 * Threads of a study that has ended. They wait for the next study over the same strategies: they have
 * compiled the program, which takes as long as the runs of a short study. One pool waits at a time.
 * Threads that wait do not keep the process alive. Decision 0112.
 */

import type { Piscina } from 'piscina';

/** How long threads wait, in milliseconds: they hold the ticks of the last study. */
const WAIT_MS = 30_000;

/** Threads that wait, and what they can be taken for. */
interface KeptPool {
  readonly pool: Piscina;
  readonly name: string;
  readonly timer: NodeJS.Timeout;
}

let waiting: KeptPool | undefined;

/** Lets the threads of `pool` wait, at most `workers` of them; those that waited before end. */
export async function keepThreads(pool: Piscina, workers: number, keptAs: string): Promise<void> {
  const before = released();
  const timer = setTimeout(() => void released()?.destroy(), WAIT_MS).unref();
  waiting = { pool, name: nameOf(workers, keptAs), timer };
  await before?.destroy();
}

/** The threads that wait under this name, if there are; they do not wait any more. */
export function takeThreads(workers: number, keptAs: string | undefined): Piscina | undefined {
  if (keptAs === undefined || waiting?.name !== nameOf(workers, keptAs)) return undefined;
  return released();
}

function released(): Piscina | undefined {
  const pool = waiting?.pool;
  clearTimeout(waiting?.timer);
  waiting = undefined;
  return pool;
}

function nameOf(workers: number, keptAs: string): string {
  return `${workers} ${keptAs}`;
}
