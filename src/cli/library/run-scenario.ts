/** Runs a scenario, as `orrery run` does. */

import { join, resolve } from 'node:path';
import { runScenario as run } from '../../broker/runtime/run-scenario.js';
import { refusedLines } from '../../broker/runtime/unpriced.js';
import { present } from '../../core/base/present.js';
import { PAGE_FILE } from '../../data/record/record-format.js';
import { checkOutFolder } from '../../data/record/write-record.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';
import { lookedRun } from '../../study/looks/record-looks.js';
import { runDocument } from '../output/run-result.js';
import { runOptions } from './run-options.js';
import type { RunOptions, RunResult } from './types/run.js';

/**
 * Runs the scenario at `file` with its strategy and timeline.
 * @returns the document of `orrery run --json`, and the transactions. An expectation that does not
 * hold is no error: `expectations` has it.
 * @throws InputError naming file, line and rule, for bad input, or when the strategy fails.
 */
export async function runScenario(file: string, options: RunOptions = {}): Promise<RunResult> {
  const { out } = options;
  if (out !== undefined) checkOutFolder(out);
  const made = await run(file, runOptions(options));
  const looked = await lookedRun(made, 'library');
  const done = { ...made, ...present({ looked }) };
  const { loaded, result } = done;
  if (out !== undefined) await writeRunFolder(out, loaded, result, { looked });
  return {
    ...(await runDocument(done)),
    transactions: result.ledger,
    ...present({ report: out === undefined ? undefined : resolve(join(out, PAGE_FILE)) }),
    notices: [...disguiseLines(loaded), ...refusedLines(loaded.scenario, result)],
  };
}
