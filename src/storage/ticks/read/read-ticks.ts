/**
 * Reads a tick file of any layout into columns, with the SHA-256 of its bytes. It uses fast-csv, or
 * the fast reader for canonical files (canonical/file.ts), which gives the same result. Memory
 * stays near the size of the columns, whatever the file contains. Every fault of the file is an
 * InputError with file, line and rule.
 * Source: docs/tick-files.md 3; invariant F11.
 */

import type { Hash } from 'node:crypto';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { RowFault, shown } from '../../../core/feed/parse-tick.js';
import type { Instrument } from '../../../core/market/instrument.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { isZoneName } from '../../../core/time/zone.js';
import { runningSha256 } from '../../files/sha256.js';
import { addBi5Hour, BI5 } from '../binary/bi5-hour.js';
import { readQuickly } from '../canonical/file.js';
import type { TickBooks } from '../columns/tick-books.js';
import { TickBuilder, type TickPolicy } from '../columns/tick-builder.js';
import { checkVolumeUnits, type VolumeUnit } from '../columns/volume-units.js';
import { canonical } from '../layouts/canonical.js';
import { type ColumnMapping, mappedLayout } from '../layouts/mapped.js';
import type { Layout, RowPlan, TimeUnit } from '../text/layout.js';
import {
  type OnBytes,
  openBytes,
  readWhole,
  type SourceFile,
  sourceFiles,
} from '../text/source-file.js';
import { detectLayout, LAYOUT_NAMES, layoutNamed } from './layouts.js';
import { leanLayout } from './lean.js';
import { addCandleJson, candleRows, isCandleHeader } from './oanda-candles.js';
import { type RowSink, readRows } from './text-rows.js';
import { unzipOnlyFile } from './zip-archive.js';

export interface ReadOptions {
  readonly instrument: Instrument;
  /** A layout's name, or a mapping of columns; detected when absent. */
  readonly layout?: string | ColumnMapping;
  /**
   * Policies for bad and unordered rows; each one that is absent stops the reading at such a row.
   */
  readonly policy?: Partial<TickPolicy>;
  /** Unit of epochs; derived from their digits when absent. */
  readonly timeUnit?: TimeUnit;
  /** IANA zone of local times. */
  readonly timeZone?: string;
  /** Unit of volumes; overrides the layout. */
  readonly volumes?: VolumeUnit;
  /** Granularity of candle files whose content and name do not state it. */
  readonly granularity?: string;
  readonly onProgress?: OnBytes;
  /** Threads that read a large plain canonical file: 1 or 2; 1 when absent. */
  readonly workers?: number;
  /** How a canonical file is read, for tests; it does not change the result. */
  readonly tuning?: ReadTuning;
}

export interface ReadTuning {
  /** Bytes of a block in the fast reader. */
  readonly blockBytes?: number;
  /** Size in bytes from which a second thread is used. */
  readonly workerBytes?: number;
  /** Whether fast-csv reads everything. */
  readonly general?: boolean;
}

export interface TickFile extends TickBooks {
  /** Instrument name, `EUR_USD`. */
  readonly instrument: string;
  /** SHA-256 of the source's bytes, hex. */
  readonly digest: string;
  readonly columns: TickColumns;
  readonly layout: string;
  /**
   * Bytes on disk; for a folder, of all its archives. The digest covers all these bytes in order.
   */
  readonly size: number;
  /** Whether the ticks were made from candles. */
  readonly synthetic: boolean;
}

const LARGEST_WHOLE_FILE = 67_108_864;
const CANDLES = 'oanda-candles';
/** Layouts in which a person may have stored volumes of any unit; publishers use a known unit. */
const IN_UNITS: ReadonlySet<string> = new Set([canonical.name, 'mapped']);
const OTHER_WAY = /\.(zip|bi5)$|\.json(\.gz)?$/i;

/** Reads what is at `path`. @throws InputError */
export async function readTicks(path: string, options: ReadOptions): Promise<TickFile> {
  const { instrument, layout, timeZone } = options;
  if (typeof layout === 'string' && !LAYOUT_NAMES.includes(layout)) {
    const rule = `unknown layout ${layout}; known are ${LAYOUT_NAMES.join(', ')}`;
    throw new InputError('scenario', { file: path, field: 'layout' }, rule);
  }
  if (timeZone !== undefined && !isZoneName(timeZone)) {
    const rule = `unknown time zone ${timeZone}`;
    throw new InputError('scenario', { file: path, field: 'timeZone' }, rule);
  }
  if (options.volumes !== undefined && saysVolumes(layout)) {
    const rule = 'cannot be given with volumeInMillions of the layout';
    throw new InputError('scenario', { file: path, field: 'volumes' }, rule);
  }
  const files = await sourceFiles(path);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const steady = { ...options, onProgress: neverBack(options.onProgress) };
  const read = (await quickly(files, steady)) ?? (await generally(path, files, size, steady));
  const { columns, books } = read.builder.finish();
  const isGuess = options.volumes === undefined && !saysVolumes(layout);
  if (isGuess && IN_UNITS.has(read.layout)) checkVolumeUnits(path, columns, read.builder.fractions);
  if (columns.length === 0) throw noTick(path, books);
  return {
    instrument: instrument.name,
    digest: read.digest,
    columns,
    ...books,
    layout: read.layout,
    size,
    synthetic: read.layout === CANDLES,
  };
}

/** Whether a mapping states the unit of volumes. */
function saysVolumes(layout: ReadOptions['layout']): boolean {
  return typeof layout === 'object' && layout.volumeInMillions !== undefined;
}

/** The result of one reader for the files. */
interface Reading {
  readonly builder: TickBuilder;
  readonly digest: string;
  readonly layout: string;
}

/** Reads a canonical file by its bytes; undefined when fast-csv must decide. */
async function quickly(
  files: readonly SourceFile[],
  options: ReadOptions,
): Promise<Reading | undefined> {
  const { layout, tuning, timeUnit, timeZone } = options;
  const [file] = files;
  const isCandidate = layout === undefined || layout === canonical.name;
  if (file === undefined || files.length > 1 || !isCandidate || tuning?.general === true) return;
  if (OTHER_WAY.test(file.path) || options.volumes === 'millions') return;
  const context = { timeUnit, timeZone };
  const read = await readQuickly(file, { ...options, ...tuning, context });
  return read === undefined ? undefined : { ...read, layout: canonical.name };
}

async function generally(
  path: string,
  files: readonly SourceFile[],
  size: number,
  options: ReadOptions,
): Promise<Reading> {
  const builder = new TickBuilder(path, options.instrument, options.policy);
  const hash = runningSha256();
  let done = 0;
  let layout = '';
  for (const file of files) {
    const before = done;
    const onBytes: OnBytes = bytes => options.onProgress?.(before + bytes, size);
    builder.file = file.path;
    layout = await readFile(file, builder, hash, { ...options, onProgress: onBytes });
    done += file.size;
  }
  return { builder, digest: hash.digest('hex'), layout };
}

/** Progress that never decreases, even when a file is read again. */
function neverBack(onProgress: OnBytes | undefined): OnBytes {
  let told = 0;
  return (bytes, total) => {
    if (bytes <= told) return;
    told = bytes;
    onProgress?.(bytes, total);
  };
}

function noTick(file: string, { skipped }: TickBooks): InputError {
  const worst = skipped.toSorted((a, b) => b.count - a.count)[0];
  const why = worst === undefined ? '' : `; ${worst.count} rows left out: ${worst.rule}`;
  return new InputError('data', { file }, `holds no tick${why}`);
}

/** @returns the name of the detected layout. */
async function readFile(
  file: SourceFile,
  builder: TickBuilder,
  hash: Hash,
  options: ReadOptions,
): Promise<string> {
  const { instrument, layout, granularity, onProgress } = options;
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
  if (name.endsWith('.bi5')) {
    const packed = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    await addBi5Hour(builder, path, packed, instrument);
    return BI5;
  }
  const candles = { path, precision: instrument.displayPrecision, granularity };
  if (/\.json(\.gz)?$/.test(name)) {
    const bytes = await readWhole(file, LARGEST_WHOLE_FILE, hash, onProgress);
    addCandleJson(builder, bytes.toString('utf8'), candles);
    return CANDLES;
  }
  let found = '';
  await readRows(path, openBytes(file, hash, onProgress), line => {
    if (layout === CANDLES || (layout === undefined && isCandleHeader(line))) {
      found = CANDLES;
      return candleRows(builder, candles);
    }
    const chosen = chooseLayout(path, line, layout);
    found = chosen.name;
    const headed =
      chosen.header === 'always' || (chosen.header === 'optional' && looksLike(chosen, line));
    return tickRows(builder, { layout: chosen, headed }, options);
  });
  return found;
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
