/**
 * Collection of new objects while a study runs: each thread collects its own, alone. What a run keeps
 * is small, so that helping threads cost more than they save, and with a thread on each core they only
 * take its time. Measured in decision 0052.
 */

import { setFlagsFromString } from 'node:v8';

/** Studies that run now in this process. */
let studies = 0;

/**
 * Runs `work` with collections of new objects on one thread each. The setting belongs to the whole
 * process; it is taken back when no study runs any more, also because compiled code that is kept
 * (decision 0048) belongs to the usual settings.
 */
export async function withOwnCollections(work: () => Promise<void>): Promise<void> {
  studies += 1;
  if (studies === 1) setFlagsFromString('--no-parallel-scavenge');
  try {
    await work();
  } finally {
    studies -= 1;
    if (studies === 0) setFlagsFromString('--parallel-scavenge');
  }
}
