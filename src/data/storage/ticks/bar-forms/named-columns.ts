/**
 * CSV with a header that names open, high, low and close, in any order and among other columns, as
 * spreadsheets, pandas, brokers' programs and Dukascopy's sites write it. Columns may be of one
 * price, or of bid and ask.
 * Source: docs/reference/tick-files.md 2.
 */

import { present } from '../../../../core/base/present.js';
import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { BarPrice } from '../bars/bar-options.js';
import { mapFour } from '../bars/four-prices.js';
import type { Layout } from '../text/layout.js';
import type { BarLayout, BarPlan, PriceCells } from './bar-layout.js';
import { barTimeReader } from './bar-times.js';

const TIMES = [
  'time',
  'timestamp',
  'datetime',
  'gmttime',
  'localtime',
  'opentime',
  'timeutc',
  'windowstart',
];
const DATES = ['date', 'day'];
/** Headers of the index of a pandas frame; they count where no other column has times. */
const INDEXES = ['', 'index'];
const UTC_TIMES = ['gmttime', 'timeutc'];
/** Headers of Dukascopy's own exports, whose prices have float noise. */
const NOISY_TIMES = ['gmttime', 'localtime'];
const PRICES = ['open', 'high', 'low', 'close'] as const;
const SINGLE = ['mid', 'bid', 'ask'] as const;
/** Names of the column of volumes, counts of ticks first; `real_volume` of MetaTrader is none. */
const VOLUMES = ['tickvolume', 'tickvol', 'tickqty', 'volume', 'vol'];
/** `Time (EET)` of JForex names the zone in a form that need not be that of a table of zones. */
const ZONED_TIME = /^time \(([a-z]{2,5})\)$/;
const UTC_ZONES = ['utc', 'gmt'];
const V20_COLUMN = /^(bid|ask|mid)_[ohlc]$/;

/** Columns of prices that a header has, and whose prices they are; undefined: it does not say. */
interface FoundPrices {
  readonly price: BarPrice | undefined;
  readonly prices: BarPlan['prices'];
}

/** Bars under a header, with one of the delimiters that programs write. */
export const NAMED_COLUMNS: readonly BarLayout[] = ([',', ';', '\t', '|'] as const).map(
  delimiter => ({
    ...layoutNamed('csv-bars', delimiter),
    matches: first => {
      const names = first.map(plainName);
      const isOfOther = first.some(cell => isV20Column(cell) || cell.startsWith('<'));
      return !isOfOther && pricesIn(names) !== undefined && timeIn(names) !== undefined;
    },
  }),
);

/** OANDA's v20 candles as CSV: `time,bid_o,bid_h,...,ask_c`, or mid_o to mid_c. */
export const oandaCandles: BarLayout = {
  ...layoutNamed('oanda-candles', ','),
  matches: first => first.some(isV20Column),
};

function layoutNamed(name: string, delimiter: Layout['delimiter']): Omit<BarLayout, 'matches'> {
  return { name, delimiter, header: 'always', plan };
}

function plan(first: readonly string[], context: Parameters<BarLayout['plan']>[1]): BarPlan {
  const names = first.map(plainName);
  const time = timeIn(names);
  const found = pricesIn(names);
  const was = first.join(',');
  if (time === undefined) throw new RowFault('time', `must have a column named time, was ${was}`);
  if (found === undefined) {
    const rule = 'must have columns of open, high, low and close, of bid and ask or of one price';
    throw new RowFault('header', `${rule}, was ${was}`);
  }
  const spread = names.indexOf('spread');
  const volume = VOLUMES.map(name => names.indexOf(name)).find(at => at >= 0);
  const read = barTimeReader(context, UTC_TIMES.includes(names[time.time] as string));
  const { date } = time;
  return {
    widths: [first.length],
    source: {
      snap: NOISY_TIMES.includes(names[time.time] as string),
      ...present({ price: found.price }),
    },
    prices: found.prices,
    ...(spread < 0 ? {} : { spread }),
    ...present({ volume }),
    readTime: row =>
      read(
        date === undefined ? (row[time.time] ?? '') : `${row[date] ?? ''} ${row[time.time] ?? ''}`,
      ),
  };
}

/** `Bid Open`, `bid_open` and `bidOpen` are the same name. */
function plainName(cell: string): string {
  const name = cell.trim().toLowerCase();
  const zone = ZONED_TIME.exec(name)?.[1];
  if (zone !== undefined) return UTC_ZONES.includes(zone) ? 'timeutc' : 'time';
  return name.replace(/[^a-z]/g, '');
}

function isV20Column(cell: string): boolean {
  return V20_COLUMN.test(cell.toLowerCase());
}

/** The column of times, and that of dates where the two are apart. */
function timeIn(names: readonly string[]): { time: number; date?: number } | undefined {
  const time = names.findIndex(name => TIMES.includes(name));
  const date = names.findIndex(name => DATES.includes(name));
  if (time < 0 && date < 0) return INDEXES.includes(names[0] ?? '') ? { time: 0 } : undefined;
  if (time < 0) return { time: date };
  return names[time] === 'time' && date >= 0 ? { time, date } : { time };
}

function pricesIn(names: readonly string[]): FoundPrices | undefined {
  const [mid, bid, ask] = SINGLE.map(side => cellsOf(names, side));
  if (bid !== undefined && ask !== undefined) return { price: undefined, prices: { bid, ask } };
  const plain = cellsOf(names, '');
  if (plain !== undefined) return { price: undefined, prices: plain };
  const single = [mid, bid, ask];
  const at = single.findIndex(cells => cells !== undefined);
  return at < 0 ? undefined : { price: SINGLE[at], prices: single[at] as PriceCells };
}

/** The cells of one price; a name is `bidopen`, `openbid`, `bido`, or without a side `open` or `o`. */
function cellsOf(names: readonly string[], side: string): PriceCells | undefined {
  const cells = mapFour(PRICES, name =>
    names.findIndex(each => [side + name, name + side, side + name.charAt(0)].includes(each)),
  );
  return cells.includes(-1) ? undefined : cells;
}
