/**
 * A layout from a user's description of a file that no other layout fits: which column has which
 * value, by name or by position, the form of times, and their time zone.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { RowFault } from '../../../../core/feed/parse-tick.js';
import { type Layout, type LayoutContext, marksIn, type ReadTime } from '../text/layout.js';
import { timePattern } from '../text/time-format.js';
import { anyTimeReader, LOCAL_ISO, readCivil } from '../text/times.js';

/** Columns of prices of bars: of one price, or of bid and ask. */
export const BAR_COLUMNS = [
  'open',
  'high',
  'low',
  'close',
  'bidOpen',
  'bidHigh',
  'bidLow',
  'bidClose',
  'askOpen',
  'askHigh',
  'askLow',
  'askClose',
] as const;
const TICK_COLUMNS = ['time', 'date', 'bid', 'ask', 'bidVolume', 'askVolume'] as const;
/** Columns that a mapping may name; in some files `date` is a column of its own. */
export const MAPPED_COLUMNS = [...TICK_COLUMNS, ...BAR_COLUMNS, 'spread', 'volume'] as const;
export type MappedColumn = (typeof MAPPED_COLUMNS)[number];

export interface ColumnMapping {
  /** Positions counted from 0, or names where there is a header; default: the column's own name. */
  readonly columns: Readonly<Partial<Record<MappedColumn, number | string>>>;
  /** Default: `,`. */
  readonly delimiter?: Layout['delimiter'];
  /** Whether the first line names columns; default true. */
  readonly header?: boolean;
  /**
   * Form of times, such as `yyyy.MM.dd HH:mm:ss.SSS` (see time-format.ts); with a date column, the
   * form of date, blank and time. When absent: RFC 3339 or epochs, or ISO without an offset when a
   * zone is named.
   */
  readonly timeFormat?: string;
  /** IANA zone of times without an offset; default UTC when a form is given. */
  readonly timeZone?: string;
  /** Whether volumes are in millions. */
  readonly volumeInMillions?: boolean;
}

/** The layout of a mapping of ticks. @throws InputError (scenario) for an invalid form of times. */
export function mappedLayout(mapping: ColumnMapping): Layout {
  const pattern = timePatternOf(mapping);
  const header = mapping.header ?? true;
  return {
    name: 'mapped',
    delimiter: mapping.delimiter ?? ',',
    header: header ? 'always' : 'never',
    matches: () => true,
    plan(first, context) {
      const cells = new MappedCells(mapping, first);
      const time = cells.needed('time');
      const bidVolume = cells.at('bidVolume');
      const askVolume = cells.at('askVolume');
      const read = timeReader(mapping, pattern, context);
      return {
        widths: [first.length],
        time: cells.at('date') ?? time,
        bid: cells.needed('bid'),
        ask: cells.needed('ask'),
        ...(bidVolume === undefined || askVolume === undefined ? {} : { bidVolume, askVolume }),
        ...(header ? marksIn(first) : {}),
        volumeScale: mapping.volumeInMillions === true ? 1_000_000 : 1,
        snap: false,
        oneSided: false,
        readTime: cells.timeReader(read),
      };
    },
  };
}

/** The positions of the columns of a mapping in one file. */
export class MappedCells {
  readonly #mapping: ColumnMapping;
  readonly #names: readonly string[] | undefined;
  readonly #width: number;

  /** @param first - the header's cells in lower case, or the first row. */
  constructor(mapping: ColumnMapping, first: readonly string[]) {
    this.#mapping = mapping;
    this.#names = (mapping.header ?? true) ? first : undefined;
    this.#width = first.length;
  }

  /** The position of a column, or undefined when the mapping has none. @throws RowFault */
  at(name: MappedColumn): number | undefined {
    return position(this.#mapping.columns[name], this.#names, this.#width);
  }

  /** The position of a column; its own name counts. @throws RowFault, InputError (scenario) */
  needed(name: MappedColumn): number {
    const own = this.#names === undefined ? undefined : name;
    const column = this.#mapping.columns[name] ?? own;
    const found = position(column, this.#names, this.#width);
    if (found !== undefined) return found;
    const place = { file: 'mapping', field: name };
    throw new InputError('scenario', place, 'must name its column, by number or name');
  }

  /** Reads the time of a row, of one column or of the columns of date and time. */
  timeReader(read: (text: string) => ReadTime): (row: readonly string[]) => ReadTime {
    const time = this.needed('time');
    const date = this.at('date');
    return row =>
      read(date === undefined ? (row[time] ?? '') : `${row[date] ?? ''} ${row[time] ?? ''}`);
  }
}

/** The form of times of a mapping, if it has one. @throws InputError (scenario) */
export function timePatternOf({ timeFormat }: ColumnMapping): RegExp | undefined {
  return timeFormat === undefined ? undefined : timePattern(timeFormat);
}

function position(
  column: number | string | undefined,
  names: readonly string[] | undefined,
  width: number,
): number | undefined {
  if (column === undefined) return undefined;
  if (typeof column === 'number') {
    if (Number.isInteger(column) && column >= 0 && column < width) return column;
    const rule = `must have a column ${column}, was ${width} wide`;
    throw new RowFault('row', width > 1 ? rule : `${rule}; give the delimiter (--delimiter)`);
  }
  const found = names?.indexOf(column.toLowerCase()) ?? -1;
  if (found >= 0) return found;
  const seen = names === undefined ? 'a file without a header' : names.join(',');
  throw new RowFault('header', `must have a column ${column}, was ${seen}`);
}

function timeReader(
  mapping: ColumnMapping,
  pattern: RegExp | undefined,
  context: LayoutContext,
): (text: string) => ReadTime {
  const zoneName = mapping.timeZone ?? context.timeZone;
  if (pattern !== undefined) return text => readCivil(text, pattern, zoneName ?? 0);
  if (zoneName === undefined) return anyTimeReader(context);
  const other = anyTimeReader(context);
  return text => (LOCAL_ISO.test(text) ? readCivil(text, LOCAL_ISO, zoneName) : other(text));
}
