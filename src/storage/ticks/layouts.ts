/**
 * The layouts that Orrery reads, one entry each, and how they are told apart: by the header, or by
 * the shape of the first row. Source: the publishers' own exports (README, "Tick files").
 */

import { RowFault, shown } from '../../core/feed/parse-tick.js';
import type { Layout, LayoutContext, RawTick, RowReader } from './layout.js';
import { epochUnit, type ReadTime, readCivil, readEpoch, readRfc3339 } from './times.js';

/** HistData's clock is Eastern Standard Time all year: UTC-5 without daylight saving. */
const HISTDATA_OFFSET = -5;
const HISTDATA_TIME =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?<fraction>\d{3})$/;
const DOTTED_TIME =
  /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?(?: GMT(?<sign>[+-])(?<offset>\d{4}))?$/;
const DASHED_TIME =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;
const TRUEFX_TIME =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;
const MT5_TIME =
  /^(?<year>\d{4})\.(?<month>\d{2})\.(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;

const UTC = 0;

/** Columns by position of time, bid, ask and volumes; checks the number of cells. */
function columns(
  count: readonly number[],
  pick: (row: readonly string[]) => {
    readonly time: ReadTime;
    readonly bid: string | undefined;
    readonly ask: string | undefined;
    readonly bidVolume?: string | undefined;
    readonly askVolume?: string | undefined;
  },
): RowReader {
  return row => {
    if (!count.includes(row.length)) {
      throw new RowFault('row', `must have ${count.join(' or ')} columns, was ${row.length}`);
    }
    const { time, bid, ask, bidVolume, askVolume } = pick(row);
    return {
      ...time,
      bid,
      ask,
      ...(bidVolume === undefined ? {} : { bidVolume }),
      ...(askVolume === undefined ? {} : { askVolume }),
    };
  };
}

/** Reads RFC 3339, or epochs in the unit of the first one (or the unit given). */
function timeReader(context: LayoutContext): (text: string) => ReadTime {
  let unit = context.timeUnit;
  let first = true;
  let epochs = unit !== undefined;
  return text => {
    if (first) {
      first = false;
      const found = epochUnit(text);
      if (found !== undefined) {
        epochs = true;
        unit ??= found;
      }
    }
    return epochs ? readEpoch(text, unit ?? 'ms') : readRfc3339(text);
  };
}

const canonical: Layout = {
  name: 'canonical',
  delimiter: ',',
  header: true,
  volumeScale: 1,
  snap: false,
  matches: first =>
    ['time', 'timestamp'].includes(lower(first)[0] ?? '') &&
    lower(first)[1] === 'bid' &&
    lower(first)[2] === 'ask',
  reader(header, context) {
    const known = ['time,bid,ask', 'time,bid,ask,bid_volume,ask_volume', 'timestamp,bid,ask'];
    if (!known.includes(header.join(','))) {
      throw new RowFault(
        'header',
        `must be ${known[0]}[,bid_volume,ask_volume], was ${header.join(',')}`,
      );
    }
    const readTime = timeReader(context);
    return columns([header.length], ([time = '', bid, ask, bidVolume, askVolume]) => ({
      time: readTime(time),
      bid,
      ask,
      bidVolume,
      askVolume,
    }));
  },
};

const histdata: Layout = {
  name: 'histdata',
  delimiter: ',',
  header: false,
  volumeScale: 1,
  snap: false,
  matches: first => HISTDATA_TIME.test(first[0] ?? ''),
  reader: () =>
    columns([3, 4], ([time = '', bid, ask]) => ({
      time: readCivil(time, HISTDATA_TIME, HISTDATA_OFFSET),
      bid,
      ask,
    })),
};

const dukascopySite: Layout = {
  name: 'dukascopy-site',
  delimiter: ',',
  header: true,
  volumeScale: 1_000_000,
  snap: true,
  matches: first => /^(gmt|local) time$/.test(lower(first)[0] ?? '') && lower(first)[1] === 'ask',
  reader(header) {
    const local = header[0] === 'local time';
    return columns([5], ([time = '', ask, bid, askVolume, bidVolume]) => ({
      time: readDotted(time, local),
      bid,
      ask,
      bidVolume,
      askVolume,
    }));
  },
};

/** A local export says its own offset in each row. */
function readDotted(text: string, local: boolean): ReadTime {
  const groups = DOTTED_TIME.exec(text)?.groups;
  const offset = groups?.['offset'];
  if (local && offset === undefined) {
    throw new RowFault('time', `must end in its offset, GMT+hhmm, was ${shown(text)}`);
  }
  const minutes = Number(offset?.slice(0, 2) ?? 0) * 60 + Number(offset?.slice(2) ?? 0);
  return readCivil(text, DOTTED_TIME, (groups?.['sign'] === '-' ? -minutes : minutes) / 60);
}

const dukascopyNode: Layout = {
  name: 'dukascopy-node',
  delimiter: ',',
  header: true,
  volumeScale: 1_000_000,
  snap: true,
  matches: first => lower(first).slice(0, 3).join() === 'timestamp,askprice,bidprice',
  reader(header, context) {
    const readTime = timeReader({ ...context, timeUnit: context.timeUnit ?? 'ms' });
    return columns([header.length], ([time = '', ask, bid, askVolume, bidVolume]) => ({
      time: readTime(time),
      bid,
      ask,
      bidVolume,
      askVolume,
    }));
  },
};

const duka: Layout = {
  name: 'duka',
  delimiter: ',',
  header: true,
  volumeScale: 1_000_000,
  snap: true,
  matches: first => lower(first).slice(0, 3).join() === 'time,ask,bid',
  reader: header =>
    columns([header.length], ([time = '', ask, bid, askVolume, bidVolume]) => ({
      time: readCivil(time, DASHED_TIME, UTC),
      bid,
      ask,
      bidVolume,
      askVolume,
    })),
};

const truefx: Layout = {
  name: 'truefx',
  delimiter: ',',
  header: false,
  volumeScale: 1,
  snap: false,
  matches: first => /^[A-Z]{3}\/[A-Z]{3}$/.test(first[0] ?? '') && TRUEFX_TIME.test(first[1] ?? ''),
  reader([firstPair = '']) {
    return columns([4], ([pair = '', time = '', bid, ask]) => {
      if (pair !== firstPair) throw new RowFault('pair', `must stay ${firstPair}, was ${pair}`);
      return { time: readCivil(time, TRUEFX_TIME, UTC), bid, ask };
    });
  },
};

const mt5: Layout = {
  name: 'mt5',
  delimiter: '\t',
  header: true,
  volumeScale: 1,
  snap: false,
  matches: (_, line) => line.toUpperCase().startsWith('<DATE>\t<TIME>\t<BID>\t<ASK>'),
  reader(header, { timeZone }) {
    if (timeZone === undefined) {
      throw new RowFault(
        'time',
        "MT5 files are in the broker's server time: name its zone (timeZone)",
      );
    }
    const side = (text: string | undefined) => (text === '' || text === '_' ? undefined : text);
    return columns([header.length], ([date = '', time = '', bid, ask]) => ({
      time: readCivil(`${date} ${time}`, MT5_TIME, timeZone),
      bid: side(bid),
      ask: side(ask),
    }));
  },
};

export const LAYOUTS: readonly Layout[] = [
  canonical,
  histdata,
  dukascopySite,
  dukascopyNode,
  duka,
  truefx,
  mt5,
];

/** The layout of that name, or undefined. */
export function layoutNamed(name: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.name === name);
}

/** The layout whose first row this is, or undefined. @param line - the first line as it stands. */
export function detectLayout(line: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.matches(line.split(layout.delimiter).map(unquote), line));
}

function lower(cells: readonly string[]): string[] {
  return cells.map(cell => cell.trim().toLowerCase());
}

function unquote(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1');
}

/** What a user says about a file that no layout fits. */
export interface ColumnMapping {
  /** Zero-based positions, or names when there is a header. */
  readonly columns: Readonly<
    Partial<Record<'time' | 'bid' | 'ask' | 'bidVolume' | 'askVolume', number | string>>
  >;
  readonly delimiter?: string;
  readonly header?: boolean;
  /** Regular expression with the groups year month day hour minute second fraction. */
  readonly timeFormat?: string;
  readonly timeZone?: string;
}

/** A layout from a user's mapping. @throws RowFault for a column that the header does not have. */
export function mappedLayout(mapping: ColumnMapping): Layout {
  return {
    name: 'mapped',
    delimiter: mapping.delimiter ?? ',',
    header: mapping.header ?? true,
    volumeScale: 1,
    snap: false,
    matches: () => true,
    reader(header, context) {
      const position = (column: number | string | undefined): number | undefined => {
        if (typeof column !== 'string') return column;
        const at = header.indexOf(column.toLowerCase());
        if (at < 0)
          throw new RowFault('header', `must have a column ${column}, was ${header.join(',')}`);
        return at;
      };
      const at = {
        time: position(mapping.columns.time ?? 'time'),
        bid: position(mapping.columns.bid ?? 'bid'),
        ask: position(mapping.columns.ask ?? 'ask'),
        bidVolume: position(mapping.columns.bidVolume),
        askVolume: position(mapping.columns.askVolume),
      };
      const readTime = mappedTime(mapping, context);
      const cell = (row: readonly string[], index: number | undefined) =>
        index === undefined ? undefined : row[index];
      return (row): RawTick => {
        const bidVolume = cell(row, at.bidVolume);
        const askVolume = cell(row, at.askVolume);
        return {
          ...readTime(cell(row, at.time) ?? ''),
          bid: cell(row, at.bid) ?? '',
          ask: cell(row, at.ask) ?? '',
          ...(bidVolume === undefined ? {} : { bidVolume }),
          ...(askVolume === undefined ? {} : { askVolume }),
        };
      };
    },
  };
}

function mappedTime(mapping: ColumnMapping, context: LayoutContext): (text: string) => ReadTime {
  if (mapping.timeFormat === undefined) return timeReader(context);
  const pattern = new RegExp(mapping.timeFormat);
  const where = mapping.timeZone ?? context.timeZone ?? UTC;
  return text => readCivil(text, pattern, where);
}
