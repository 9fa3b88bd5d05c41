/**
 * Reads a tick file of any layout into columns, with the SHA-256 of its bytes. It uses fast-csv, or
 * the fast reader for canonical files (canonical/file.ts), which gives the same result. Memory
 * stays near the size of the columns, whatever the file contains. Every fault of the file is an
 * InputError with file, line and rule.
 * Source: docs/reference/tick-files.md 3; invariant F11.
 */

import type { Hash } from 'node:crypto';
import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { runningSha256 } from '../../files/sha256.js';
import { AskBars } from '../bars/ask-bars.js';
import { BarFeed } from '../bars/bar-feed.js';
import { type BarMark, factsOf, joinedMark, parseMark } from '../bars/bar-marks.js';
import type { BarFacts } from '../bars/bar-options.js';
import { onPath } from '../bars/other-path.js';
import { type FeedOf, settleBars } from '../bars/settle-bars.js';
import { FinerPrices } from '../bars/spread-column.js';
import { readQuickly } from '../canonical/file.js';
import type { TickBooks } from '../columns/tick-books.js';
import { TickBuilder } from '../columns/tick-builder.js';
import { checkVolumeUnits } from '../columns/volume-units.js';
import { canonical } from '../layouts/canonical.js';
import { isClockName } from '../text/file-clock.js';
import { type DateOrder, OtherDateOrder, SlashDates } from '../text/slash-dates.js';
import { type OnBytes, type SourceFile, sourceFiles } from '../text/source-file.js';
import { LAYOUT_NAMES } from './layouts.js';
import { readFile } from './read-file.js';
import type { FileOptions, ReadOptions } from './read-options.js';

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
const OTHER_WAY = /\.(zip|bi5|feather|arrow|parquet|pq)$|\.(json|jsonl|ndjson)(\.gz)?$/i;

/** Reads what is at `path`. @throws InputError */
export async function readTicks(path: string, options: ReadOptions): Promise<TickFile> {
  const { instrument, layout, timeZone } = options;
  if (typeof layout === 'string' && !LAYOUT_NAMES.includes(layout)) {
    const rule = `unknown layout ${layout}; the layouts are ${LAYOUT_NAMES.join(', ')}`;
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
  const read = (await quickly(files, steady)) ?? (await generally(path, files, steady));
  const { columns: asRead, books } = read.builder.finish();
  const { columns, bars } =
    read.mark === undefined
      ? { columns: asRead, bars: read.bars }
      : marked(asRead, read.mark, options);
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
    synthetic: bars !== undefined || columns.leg !== undefined,
    ...present({ bars }),
  };
}

/** Whether a mapping states the unit of volumes. */
function saysVolumes(layout: ReadOptions['layout']): boolean {
  return typeof layout === 'object' && layout.volumeInMillions !== undefined;
}

/** The result of one reader for the files. */
interface TickReading {
  readonly builder: TickBuilder;
  readonly digest: string;
  readonly layout: string;
  readonly bars?: BarFacts;
  /** How they were made when they were imported, as a file of ticks says. */
  readonly mark?: BarMark;
}

/** Ticks of a file that says how they were made from bars, on the path that is asked for. */
function marked(columns: TickColumns, mark: BarMark, { bars }: ReadOptions) {
  const path = bars?.path ?? mark.path;
  const moved = path === mark.path ? columns : onPath(columns, path, mark.price);
  return { columns: moved, bars: factsOf({ ...mark, path }, moved) };
}

/** Reads a canonical file by its bytes; undefined when fast-csv must decide. */
async function quickly(
  files: readonly SourceFile[],
  options: ReadOptions,
): Promise<TickReading | undefined> {
  const { layout, tuning, timeUnit, timeZone } = options;
  const [file] = files;
  const isCandidate = layout === undefined || layout === canonical.name;
  if (file === undefined || files.length > 1 || !isCandidate || tuning?.general === true) return;
  if (OTHER_WAY.test(file.path) || options.volumes === 'millions') return;
  if (options.round === true || options.askBars !== undefined) return;
  const context = { timeUnit, timeZone };
  const read = await readQuickly(file, { ...options, ...tuning, context });
  return read === undefined ? undefined : { ...read, layout: canonical.name };
}

/**
 * Reads the files, again whenever a price shows that those before it were short of digits, or a date
 * that those before it were read in the wrong order.
 */
async function generally(
  path: string,
  files: readonly SourceFile[],
  options: ReadOptions,
): Promise<TickReading> {
  let fileDecimals: number | undefined;
  let order: DateOrder | undefined;
  for (;;) {
    const dates = new SlashDates(order);
    const builder = new TickBuilder(path, options.instrument, options.policy);
    const bars = new BarFeeds(builder, { ...options, ...present({ fileDecimals }) });
    try {
      const reading = await readAll(builder, bars, files, { ...options, dates });
      dates.finish(path);
      return reading;
    } catch (error) {
      if (error instanceof FinerPrices) fileDecimals = error.decimals;
      else if (error instanceof OtherDateOrder) order = error.order;
      else throw error;
    }
  }
}

async function readAll(
  builder: TickBuilder,
  bars: BarFeeds,
  files: readonly SourceFile[],
  options: FileOptions,
): Promise<TickReading> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const hash = runningSha256();
  let done = 0;
  let layout = '';
  const asks = options.askBars === undefined ? undefined : await readAsks(hash, options);
  const feedOf = asks?.joinedTo(bars.feedOf) ?? bars.feedOf;
  for (const file of files) {
    const before = done;
    const onBytes: OnBytes = bytes => options.onProgress?.(before + bytes, size);
    builder.file = file.path;
    const into = { builder, hash, feedOf, onMark: bars.onMark };
    layout = await readFile(file, into, { ...options, onProgress: onBytes });
    done += file.size;
  }
  const left = asks?.left;
  if (left !== undefined) {
    builder.addEntry(0, () => {
      throw left;
    });
  }
  const digest = hash.digest('hex');
  return { builder, digest, layout, ...present({ bars: bars.finish(), mark: bars.mark() }) };
}

/** Gathers the bars of the ask. @param hash - receives the bytes of their file. @throws InputError */
async function readAsks(hash: Hash, options: FileOptions): Promise<AskBars> {
  const { askBars = '', instrument, policy } = options;
  const builder = new TickBuilder(askBars, instrument, policy);
  const asks = new AskBars(builder);
  const onMark = () => undefined;
  for (const file of await sourceFiles(askBars)) {
    builder.file = file.path;
    const { onProgress: _ofBid, ...rest } = options;
    await readFile(file, { builder, hash, feedOf: asks.gather, onMark }, rest);
  }
  return asks;
}

interface BarFeedOptions extends ReadOptions {
  /** The options of BarWishes. */
  readonly fileDecimals?: number;
}

/**
 * Owns the feed of one reading, which is made when the first bars are met, and what was found about
 * bars.
 */
class BarFeeds {
  readonly #builder: TickBuilder;
  readonly #options: BarFeedOptions;
  #feed: BarFeed | undefined;
  #marks: readonly BarMark[] = [];

  constructor(builder: TickBuilder, options: BarFeedOptions) {
    this.#builder = builder;
    this.#options = options;
  }

  readonly feedOf: FeedOf = source => {
    const { instrument, granularity, bars = {}, fileDecimals, round = false } = this.#options;
    const hours = instrument.tradingHours;
    const wishes = { ...bars, hours, ...present({ granularity, fileDecimals }) };
    this.#feed ??= new BarFeed(
      this.#builder,
      settleBars({ ...source, snap: source.snap || round }, wishes, instrument.displayPrecision),
    );
    return this.#feed;
  };

  readonly onMark = (text: string): void => {
    this.#marks = [joinedMark([...this.#marks, parseMark(text)]) as BarMark];
  };

  /** How the ticks of the file were made when it was written. */
  mark(): BarMark | undefined {
    return this.#marks[0];
  }

  /** How the ticks were made; undefined for recorded ticks. @throws InputError */
  finish(): BarFacts | undefined {
    this.#feed?.finish();
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
