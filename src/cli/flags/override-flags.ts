/**
 * `--param NAME=VALUE`, `--balance AMOUNT` and `--financing KEY=VALUE`: run a scenario with other values without editing it.
 * Also makes the notice about them, so that nobody takes the result for that of the file.
 */

import { resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Overrides } from '../../data/storage/scenario/given/overrides.js';
import { FINANCING_FILES } from '../../data/storage/schema/financing-schema.js';
import { usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

const KEYS: readonly string[] = [...FINANCING_FILES, 'markup'];

/** `--financing`: other rates of financing than those of the scenario. */
export const FINANCING_OPTION = {
  financing: {
    type: 'string',
    array: true,
    default: [],
    describe: `KEY=VALUE: replaces a key of the scenario's financing: ${KEYS.join(', ')}`,
  },
} as const;

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
  ...FINANCING_OPTION,
} as const;

/** The flags as given. */
export type OverrideFlags = FlagsOf<typeof OVERRIDE_OPTIONS>;

/** The values of `--financing`. @throws InputError for what is not KEY=VALUE, or a key given twice. */
export function financingAskedBy({
  financing,
}: FlagsOf<typeof FINANCING_OPTION>): Pick<Overrides, 'financing'> {
  const values = new Map<string, string>();
  for (const text of financing) {
    const [, key = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (!KEYS.includes(key)) {
      throw usageError('financing', `must be KEY=VALUE with ${KEYS.join(', ')}, was ${text}`);
    }
    if (values.has(key)) throw usageError('financing', `${key} is given twice`);
    values.set(key, key === 'markup' ? value : resolve(value));
  }
  return values.size === 0 ? {} : { financing: Object.fromEntries(values) };
}

/** The values to load with. @throws InputError when a parameter is not NAME=VALUE, or given twice. */
export function overridesOf(flags: OverrideFlags): Pick<LoadOptions, 'overrides'> {
  const { param, balance } = flags;
  const params = new Map<string, string>();
  for (const text of param) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw usageError('param', `must be NAME=VALUE, was ${text}`);
    }
    if (params.has(name)) throw usageError('param', `${name} is given twice`);
    params.set(name, value);
  }
  const rates = financingAskedBy(flags);
  if (params.size === 0 && balance === undefined && rates.financing === undefined) return {};
  return { overrides: { params: Object.fromEntries(params), ...present({ balance }), ...rates } };
}

/** A notice for people when values of the file were replaced; otherwise undefined. */
export function overridesText({ overrides }: LoadedScenario): string | undefined {
  if (overrides === undefined) return undefined;
  const { params = {}, balance, financing = {} } = overrides;
  const values = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  if (balance !== undefined) values.push(`balance ${balance}`);
  const rates = Object.entries(financing);
  values.push(...rates.map(([key, value]) => `financing.${key} ${value}`));
  return `run with ${values.join(', ')}, not with the values of the file`;
}
