/**
 * Reads the log of a store and checks every record. A write that a crash cut off leaves a torn
 * tail: a piece of the last batch, which was not yet acknowledged. Everything else that is wrong is
 * damage.
 */

import { InputError } from '../../../core/base/input-error.js';
import { bytesOf, isPacked, logFilesOf } from './log-files.js';
import type { LogEnd } from './log-writer.js';
import { checkedLine, FIRST_CHECKSUM, type ReadLine, readLine } from './record-line.js';
import type { Storage } from './storage.js';

/** A record of a log, checked. */
export interface LoggedRecord {
  /** The number of the record, from 0. */
  readonly number: number;
  /** The file in which it lies, and the byte of that file at which its line begins. */
  readonly file: string;
  readonly offset: number;
  /** Its checksum: that of the log up to its end. */
  readonly checksum: string;
  /** What it says; read when it is asked for. */
  readonly record: unknown;
  /** The simulation beside `main` that it is about; undefined: it is about none. Its JSON is not read. */
  readonly about: string | undefined;
  /** Whether its JSON begins so: a quick look that does not read all of it. */
  startsWith(text: string): boolean;
}

/** What is left of a log after its last record. */
export interface ReadEnd extends LogEnd {
  /** Bytes of all whole records in the last file, and in the closed segments before it. */
  readonly length: number;
  readonly before: number;
  /** The torn tail; empty when there is none. */
  readonly torn: Uint8Array;
}

/** One record whose checksum is right. It is parsed when its fields are read. */
class CheckedRecord implements LoggedRecord {
  readonly number: number;
  readonly file: string;
  readonly offset: number;
  readonly #line: ReadLine;

  constructor(
    { number, file, offset }: Pick<LoggedRecord, 'number' | 'file' | 'offset'>,
    line: ReadLine,
  ) {
    this.number = number;
    this.file = file;
    this.offset = offset;
    this.#line = line;
  }

  get checksum(): string {
    return this.#line.checksum;
  }

  get record(): unknown {
    return JSON.parse(this.#line.json);
  }

  get about(): string | undefined {
    return ABOUT.exec(this.#line.json)?.[1];
  }

  startsWith(text: string): boolean {
    return this.#line.json.startsWith(text);
  }
}

const LINE_FEED = 10;
/** Records name their simulation after their kind. */
const ABOUT = /^\{"kind":"[a-z-]+","simulation":"(s\d+)"/;
/** A write that never reached the disk leaves a hole of this many zeros or more. */
const HOLE = '\0'.repeat(8);
/** Bytes of the longest batch that a crash can have left behind. */
const TAIL_MAX = 1 << 28;

/** Receives the records of a log in order. */
export type TakeRecord = (record: LoggedRecord) => void | Promise<void>;

/** Reads the log in `folder`. @returns where it ends. @throws InputError (data) as `LogReader`. */
export async function readLog(
  storage: Storage,
  folder: string,
  take: TakeRecord,
): Promise<ReadEnd> {
  return new LogReader(storage, logFilesOf(storage, folder)).read(take);
}

/**
 * Owns the place in one log, and the checksum up to there. `read` moves it on, from the first of
 * its files to the last.
 */
export class LogReader {
  readonly #storage: Storage;
  readonly #files: Iterable<string> | AsyncIterable<string>;
  #file = '';
  #records = 0;
  #checksum = FIRST_CHECKSUM;
  /** Bytes of whole records in `#file`, and in the files before it. */
  #length = 0;
  #before = 0;

  /** @param files - their paths; all but the last are closed. */
  constructor(storage: Storage, files: Iterable<string> | AsyncIterable<string>) {
    this.#storage = storage;
    this.#files = files;
  }

  /**
   * Calls `take` with each record in order.
   * @returns where the log ends. @throws InputError (data) that names the first damaged record; any
   * error of `take`.
   */
  async read(take: TakeRecord): Promise<ReadEnd> {
    let torn: Uint8Array = new Uint8Array();
    for await (const file of this.#files) {
      if (torn.length > 0) this.#refuse();
      this.#before += this.#length;
      this.#length = 0;
      this.#file = file;
      torn = await this.#readFile(take);
    }
    if (torn.length > 0 && !this.#isTorn(Buffer.from(torn).toString('utf8'))) this.#refuse();
    return {
      records: this.#records,
      checksum: this.#checksum,
      length: this.#length,
      before: this.#before,
      torn,
    };
  }

  /** Reads the whole records of `#file`. @returns what follows them. */
  async #readFile(take: TakeRecord): Promise<Uint8Array> {
    let rest: Uint8Array = new Uint8Array();
    for await (const piece of bytesOf(this.#storage, this.#file)) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const read = this.#linesOf(bytes);
      for (const record of read.records) {
        const taking = take(record);
        if (taking !== undefined) await taking;
      }
      rest = bytes.subarray(read.end);
      if (read.isDamaged) return isPacked(this.#file) ? rest : this.#tail();
    }
    return rest;
  }

  /** The whole records at the beginning of `bytes`, and where they end. */
  #linesOf(bytes: Uint8Array) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const records: LoggedRecord[] = [];
    for (let start = 0; ; ) {
      const end = buffer.indexOf(LINE_FEED, start);
      if (end < 0) return { records, end: start, isDamaged: false };
      const line = checkedLine(this.#checksum, buffer.toString('utf8', start, end));
      if (line === undefined || line.batch > this.#records) {
        return { records, end: start, isDamaged: true };
      }
      const place = { number: this.#records, file: this.#file, offset: this.#length };
      records.push(new CheckedRecord(place, line));
      this.#checksum = line.checksum;
      this.#records += 1;
      this.#length += end + 1 - start;
      start = end + 1;
    }
  }

  /** Everything after the last whole record. */
  async #tail(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of this.#storage.read(this.#file, this.#length)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > TAIL_MAX) this.#refuse();
    }
    return Buffer.concat(pieces);
  }

  /** Whether a crash can have left `tail` after the last whole record. */
  #isTorn(tail: string): boolean {
    const lines = tail.split('\n');
    // A record of a later batch was written after this one was synced.
    if (tail.split(/[\n\0]+/).some(line => (readLine(line)?.batch ?? 0) > this.#records))
      return false;
    if (tail.includes(HOLE)) return true;
    // A write was cut off, unless the record is whole and only its line feed is another byte.
    return lines.length === 1 && checkedLine(this.#checksum, tail.slice(0, -1)) === undefined;
  }

  #refuse(): never {
    throw new InputError(
      'data',
      { file: this.#file },
      `record ${this.#records} at byte ${this.#length} is damaged`,
    );
  }
}
