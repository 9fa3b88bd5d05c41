/**
 * Replays that take long, beside the requests of others.
 */

import { setImmediate as turn } from 'node:timers/promises';

/** Wall milliseconds of replay after which other requests have their turn. */
const PIECE_MS = 10;

/** Replays to the end, in pieces between which other requests have their turn. */
export async function replayed<Run extends { step(): boolean }>(run: Run): Promise<Run> {
  let sinceMs = performance.now();
  while (run.step()) {
    if (performance.now() - sinceMs < PIECE_MS) continue;
    await turn();
    sinceMs = performance.now();
  }
  return run;
}

/** Does work that pauses now and then to its end; in the pauses other requests have their turn. */
export async function worked<Result>(work: Generator<undefined, Result>): Promise<Result> {
  let next = work.next();
  if (next.done) return next.value;
  await replayed({
    step() {
      next = work.next();
      return !next.done;
    },
  });
  return next.value as Result;
}
