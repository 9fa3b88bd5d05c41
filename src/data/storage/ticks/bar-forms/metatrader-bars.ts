/**
 * Bars that MetaTrader exports, bid only, in the broker's server time, whose zone only the user
 * knows. MetaTrader 4: `2012.02.01,00:00,o,h,l,c,volume` without a header. MetaTrader 5: tabs,
 * `<DATE> <TIME> <OPEN> <HIGH> <LOW> <CLOSE> <TICKVOL> <VOL> <SPREAD>`; exports of days and longer
 * have no `<TIME>`; the spread is in points of the broker's prices.
 * Volumes count ticks; `<VOL>` counts lots of exchanges and is not read.
 * Source: files that its users publish.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { LayoutContext } from '../text/layout.js';
import { readCivil } from '../text/times.js';
import type { BarLayout } from './bar-layout.js';
import { isHistDataName, isMetaTraderRow } from './histdata-bars.js';

const TIME =
  /^(?<year>\d{4})\.(?<month>\d{2})\.(?<day>\d{2})(?: (?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?$/;
const PRICES = ['<open>', '<high>', '<low>', '<close>'];
const HEADERS = [
  ['<date>', '<time>', ...PRICES],
  ['<date>', ...PRICES],
];
const SOURCE = { price: 'bid', snap: false } as const;

export const mt4: BarLayout = {
  name: 'mt4',
  delimiter: ',',
  header: 'never',
  about: "MetaTrader 4, in the broker's server time, with timeZone",
  matches: (first, { name }) => isMetaTraderRow(first) && !isHistDataName(name),
  plan(_, context) {
    const where = serverZone(context, 'MT4');
    return {
      widths: [7],
      source: SOURCE,
      prices: [2, 3, 4, 5],
      volume: 6,
      readTime: ([date = '', time = '']) => readCivil(`${date} ${time}`, TIME, where),
    };
  },
};

export const mt5Bars: BarLayout = {
  name: 'mt5-bars',
  delimiter: '\t',
  header: 'always',
  matches: first => headerOf(first) !== undefined,
  plan(first, context) {
    const known = headerOf(first);
    if (known === undefined) {
      const rule = `must begin ${HEADERS[0]?.join(' ')}, was ${first.join(' ')}`;
      throw new RowFault('header', rule);
    }
    const where = serverZone(context, 'MT5');
    const open = known.indexOf('<open>');
    const spread = first.indexOf('<spread>');
    const volume = first.indexOf('<tickvol>');
    return {
      widths: [first.length],
      source: { ...SOURCE, hasOwnPoints: true },
      prices: [open, open + 1, open + 2, open + 3],
      ...(spread < 0 ? {} : { spread }),
      ...(volume < 0 ? {} : { volume }),
      readTime: row => readCivil(row.slice(0, open).join(' '), TIME, where),
    };
  },
};

function headerOf(first: readonly string[]): readonly string[] | undefined {
  return HEADERS.find(names => names.every((name, at) => first[at]?.toLowerCase() === name));
}

/** @throws RowFault when the zone is not named. */
function serverZone({ timeZone }: LayoutContext, program: string): string {
  if (timeZone !== undefined) return timeZone;
  const rule = `${program} files are in the broker's server time: name its zone (timeZone, --time-zone); most show America/New_York+7`;
  throw new RowFault('time', rule);
}
