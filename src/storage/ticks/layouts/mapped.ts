/**
 * A layout from a user's description of a file that no other layout fits: which column has which
 * value, by name or by position, the form of times, and their time zone.
 */

import { InputError } from '../../../core/base/input-error.js';
import { RowFault } from '../../../core/feed/parse-tick.js';
import type { Layout, LayoutContext, ReadTime } from '../text/layout.js';
import { timePattern } from '../text/time-format.js';
import { anyTimeReader, LOCAL_ISO, readCivil } from '../text/times.js';

/** Columns that a mapping may name; in some files `date` is a column of its own. */
export const MAPPED_COLUMNS = ['time', 'date', 'bid', 'ask', 'bidVolume', 'askVolume'] as const;
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

/** The layout of a mapping. @throws InputError (scenario) for an invalid form of times. */
export function mappedLayout(mapping: ColumnMapping): Layout {
  const pattern = mapping.timeFormat === undefined ? undefined : timePattern(mapping.timeFormat);
  const header = mapping.header ?? true;
  return {
    name: 'mapped',
    delimiter: mapping.delimiter ?? ',',
    header: header ? 'always' : 'never',
    matches: () => true,
    plan(first, context) {
      const names = header ? first : undefined;
      const at = (name: MappedColumn) => position(mapping.columns[name], names, first.length);
      const needed = (name: MappedColumn): number => {
        const found = position(
          mapping.columns[name] ?? (header ? name : undefined),
          names,
          first.length,
        );
        if (found !== undefined) return found;
        const place = { file: 'mapping', field: name };
        throw new InputError('scenario', place, 'must name its column, by number or name');
      };
      const time = needed('time');
      const date = at('date');
      const bidVolume = at('bidVolume');
      const askVolume = at('askVolume');
      const read = timeReader(mapping, pattern, context);
      return {
        widths: [first.length],
        time: date ?? time,
        bid: needed('bid'),
        ask: needed('ask'),
        ...(bidVolume === undefined || askVolume === undefined ? {} : { bidVolume, askVolume }),
        volumeScale: mapping.volumeInMillions === true ? 1_000_000 : 1,
        snap: false,
        oneSided: false,
        readTime: row =>
          read(date === undefined ? (row[time] ?? '') : `${row[date] ?? ''} ${row[time] ?? ''}`),
      };
    },
  };
}

function position(
  column: number | string | undefined,
  names: readonly string[] | undefined,
  width: number,
): number | undefined {
  if (column === undefined) return undefined;
  if (typeof column === 'number') {
    if (Number.isInteger(column) && column >= 0 && column < width) return column;
    throw new RowFault('row', `must have a column ${column}, was ${width} wide`);
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
