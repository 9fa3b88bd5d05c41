/**
 * Flags that disguise a market: `--disguise NAME=VALUE` and `--as-of INSTANT` give it other dates, names
 * and prices. Source: docs/guides/disguise.md.
 */

import { present } from '../../core/base/present.js';
import { isDecimalText } from '../../core/engine/request/read-order.js';
import {
  formatRfc3339,
  instant,
  MICROS_PER_HOUR,
  MICROS_PER_MILLI,
} from '../../core/time/instant.js';
import type { RawDisguise } from '../../data/storage/scenario/disguise/read-disguise.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import { instantFlag, usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

/** `--disguise` and `--as-of`: the market of the scenario on other dates, under other names, at another scale. */
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

/** The same for a server or a program, whose time begins at `--as-of`. */
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
const MADE_UP_MICROS = 7 * 24 * MICROS_PER_HOUR;

/** The flags that decide whether simulated time is real time. */
interface LivingFlags {
  readonly asOf?: string | undefined;
  readonly clock?: string | undefined;
  readonly speed?: string | undefined;
  readonly virtualTime?: boolean;
  readonly paused?: boolean | undefined;
}

/** Whether simulated time is the wall's: `--as-of now` with a clock that goes as fast as the wall's. */
export function livesNow({
  asOf,
  clock = 'paced',
  speed = '1',
  virtualTime = false,
  paused = false,
}: LivingFlags): boolean {
  return asOf === 'now' && clock === 'paced' && Number(speed) === 1 && !virtualTime && !paused;
}

/**
 * The flags with a window in place of `--as-of`, for a market that is made up: it has prices at any time, and
 * nothing need be moved. It lasts a week unless `--to` says otherwise.
 * @throws InputError for an `--as-of` that is no time.
 */
export function madeUpAsOf<
  T extends {
    readonly asOf?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly open?: boolean;
  },
>(flags: T): T {
  const { asOf, from, to, open } = flags;
  if (asOf === undefined) return flags;
  if (from !== undefined)
    throw usageError('as-of', 'is the begin of a made-up market, as --from is');
  if (open === true) {
    throw usageError('open', 'is for a recorded market; a made-up one begins at --as-of');
  }
  const begin = asOfText(asOf);
  const end = instant(instantFlag('as-of', begin) + MADE_UP_MICROS);
  return { ...flags, asOf: undefined, from: begin, to: to ?? formatRfc3339(end) };
}

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
  const seen = new Set<string>();
  for (const text of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    // An instrument may have both another name and a scale.
    const what = PAIR.test(value) ? `the name of ${name}` : name;
    if (seen.has(what)) throw usageError('disguise', `${what} is given twice`);
    seen.add(what);
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
