/**
 * `--param NAME=VALUE` and `--balance AMOUNT`: run a scenario with other values without editing it.
 * Also makes the notice about them, so that nobody takes the result for that of the file.
 */

import { present } from '../../core/base/present.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

export const OVERRIDE_OPTIONS = {
  param: {
    type: 'string',
    array: true,
    default: [],
    describe:
      "NAME=VALUE: replaces a parameter of the scenario's strategy, of the first of several",
  },
  balance: {
    type: 'string',
    describe: "replaces the starting balance of the strategy's account, or of the first",
  },
} as const;

/** The flags as given. */
export type OverrideFlags = FlagsOf<typeof OVERRIDE_OPTIONS>;

/** The values to load with. @throws InputError when a parameter is not NAME=VALUE, or given twice. */
export function overridesOf({ param, balance }: OverrideFlags): Pick<LoadOptions, 'overrides'> {
  const params = new Map<string, string>();
  for (const text of param) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw usageError('param', `must be NAME=VALUE, was ${text}`);
    }
    if (params.has(name)) throw usageError('param', `${name} is given twice`);
    params.set(name, value);
  }
  if (params.size === 0 && balance === undefined) return {};
  return { overrides: { params: Object.fromEntries(params), ...present({ balance }) } };
}

/** A notice for people when values of the file were replaced; otherwise undefined. */
export function overridesText({ overrides }: LoadedScenario): string | undefined {
  if (overrides === undefined) return undefined;
  const { params = {}, balance } = overrides;
  const values = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  if (balance !== undefined) values.push(`balance ${balance}`);
  return `run with ${values.join(', ')}, not with the values of the file`;
}
