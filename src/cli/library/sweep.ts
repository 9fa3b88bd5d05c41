/** Runs a study, as `orrery sweep` does. */

import { sweptStudy } from './swept-study.js';
import type { SweepOptions, SweepResult } from './types/sweep.js';

/**
 * Runs the study at `file` in worker threads. A study that is started again with the same `out` runs
 * only what is missing.
 * @returns the document of `orrery sweep --json`. A run that failed is no error: its row has it.
 * @throws InputError naming file, line and rule, for bad input.
 */
export async function sweep(file: string, options: SweepOptions = {}): Promise<SweepResult> {
  return (await sweptStudy(file, options)).document;
}
