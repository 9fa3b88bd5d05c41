/**
 * Finds the layout that the flags of a tick command mean: a name, a mapping of columns, or neither.
 */

import { present } from '../../core/base/present.js';
import { nearest } from '../../data/storage/document/suggest.js';
import {
  type ColumnMapping,
  MAPPED_COLUMNS,
  type MappedColumn,
} from '../../data/storage/ticks/layouts/mapped.js';
import { LAYOUT_NAMES } from '../../data/storage/ticks/read/layouts.js';
import type { Layout } from '../../data/storage/ticks/text/layout.js';
import { usageError } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

/** The options for yargs. */
export const LAYOUT_OPTIONS = {
  layout: { type: 'string', describe: 'layout name; detected when absent' },
  columns: {
    type: 'string',
    describe: 'columns by number or name: time=0,bid=1,ask=2, or time=When,open=O,high=H,...',
  },
  'time-format': {
    type: 'string',
    describe: 'time format for --columns, such as "yyyy-MM-dd HH:mm:ss.SSS"',
  },
  delimiter: { type: 'string', describe: 'delimiter for --columns; default: comma' },
  header: {
    type: 'boolean',
    default: true,
    describe: 'whether a file read by --columns has a header',
  },
} as const;

const DELIMITERS: Readonly<Record<string, Layout['delimiter']>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  ' ': ' ',
  '\t': '\t',
  '\\t': '\t',
  tab: '\t',
};
const POSITION = /^\d{1,3}$/;

/** @throws InputError for flags that contradict each other or have no meaning. */
export function layoutOf(
  flags: FlagsOf<typeof LAYOUT_OPTIONS>,
): string | ColumnMapping | undefined {
  const { layout, columns, timeFormat, delimiter, header } = flags;
  if (columns === undefined) {
    if (timeFormat !== undefined) throw usageError('time-format', 'needs --columns');
    if (delimiter !== undefined) throw usageError('delimiter', 'needs --columns');
    if (!header) throw usageError('header', 'needs --columns');
    if (layout !== undefined && !LAYOUT_NAMES.includes(layout)) {
      throw usageError('layout', `unknown layout ${layout}${nearest(layout, [...LAYOUT_NAMES])}`);
    }
    return layout;
  }
  if (layout !== undefined) throw usageError('columns', 'cannot be given with --layout');
  return {
    columns: columnsOf(columns),
    header,
    ...present({ timeFormat }),
    ...present({ delimiter: delimiter === undefined ? undefined : delimiterOf(delimiter) }),
  };
}

function columnsOf(text: string): ColumnMapping['columns'] {
  const columns: Partial<Record<MappedColumn, number | string>> = {};
  for (const part of text.split(',')) {
    const [name = '', column = ''] = part.split('=', 2).map(piece => piece.trim());
    const known = MAPPED_COLUMNS.find(
      each => each.toLowerCase() === name.replace('_', '').toLowerCase(),
    );
    if (known === undefined || column === '') {
      throw usageError('columns', `must be like time=0,bid=1,ask=2, was ${part}`);
    }
    columns[known] = POSITION.test(column) ? Number(column) : column;
  }
  return columns;
}

function delimiterOf(text: string): Layout['delimiter'] {
  const found = Object.hasOwn(DELIMITERS, text) ? DELIMITERS[text] : undefined;
  if (found !== undefined) return found;
  throw usageError('delimiter', `must be a comma, semicolon, bar, space or tab, was ${text}`);
}
