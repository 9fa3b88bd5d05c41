/**
 * Reads a tick file of any layout into columns, with the SHA-256 of its bytes. It uses fast-csv, or
 * the fast reader for canonical files (canonical/file.ts), which gives the same result. Memory
 * stays near the size of the columns, whatever the file contains. Every fault of the file is an
 * InputError with file, line and rule.
 * Source: docs/reference/tick-files.md 3; invariant F11.
 */

import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { runningSha256 } from '../../files/sha256.js';
import { BarFeed } from '../bars/bar-feed.js';
import type { BarFacts } from '../bars/bar-options.js';
import { type FeedOf, settleBars } from '../bars/settle-bars.js';
import { readQuickly } from '../canonical/file.js';
import type { TickBooks } from '../columns/tick-books.js';
import { TickBuilder } from '../columns/tick-builder.js';
import { checkVolumeUnits } from '../columns/volume-units.js';
import { canonical } from '../layouts/canonical.js';
import { isClockName } from '../text/file-clock.js';
import { type OnBytes, type SourceFile, sourceFiles } from '../text/source-file.js';
import { LAYOUT_NAMES } from './layouts.js';
import { readFile } from './read-file.js';
import type { ReadOptions } from './read-options.js';

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
  /** Whether the ticks were made from bars. */
  readonly synthetic: boolean;
  /** How they were made; absent for recorded ticks. */
  readonly bars?: BarFacts;
}

/** Layouts in which a person may have stored volumes of any unit; publishers use a known unit. */
const IN_UNITS: ReadonlySet<string> = new Set([canonical.name, 'mapped']);
const OTHER_WAY = /\.(zip|bi5|feather|arrow|parquet|pq)$|\.json(\.gz)?$/i;

/** Reads what is at `path`. @throws InputError */
export async function readTicks(path: string, options: ReadOptions): Promise<TickFile> {
  const { instrument, layout, timeZone } = options;
  if (typeof layout === 'string' && !LAYOUT_NAMES.includes(layout)) {
    const rule = `unknown layout ${layout}; known are ${LAYOUT_NAMES.join(', ')}`;
    throw new InputError('scenario', { file: path, field: 'layout' }, rule);
  }
  const zones = [timeZone, typeof layout === 'object' ? layout.timeZone : undefined];
  const unknown = zones.find(name => name !== undefined && !isClockName(name));
  if (unknown !== undefined) {
    const rule = `unknown time zone ${unknown}`;
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
    synthetic: read.bars !== undefined,
    ...present({ bars: read.bars }),
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
  readonly bars?: BarFacts;
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
  const bars = new BarFeeds(builder, options);
  let done = 0;
  let layout = '';
  for (const file of files) {
    const before = done;
    const onBytes: OnBytes = bytes => options.onProgress?.(before + bytes, size);
    builder.file = file.path;
    const into = { builder, hash, feedOf: bars.feedOf };
    layout = await readFile(file, into, { ...options, onProgress: onBytes });
    done += file.size;
  }
  return { builder, digest: hash.digest('hex'), layout, ...present({ bars: bars.facts() }) };
}

/** The feed of one reading, which is made when the first bars are met. */
class BarFeeds {
  readonly #builder: TickBuilder;
  readonly #options: ReadOptions;
  #feed: BarFeed | undefined;

  constructor(builder: TickBuilder, options: ReadOptions) {
    this.#builder = builder;
    this.#options = options;
  }

  readonly feedOf: FeedOf = source => {
    const { instrument, granularity, bars = {} } = this.#options;
    const wishes = { ...bars, ...present({ granularity }) };
    this.#feed ??= new BarFeed(
      this.#builder,
      settleBars(source, wishes, instrument.displayPrecision),
    );
    return this.#feed;
  };

  facts(): BarFacts | undefined {
    return this.#feed?.facts();
  }
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
