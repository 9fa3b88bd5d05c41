/**
 * Flags that run a scenario with other values without editing it: `--param NAME=VALUE`, `--balance AMOUNT` and
 * `--financing KEY=VALUE`, and the notice that the result is not that of the file as it stands. With
 * `--disguise NAME=VALUE` and `--as-of INSTANT` the same market has other dates, names and prices
 * (docs/guides/disguise.md).
 */

import { resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import { isDecimalText } from '../../core/engine/request/read-order.js';
import { formatRfc3339, instant, MICROS_PER_MILLI } from '../../core/time/instant.js';
import type { RawDisguise } from '../../data/storage/scenario/disguise/read-disguise.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Overrides } from '../../data/storage/scenario/given/overrides.js';
import { FINANCING_FILES } from '../../data/storage/schema/financing-schema.js';
import { instantFlag, usageError } from './arguments.js';
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

/** `--candle-delay`: when clients see that a candle is complete. */
export const CANDLE_DELAY_OPTION = {
  'candle-delay': {
    type: 'string',
    describe:
      'when clients see that a candle is complete: next-price, or a time after its end, as 5s or 1s-45s; default: at its end',
  },
} as const;

/** The value of `--candle-delay`; whether it is one, the scenario says. */
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

export const DISGUISE_OPTIONS = {
  disguise: {
    type: 'string',
    array: true,
    default: [],
    describe:
      'NAME=VALUE: weeks=626 moves the market, EUR_USD=AAA_USD names it, EUR_USD=1.6 or scale=10 scales prices',
  },
  'as-of': {
    type: 'string',
    describe: 'an instant or now: moves the market there, by weeks in which the clocks agree',
  },
} as const;

export const BEGIN_OPTIONS = {
  ...DISGUISE_OPTIONS,
  'as-of': {
    ...DISGUISE_OPTIONS['as-of'],
    describe: `${DISGUISE_OPTIONS['as-of'].describe}; time begins then`,
  },
  open: {
    type: 'boolean',
    default: false,
    describe: 'with --as-of: where the market is closed then, begins on the last open day before',
  },
} as const;

type DisguiseFlags = FlagsOf<typeof DISGUISE_OPTIONS>;

const PAIR = /^[A-Z0-9]{3,6}_[A-Z]{3}$/;
const WHOLE = /^-?\d{1,5}$/;
const MS_PER_SECOND = 1_000;

/** The options with the disguise beside their other values. @throws InputError */
export function withDisguise<T extends Pick<LoadOptions, 'overrides'>>(
  options: T,
  flags: DisguiseFlags,
): T {
  const disguise = disguiseOf(flags);
  return disguise === undefined
    ? options
    : { ...options, overrides: { ...options.overrides, disguise } };
}

/** Where time begins. @throws InputError for `--open` alone. */
export function beginAskedBy({
  asOf,
  open,
}: FlagsOf<typeof BEGIN_OPTIONS>): Pick<LoadOptions, 'begin'> {
  if (open && asOf === undefined) throw usageError('open', 'needs --as-of');
  return asOf === undefined ? {} : { begin: open ? 'open' : 'asOf' };
}

function disguiseOf({ disguise: given, asOf }: DisguiseFlags): RawDisguise | undefined {
  if (given.length === 0 && asOf === undefined) return undefined;
  const names: Record<string, string> = {};
  const scales: Record<string, string> = {};
  let [weeks, scale]: [number | undefined, string | undefined] = [undefined, undefined];
  for (const text of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === 'weeks' && WHOLE.test(value)) weeks = Number(value);
    else if (name === 'scale' && isDecimalText(value)) scale = value;
    else if (PAIR.test(name) && PAIR.test(value)) names[name] = value;
    else if (PAIR.test(name) && isDecimalText(value)) scales[name] = value;
    else {
      throw usageError(
        'disguise',
        `must be weeks=626, scale=1.6, EUR_USD=AAA_USD or EUR_USD=1.6, was ${text}`,
      );
    }
  }
  const hasScales = Object.keys(scales).length > 0;
  if (scale !== undefined && hasScales) {
    throw usageError('disguise', 'has both a scale of all instruments and one of a single one');
  }
  return present({
    weeks,
    asOf: asOf === undefined ? undefined : asOfText(asOf),
    names: Object.keys(names).length > 0 ? names : undefined,
    scale: hasScales ? scales : scale,
  });
}

/** The instant, and the second that is now for `now`; it is recorded, so that a run repeats. */
function asOfText(text: string): string {
  if (text !== 'now') return formatRfc3339(instantFlag('as-of', text));
  const second = Math.floor(Date.now() / MS_PER_SECOND) * MS_PER_SECOND;
  return formatRfc3339(instant(second * MICROS_PER_MILLI));
}
