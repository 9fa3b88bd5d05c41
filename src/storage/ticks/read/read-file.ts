/** Reads one file of a source: by its name, by its first line, or as the layout that was named. */

import type { Hash } from 'node:crypto';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { RowFault, shown } from '../../../core/feed/parse-tick.js';
import type { FeedOf } from '../bars/settle-bars.js';
import { addBi5Hour, BI5 } from '../binary/bi5-hour.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { type ColumnMapping, mappedLayout } from '../layouts/mapped.js';
import type { Layout, RowPlan } from '../text/layout.js';
import { openBytes, readWhole, type SourceFile } from '../text/source-file.js';
import { detectLayout, LAYOUT_NAMES, layoutNamed } from './layouts.js';
import { leanLayout } from './lean.js';
import { addCandleJson, candleRows, isCandleHeader } from './oanda-candles.js';
import type { ReadOptions } from './read-options.js';
import { readTable, tableLayout } from './table-rows.js';
import { type RowSink, readRows } from './text-rows.js';
import { unzipOnlyFile } from './zip-archive.js';

const LARGEST_WHOLE_FILE = 67_108_864;
const LARGEST_TABLE = 1_073_741_824;
const CANDLES = 'oanda-candles';

/** What a reading gathers from its files. */
export interface Gathered {
  readonly builder: TickBuilder;
  readonly hash: Hash;
  readonly feedOf: FeedOf;
}

/** Reads one file. @returns the name of its layout. @throws InputError */
export async function readFile(
  file: SourceFile,
  { builder, hash, feedOf }: Gathered,
  options: ReadOptions,
): Promise<string> {
  const { layout, onProgress } = options;
  const { path } = file;
  const name = path.toLowerCase();
  if (name.endsWith('.zip')) {
    const archive = leanLayout(path);
    const zip = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    const content = Buffer.from(await unzipOnlyFile(path, zip));
    await readRows(path, once(content), () =>
      tickRows(builder, { layout: archive, headed: false }, options),
    );
    return archive.name;
  }
  const table = tableLayout(name);
  if (table !== undefined) {
    const bytes = await readWhole(file, LARGEST_TABLE, hash, onProgress);
    const mapping = typeof layout === 'object' ? layout : undefined;
    const precision = options.instrument.displayPrecision;
    const sinkOf = (settled: ColumnMapping) =>
      tickRows(builder, { layout: mappedLayout(settled), headed: true }, options);
    await readTable(path, bytes, { precision, mapping, sinkOf });
    return table;
  }
  if (name.endsWith('.bi5')) {
    const packed = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    await addBi5Hour(builder, path, packed, options.instrument);
    return BI5;
  }
  if (/\.json(\.gz)?$/.test(name)) {
    const bytes = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    addCandleJson(builder, parsedJson(path, bytes), feedOf);
    return CANDLES;
  }
  let found = '';
  await readRows(path, openBytes(file, hash, onProgress), line => {
    if (layout === CANDLES || (layout === undefined && isCandleHeader(line))) {
      found = CANDLES;
      return candleRows(path, feedOf);
    }
    const chosen = chooseLayout(path, line, layout);
    found = chosen.name;
    const headed =
      chosen.header === 'always' || (chosen.header === 'optional' && looksLike(chosen, line));
    return tickRows(builder, { layout: chosen, headed }, options);
  });
  return found;
}

function parsedJson(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    throw new InputError('data', { file }, 'must be JSON');
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function chooseLayout(path: string, line: string, wanted: ReadOptions['layout']): Layout {
  if (typeof wanted === 'object') return mappedLayout(wanted);
  const layout = wanted === undefined ? detectLayout(line) : layoutNamed(wanted);
  if (layout !== undefined) return layout;
  const rule =
    wanted === undefined
      ? `must have a known layout (${LAYOUT_NAMES.join(', ')}), was ${shown(line)}`
      : `cannot be read as ${wanted}: files of that layout are known by their names`;
  throw new InputError('data', { file: path, line: 1 }, rule);
}

function looksLike(layout: Layout, line: string): boolean {
  return layout.matches(line.split(layout.delimiter));
}

/** The layout of a file, and whether this file has a header. */
interface FoundLayout {
  readonly layout: Layout;
  readonly headed: boolean;
}

/** Takes the rows of the builder's current file; the first one settles the plan. */
function tickRows(
  builder: TickBuilder,
  { layout, headed }: FoundLayout,
  { timeZone, timeUnit, volumes }: ReadOptions,
): RowSink {
  let plan: RowPlan | undefined;
  return {
    delimiter: layout.delimiter,
    accept(row, line) {
      if (plan === undefined) {
        const first = headed ? row.map(cell => cell.trim().toLowerCase()) : row;
        plan = {
          ...planOf({ file: builder.file, line }, layout, first, { timeZone, timeUnit }),
          ...present({ volumeScale: volumes && (volumes === 'units' ? 1 : 1_000_000) }),
        };
        if (headed) return;
      }
      builder.addRow(row, plan, line);
    },
  };
}

function planOf(
  place: { readonly file: string; readonly line: number },
  layout: Layout,
  first: readonly string[],
  context: Parameters<Layout['plan']>[1],
): RowPlan {
  try {
    return layout.plan(first, context);
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    throw new InputError('data', { ...place, field: error.field }, error.rule);
  }
}
