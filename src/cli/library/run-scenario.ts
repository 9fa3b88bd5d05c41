/** Runs a scenario, as `orrery run` does. */

import { join, resolve } from 'node:path';
import { type RunScenarioOptions, runScenario as run } from '../../broker/runtime/run-scenario.js';
import { refusedLines } from '../../broker/runtime/unpriced.js';
import { present } from '../../core/base/present.js';
import { PAGE_FILE } from '../../data/record/record-format.js';
import { checkOutFolder } from '../../data/record/write-record.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';
import { lookedRun } from '../../study/looks/record-looks.js';
import { runDocument } from '../output/run-result.js';
import { cacheIn, instantOf } from './reading.js';
import type { FinancingOptions, RunOptions, RunResult } from './types/run.js';

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

/** The options of a run as the broker takes them. @throws InputError for an instant that is none. */
export function runOptions(options: RunOptions): RunScenarioOptions {
  const { allowPath, seed, onProgress } = options;
  return {
    ...cacheIn(options),
    ...windowIn(options),
    ...overridesIn(options),
    ...present({ allowPath, seed, onTicks: onProgress }),
  };
}

function windowIn({ from, to }: RunOptions) {
  const window = present({ from: instantOf('from', from), to: instantOf('to', to) });
  return Object.keys(window).length === 0 ? {} : { window };
}

/** Files are named from the working directory. */
function financingIn({ markup, ...files }: FinancingOptions): Readonly<Record<string, string>> {
  const named = Object.entries(present(files)).map(([key, path]) => [key, resolve(path)] as const);
  const values = Object.fromEntries(named);
  return markup === undefined ? values : { ...values, markup: String(markup) };
}

/** Values as the scenario file would have them: a text that looks like a number stays a text. */
function overridesIn({ params, balance, financing, disguise }: RunOptions) {
  const replaced = [params, balance, financing, disguise];
  if (replaced.every(each => each === undefined)) return {};
  const texts = Object.entries(params ?? {}).map(([name, value]) => [name, JSON.stringify(value)]);
  return {
    overrides: {
      params: Object.fromEntries(texts) as Record<string, string>,
      ...present({
        balance: balance === undefined ? undefined : String(balance),
        financing: financing && financingIn(financing),
        disguise,
      }),
    },
  };
}
