/** Reads one file of a source: by its name, by its first line, or as the layout that was named. */

import type { Hash } from 'node:crypto';
import { basename } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import type { BarLayout } from '../bar-forms/bar-layout.js';
import { isLeanBar, leanBars } from '../bar-forms/lean-bars.js';
import { isBarMapping, mappedBars } from '../bar-forms/mapped-bars.js';
import type { FeedOf } from '../bars/settle-bars.js';
import { addBi5Hour, BI5 } from '../binary/bi5-hour.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { mappedLayout } from '../layouts/mapped.js';
import { splitLine } from '../text/delimiter.js';
import type { Layout, LayoutContext, RowPlan } from '../text/layout.js';
import { openBytes, readWhole, type SourceFile } from '../text/source-file.js';
import { barRows } from './bar-rows.js';
import { addTickArrays } from './dukascopy-json.js';
import { JSON_FILE, parsedJson } from './json-source.js';
import { BAR_LAYOUTS, barLayoutsOf, cellsOf, detectLayout, layoutNamed } from './layouts.js';
import { leanLayout } from './lean.js';
import { addCandleJson } from './oanda-candles.js';
import type { FileOptions } from './read-options.js';
import { takeStored } from './stored-ticks.js';
import { readTable, type TableReading, type TableSink, tableLayout } from './table-rows.js';
import { readRows } from './text-rows.js';
import { unknownLayout } from './unknown-layout.js';
import { unzipOnlyFile } from './zip-archive.js';

const LARGEST_WHOLE_FILE = 67_108_864;
const LARGEST_TABLE = 1_073_741_824;
const CANDLES = 'oanda-candles';
const DUKASCOPY = 'dukascopy-json';

/** What a reading gathers from its files. */
export interface ReadingParts {
  readonly builder: TickBuilder;
  readonly hash: Hash;
  readonly feedOf: FeedOf;
  /** Receives how ticks were made from bars, as a file of ticks says it. @throws RowFault */
  readonly onMark: (text: string) => void;
}

/** Reads one file. @returns the name of its layout. @throws InputError */
export async function readFile(
  file: SourceFile,
  into: ReadingParts,
  options: FileOptions,
): Promise<string> {
  const { builder, hash } = into;
  const { onProgress } = options;
  const name = file.path.toLowerCase();
  if (name.endsWith('.zip')) return readArchive(file, into, options);
  const table = tableLayout(name);
  if (table !== undefined) {
    const bytes = await readWhole(file, LARGEST_TABLE, hash, onProgress);
    await readTable(file.path, bytes, tableReading(file.path, into, options));
    return table;
  }
  if (name.endsWith('.bi5')) {
    const packed = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    await addBi5Hour(builder, file.path, packed, options.instrument);
    return BI5;
  }
  if (JSON_FILE.test(name)) {
    const bytes = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    return addJson(into, parsedJson(file.path, bytes), options);
  }
  return readText(file, into, options);
}

function tableReading(path: string, into: ReadingParts, options: FileOptions): TableReading {
  const { feedOf } = into;
  const { instrument, layout, timeZone } = options;
  const hints = { name: basename(path), timeZone };
  const bars = (found: BarLayout) =>
    barRows({ path, layout: found, context: contextOf(options), feedOf });
  return {
    precision: instrument.displayPrecision,
    mapping: typeof layout === 'object' ? layout : undefined,
    mapped: mapping =>
      isBarMapping(mapping)
        ? bars(mappedBars(mapping))
        : tickRows(into, { layout: mappedLayout(mapping), headed: true }, options),
    named: names => {
      const found = BAR_LAYOUTS.find(
        each => each.header === 'always' && each.matches(names, hints),
      );
      return found === undefined ? undefined : bars(found);
    },
  };
}

async function readArchive(
  file: SourceFile,
  into: ReadingParts,
  options: FileOptions,
): Promise<string> {
  const { hash, feedOf } = into;
  const { path } = file;
  const day = leanLayout(path);
  const zip = await readWhole(file, LARGEST_WHOLE_FILE, hash, options.onProgress);
  const content = await unzipOnlyFile(path, zip);
  let found = day.name;
  await readRows(path, once(Buffer.from(content.bytes)), line => {
    if (!isLeanBar(cellsOf(line, day.delimiter))) {
      return tickRows(into, { layout: day, headed: false }, options);
    }
    const layout = leanBars(day, content.name);
    found = layout.name;
    return barRows({ path, layout, context: contextOf(options), feedOf });
  });
  return found;
}

/** @returns the name of the layout. */
function addJson(
  { builder, feedOf }: ReadingParts,
  body: unknown,
  { volumes, instrument }: FileOptions,
): string {
  if (Array.isArray(body)) {
    addTickArrays(builder, body, volumes);
    return DUKASCOPY;
  }
  addCandleJson({ builder, feedOf }, body, instrument.name);
  return CANDLES;
}

async function readText(
  file: SourceFile,
  into: ReadingParts,
  options: FileOptions,
): Promise<string> {
  const { hash, feedOf } = into;
  const { path } = file;
  let found = '';
  await readRows(path, openBytes(file, hash, options.onProgress), line => {
    const layout = withDelimiter(options.layout, line);
    const bars = barLayoutOf(path, line, { ...options, ...present({ layout }) });
    if (bars !== undefined) {
      found = bars.name;
      return barRows({ path, layout: bars, context: contextOf(options), feedOf });
    }
    const chosen = chooseLayout(path, line, layout);
    found = chosen.name;
    const headed =
      chosen.header === 'always' || (chosen.header === 'optional' && looksLike(chosen, line));
    return tickRows(into, { layout: chosen, headed }, options);
  });
  return found;
}

/** A mapping that names no delimiter, with that of the first line. */
function withDelimiter(layout: FileOptions['layout'], line: string): FileOptions['layout'] {
  if (typeof layout !== 'object' || layout.delimiter !== undefined) return layout;
  const { mark } = splitLine(line);
  return mark === ' ' ? layout : { ...layout, delimiter: mark };
}

function contextOf({ timeZone, timeUnit, dates }: FileOptions): LayoutContext {
  return { timeZone, timeUnit, dates };
}

/**
 * The layout of bars that is named, or that the first line shows; undefined for ticks.
 * @throws InputError when the line fits two layouts.
 */
function barLayoutOf(
  file: string,
  line: string,
  { layout, timeZone }: FileOptions,
): BarLayout | undefined {
  if (typeof layout === 'object') return isBarMapping(layout) ? mappedBars(layout) : undefined;
  const fitting = barLayoutsOf(line, { name: basename(file), timeZone }, layout);
  const [found] = fitting;
  if (layout !== undefined) return found ?? BAR_LAYOUTS.find(each => each.name === layout);
  if (fitting.length < 2) return found;
  const choices = fitting.map(({ name, about = '' }) => `${name} (${about})`).join(' or ');
  const rule = `may be ${choices}: name the layout, was ${shown(line)}`;
  throw new InputError('data', { file, line: 1, field: 'layout' }, rule);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function chooseLayout(path: string, line: string, wanted: FileOptions['layout']): Layout {
  if (typeof wanted === 'object') return mappedLayout(wanted);
  const layout = wanted === undefined ? detectLayout(line) : layoutNamed(wanted);
  if (layout !== undefined) return layout;
  const rule =
    wanted === undefined
      ? unknownLayout(line)
      : `cannot be read as ${wanted}: files of that layout are known by their names`;
  throw new InputError('data', { file: path, line: 1 }, rule);
}

function looksLike(layout: Layout, line: string): boolean {
  return layout.matches(line.split(layout.delimiter));
}

/** Takes the rows of the builder's current file; the first one settles the plan. */
function tickRows(
  { builder, onMark }: Pick<ReadingParts, 'builder' | 'onMark'>,
  { layout, headed }: { readonly layout: Layout; readonly headed: boolean },
  options: FileOptions,
): TableSink {
  const { volumes, round, instrument, tuning } = options;
  const isGeneral = tuning?.general === true;
  let plan: RowPlan | undefined;
  const readMark = (mark: string, line: number) => {
    try {
      onMark(mark);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw new InputError('data', { file: builder.file, line, field: error.field }, error.rule);
    }
  };
  return {
    delimiter: layout.delimiter,
    takeStored(stored, from, end) {
      const rows = { stored, from, end, precision: instrument.displayPrecision };
      return plan === undefined || isGeneral ? from : takeStored(builder, plan, rows);
    },
    accept(row, line) {
      if (plan === undefined) {
        const first = headed ? row.map(cell => cell.trim().toLowerCase()) : row;
        plan = {
          ...planOf({ file: builder.file, line }, layout, first, contextOf(options)),
          ...present({
            snap: round,
            volumeScale: volumes && (volumes === 'units' ? 1 : 1_000_000),
          }),
        };
        if (headed) return;
      }
      builder.addRow(row, plan, line);
      const mark = plan.marks && row[plan.marks.bars];
      if (mark !== undefined && mark !== '') readMark(mark, line);
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
