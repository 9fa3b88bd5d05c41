/** Flags of reading bars as ticks. */

import { present } from '../../core/base/present.js';
import {
  BAR_PRICES,
  type BarOptions,
  PATH_ORDERS,
  SPREAD_CLOCKS,
  type SpreadChoice,
} from '../../data/storage/ticks/bars/bar-options.js';
import { usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

/** The options for yargs. */
export const BAR_OPTIONS = {
  granularity: { type: 'string', describe: 'length of bars, such as M1; default: from the file' },
  price: { choices: BAR_PRICES, describe: 'prices of bars; default: those of the layout' },
  spread: {
    type: 'string',
    describe: 'spread of bars: 0.00010, column, column:0.01, or 24 by the hour: 0.0001,...',
  },
  'spread-clock': {
    choices: SPREAD_CLOCKS,
    describe: 'clock of spreads by the hour; default: America/New_York',
  },
  'ask-bars': { type: 'string', describe: 'bars of the ask, where FILE has those of the bid' },
  path: { choices: PATH_ORDERS, describe: 'extreme that comes first in a bar; default: nearest' },
} as const;

/** The flags as given. */
export type BarFlags = FlagsOf<typeof BAR_OPTIONS>;

/** How bars become ticks; undefined when no flag says so. @throws InputError */
export function barsAskedBy({
  price,
  spread,
  spreadClock,
  path,
}: BarFlags): BarOptions | undefined {
  const isHourly = spread?.includes(',') === true;
  if (spreadClock !== undefined && !isHourly) {
    throw usageError('spread-clock', 'is for a spread by the hour: 24 decimals with commas');
  }
  const choice: SpreadChoice | undefined = isHourly
    ? { hours: spread.split(',').map(text => text.trim()), ...present({ clock: spreadClock }) }
    : spread;
  const asked = present({ price, spread: choice, path });
  return Object.keys(asked).length === 0 ? undefined : asked;
}
