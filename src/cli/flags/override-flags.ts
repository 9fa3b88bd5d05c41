/**
 * Flags that run a scenario with other values without editing it: `--param NAME=VALUE`, `--balance AMOUNT`,
 * `--financing KEY=VALUE` and `--candle-delay`, and the notice that the result is not that of the file as
 * it stands.
 */

import { resolve } from 'node:path';
import type { Options } from 'yargs';
import { present } from '../../core/base/present.js';
import { packageFile } from '../../data/package-root.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Overrides } from '../../data/storage/scenario/given/overrides.js';
import { FINANCING_FILES } from '../../data/storage/schema/financing-schema.js';
import { namedValues, usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

const KEYS: readonly string[] = [...FINANCING_FILES, 'markup'];
const FINANCING_FORM = `KEY=VALUE with ${KEYS.join(', ')}`;

/** `--instruments any`: a market for whatever is asked. */
export const INSTRUMENTS_OPTION = {
  instruments: {
    choices: ['any'],
    describe:
      'any: each instrument of the table that the scenario lacks has made-up prices, by the seed',
  },
} as const satisfies Readonly<Record<string, Options>>;

/** The scenario without ticks: a week and an account. */
export const ANY_INSTRUMENT = packageFile('scenarios/exec/any-instrument.yaml');

/** What the flag replaces. @param isDefault - whether `any` is meant without the flag. */
export function instrumentsAskedBy(
  { instruments }: FlagsOf<typeof INSTRUMENTS_OPTION>,
  isDefault = false,
): Pick<Overrides, 'instruments'> {
  return instruments === 'any' || isDefault ? { instruments: 'any' } : {};
}

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

/** `--candle-delay`: when clients see that a candle is complete. */
export const CANDLE_DELAY_OPTION = {
  'candle-delay': {
    type: 'string',
    describe:
      'when clients see that a candle is complete: next-price, or a time after its end, as 5s or 1s-45s; default: at its end',
  },
} as const;

/** The value of `--candle-delay`; the reader of scenarios checks it. */
export function candleDelayAskedBy({
  candleDelay: given,
}: FlagsOf<typeof CANDLE_DELAY_OPTION>): Pick<Overrides, 'candleDelay'> {
  const [, min, max] = /^(\d\w*)-(\d\w*)$/.exec(given ?? '') ?? [];
  if (min !== undefined && max !== undefined) return { candleDelay: { min, max } };
  return present({ candleDelay: given });
}

/** The flags as given. */
export type OverrideFlags = FlagsOf<typeof OVERRIDE_OPTIONS>;

/** The values of `--financing`. @throws InputError for what is not KEY=VALUE, or a key given twice. */
export function financingAskedBy({
  financing,
}: FlagsOf<typeof FINANCING_OPTION>): Pick<Overrides, 'financing'> {
  const values = Object.entries(namedValues('financing', financing, FINANCING_FORM)).map(
    ([key, value]) => {
      if (!KEYS.includes(key) || value === '') {
        throw usageError('financing', `must be ${FINANCING_FORM}, was ${key}=${value}`);
      }
      return [key, key === 'markup' ? value : resolve(value)] as const;
    },
  );
  return values.length === 0 ? {} : { financing: Object.fromEntries(values) };
}

/** The values to load with. @throws InputError when a parameter is not NAME=VALUE, or given twice. */
export function overridesOf(flags: OverrideFlags): Pick<LoadOptions, 'overrides'> {
  const { param, balance } = flags;
  const params = namedValues('param', param, 'NAME=VALUE');
  const rates = financingAskedBy(flags);
  const isGiven = param.length > 0 || balance !== undefined || rates.financing !== undefined;
  return isGiven ? { overrides: { params, ...present({ balance }), ...rates } } : {};
}

/** A notice for people when values of the file were replaced; otherwise undefined. */
export function overridesText({ overrides }: LoadedScenario): string | undefined {
  if (overrides === undefined) return undefined;
  const { params = {}, balance, financing = {}, candleDelay: delay } = overrides;
  const values = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  if (balance !== undefined) values.push(`balance ${balance}`);
  if (delay !== undefined) {
    const text = typeof delay === 'string' ? delay : `${delay.min}-${delay.max}`;
    values.push(`candleDelay ${text}`);
  }
  const rates = Object.entries(financing);
  values.push(...rates.map(([key, value]) => `financing.${key} ${value}`));
  if (values.length === 0) return undefined;
  return `run with ${values.join(', ')}, not with the values of the file`;
}
