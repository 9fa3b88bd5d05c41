/**
 * Reads a tick file of any layout into columns: plain, gzip or zip, through fast-csv, row by row,
 * with the SHA-256 of its bytes. Memory stays near the columns' size; a line may not exceed
 * 64 KiB. Every fault is an InputError with file and line. Source: design section 4; F11.
 */

import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'fast-csv';
import { InputError } from '../../core/base/input-error.js';
import { RowFault, shown } from '../../core/feed/parse-tick.js';
import type { TickSource } from '../../core/feed/tick-source.js';
import type { Instrument } from '../../core/market/instrument.js';
import type { Layout, RowReader, TimeUnit } from './layout.js';
import { type ColumnMapping, detectLayout, LAYOUTS, layoutNamed, mappedLayout } from './layouts.js';
import { readLean } from './lean.js';
import { readCandlesAsTicks } from './oanda-candles.js';
import { STRICT, type TickBooks, TickBuilder, type TickPolicy } from './tick-builder.js';

export interface ReadOptions {
  readonly instrument: Instrument;
  /** A layout's name, or a mapping of columns; detected when absent. */
  readonly layout?: string | ColumnMapping;
  readonly policy?: Partial<TickPolicy>;
  readonly timeUnit?: TimeUnit;
  /** IANA zone of local times. */
  readonly timeZone?: string;
  /** Told now and then how many bytes of the file have been read. */
  readonly onProgress?: (bytes: number, total: number) => void;
}

export interface TickFile extends TickSource, TickBooks {
  readonly layout: string;
  /** Bytes of the file. */
  readonly size: number;
  /** Whether the ticks were made from candles on a declared path. */
  readonly synthetic: boolean;
}

const LONGEST_LINE = 65_536;
const CHUNK = 262_144;

/** Reads the file at `path`. @throws InputError naming the place and the rule. */
export async function readTicks(path: string, options: ReadOptions): Promise<TickFile> {
  const size = await sizeOf(path);
  if (path.toLowerCase().endsWith('.zip')) return readLean(path, size, options);
  if (isCandles(path, options)) return readCandlesAsTicks(path, size, options);
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const rows = new RowSink(path, options);
  try {
    await pipeline(
      counted(file, hash, size, options),
      path.toLowerCase().endsWith('.gz') ? createGunzip() : new PassThrough(),
      lineGuard(path),
      async source => rows.consume(source as Readable),
    );
  } catch (error) {
    throw asInputError(error, path);
  }
  const { columns, books, layout } = rows.finish();
  if (columns.length === 0) throw new InputError('data', { file: path }, 'holds no tick');
  return {
    instrument: options.instrument.name,
    digest: hash.digest('hex'),
    columns,
    ...books,
    layout,
    size,
    synthetic: false,
  };
}

function isCandles(path: string, { layout }: ReadOptions): boolean {
  return layout === 'oanda-candles' || (layout === undefined && /\.json(\.gz)?$/i.test(path));
}

/** Refuses what is no regular file before anything is opened. */
async function sizeOf(path: string): Promise<number> {
  const place = { file: path };
  let info: Awaited<ReturnType<typeof stat>>;
  try {
    info = await stat(path);
  } catch {
    throw new InputError('data', place, 'no such file');
  }
  if (!info.isFile()) throw new InputError('data', place, 'is not a regular file');
  if (info.size === 0) throw new InputError('data', place, 'is empty');
  return info.size;
}

function counted(
  file: ReadStream,
  hash: ReturnType<typeof createHash>,
  total: number,
  { onProgress }: ReadOptions,
): ReadStream {
  let bytes = 0;
  file.on('data', chunk => {
    hash.update(chunk);
    bytes += chunk.length;
    onProgress?.(bytes, total);
  });
  return file;
}

/** Stops on a line that is longer than any tick, before it fills the memory. */
function lineGuard(path: string): Transform {
  let line = 1;
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(10, from);
        length += (end < 0 ? chunk.length : end) - from;
        if (length > LONGEST_LINE) {
          done(
            new InputError(
              'data',
              { file: path, line },
              `a line is longer than ${LONGEST_LINE} bytes`,
            ),
          );
          return;
        }
        if (end < 0) break;
        line += 1;
        length = 0;
        from = end + 1;
      }
      done(null, chunk);
    },
  });
}

/** Turns text into rows and rows into ticks, once the first line has told the layout. */
class RowSink {
  readonly #path: string;
  readonly #options: ReadOptions;
  #builder: TickBuilder | undefined;
  #layout: Layout | undefined;

  constructor(path: string, options: ReadOptions) {
    this.#path = path;
    this.#options = options;
  }

  async consume(source: Readable): Promise<void> {
    let reader: RowReader | undefined;
    let line = 0;
    const first = await firstLine(source, this.#path);
    const layout = this.#chooseLayout(first.line);
    const builder = this.#build(layout);
    const parser = parse<string[], string[]>({
      headers: false,
      delimiter: layout.delimiter,
      ignoreEmpty: false,
      trim: false,
      encoding: 'utf8',
    });
    const accept = (row: string[]) => {
      line += 1;
      if (reader === undefined) {
        reader = this.#makeReader(layout, row, line);
        if (layout.header) return;
      }
      const read = reader;
      if (row.length <= 1 && (row[0] ?? '') === '')
        builder.refuse(new RowFault('row', 'is blank'), line);
      else builder.add(() => read(checked(row)), line);
    };
    parser.on('data', accept);
    await pipeline(rejoin(first.text, source), parser);
  }

  finish() {
    const builder = this.#builder;
    if (builder === undefined || this.#layout === undefined) {
      throw new InputError('data', { file: this.#path }, 'is empty');
    }
    return { ...builder.finish(), layout: this.#layout.name };
  }

  #chooseLayout(line: string): Layout {
    const { layout: wanted } = this.#options;
    const layout =
      typeof wanted === 'object'
        ? mappedLayout(wanted)
        : wanted === undefined
          ? detectLayout(line)
          : layoutNamed(wanted);
    if (layout === undefined) {
      const known = LAYOUTS.map(each => each.name).join(', ');
      const place = { file: this.#path, line: 1 };
      throw new InputError(
        'data',
        place,
        wanted === undefined
          ? `fits no known layout (${known}), starts with ${shown(line)}`
          : `unknown layout ${String(wanted)}; known are ${known}`,
      );
    }
    this.#layout = layout;
    return layout;
  }

  #build(layout: Layout): TickBuilder {
    const policy = { ...STRICT, ...this.#options.policy };
    this.#builder = new TickBuilder(this.#path, this.#options.instrument, layout, policy);
    return this.#builder;
  }

  #makeReader(layout: Layout, row: readonly string[], line: number): RowReader {
    const { timeZone, timeUnit } = this.#options;
    const header = layout.header ? row.map(cell => cell.trim().toLowerCase()) : row;
    try {
      return layout.reader(header, { timeZone, timeUnit, fileName: basename(this.#path) });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw new InputError('data', { file: this.#path, line, field: error.field }, error.rule);
    }
  }
}

/** The text already read, then the rest. */
async function* rejoin(text: string, source: Readable): AsyncGenerator<string> {
  yield text;
  for await (const chunk of source) yield String(chunk);
}

/** Refuses rows with characters that no tick has. */
function checked(row: readonly string[]): readonly string[] {
  for (const cell of row) {
    if (cell.includes('\u0000')) throw new RowFault('row', 'holds a NUL byte');
    if (cell.includes('\ufffd')) throw new RowFault('row', 'is not UTF-8');
  }
  return row;
}

/** Reads up to the end of the first line, which tells the layout. */
async function firstLine(
  source: Readable,
  path: string,
): Promise<{ readonly line: string; readonly text: string }> {
  source.setEncoding('utf8');
  let text = '';
  for (;;) {
    const chunk = source.read() as string | null;
    if (chunk !== null) {
      text += chunk;
      if (text.includes('\n')) break;
      continue;
    }
    if (source.readableEnded) break;
    const more = await new Promise<boolean>((resolve, reject) => {
      source.once('readable', () => resolve(true));
      source.once('end', () => resolve(false));
      source.once('error', reject);
    });
    if (!more) break;
  }
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (bare === '') throw new InputError('data', { file: path }, 'is empty');
  const end = bare.indexOf('\n');
  return { line: (end < 0 ? bare : bare.slice(0, end)).replace(/\r$/, ''), text: bare };
}

function asInputError(error: unknown, path: string): unknown {
  if (error instanceof InputError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('Z_')) {
    return new InputError('data', { file: path }, `is not a whole gzip file (${code})`);
  }
  if (error instanceof Error && /^Parse Error/.test(error.message)) {
    return new InputError('data', { file: path }, `is not CSV: ${shown(error.message)}`);
  }
  return error;
}
