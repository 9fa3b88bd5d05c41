/** Options of a run of the library as the broker takes them. */

import { resolve } from 'node:path';
import type { RunScenarioOptions } from '../../broker/runtime/run-scenario.js';
import { present } from '../../core/base/present.js';
import { cacheIn, instantOf } from './reading.js';
import type { FinancingOptions, RunOptions } from './types/run.js';

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
