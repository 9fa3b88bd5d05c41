/**
 * How long tests wait. Limits are those of an idle machine times the slowness of this one, which is
 * measured once, when the suite starts: a busy machine fails no test, and a test that hangs is still
 * ended and named.
 */

import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** What the measured work takes on an idle machine with two cores, in milliseconds of wall time. */
const USUAL_MS = 260;
const SLOWEST = 30;
const ROUNDS = 50;
const ROUND_BYTES = 8 * 1_048_576;

/** How many times slower than an idle machine this one is now: from 1 to 30. */
export function measuredSlowness(): number {
  const bytes = Buffer.alloc(ROUND_BYTES);
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round++) createHash('sha256').update(bytes).digest();
  const times = (performance.now() - started) / USUAL_MS;
  return Math.min(SLOWEST, Math.max(1, times));
}

/** The environment variable that holds the slowness, for every process of the suite. */
export const SLOWNESS = 'ORRERY_TEST_SLOWNESS';

/** A limit for this machine. @param idleMs - that of an idle machine, in milliseconds. */
export function patience(idleMs: number): number {
  return Math.ceil(idleMs * Number(process.env[SLOWNESS] ?? 1));
}
