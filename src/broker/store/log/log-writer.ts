/**
 * Appends records to the log of a store. Records that come while others are being synced share the
 * next write and the next sync (group commit). After each sync the file must still be there, as long
 * as it was written. A file that has grown long is closed, and the log goes on in another one. After a failed write, sync or check nothing is written any more: what the disk then holds is not known, and a second sync could succeed without the data.
 */

import { performance } from 'node:perf_hooks';
import { type GoOnRecord, packSegment, rotate, type Segments } from './log-files.js';
import type { LengthNote } from './log-length.js';
import { lineOf } from './record-line.js';
import { appendAll, type Storage, type StorageFile } from './storage.js';

/** Milliseconds of a second. */
const MS = 1_000;

/** Where a log ends. */
export interface LogEnd {
  /** Number of records. */
  readonly records: number;
  /** The checksum of the last one. */
  readonly checksum: string;
}

/** Where a log lies, and when its file is closed. */
export interface LogPlace extends Segments {
  readonly storage: Storage;
  readonly folder: string;
  /** Closed segments that are to be compressed. */
  readonly unpacked: readonly number[];
  /** Bytes from which on a file is closed; Infinity: never. */
  readonly rotateAt: number;
}

/** A log as it was opened. */
export interface OpenedLog extends LogEnd {
  readonly file: StorageFile;
  /** Bytes of the file, and of the closed segments before it. */
  readonly length: number;
  readonly before: number;
  /** Remembers how long the log is. */
  readonly note: LengthNote;
  readonly place: LogPlace;
}

/** Lines that are written together. */
interface Batch {
  readonly lines: readonly string[];
  /** The segment as which the file is closed before; undefined: it stays open. */
  readonly closes: number | undefined;
  /** Wall milliseconds at which its first record was appended. */
  readonly begunAt: number;
}

/**
 * Owns the end of a log: its file, its length and the records that wait. `append` adds a record, a
 * sync acknowledges it. Always: a record is acknowledged after its sync, in order.
 */
export class LogWriter {
  #file: StorageFile;
  readonly #note: LengthNote;
  readonly #place: LogPlace;
  /** Bytes of the file that are on disk, and bytes of the segments before it. */
  #length: number;
  #before: number;
  /** The last closed segment; the record that names it may be on its way to the disk. */
  #segment: number;
  #closes: number | undefined;
  #begunAt = 0;
  #onCommit: (seconds: number) => void = () => undefined;
  #isRotating = false;
  /** Compresses closed segments, one after the other. */
  #packing: Promise<void> = Promise.resolve();
  readonly #onFailure: (error: Error) => void;
  #records: number;
  #checksum: string;
  /** Lines that no write has taken yet. */
  #lines: string[] = [];
  /** Number of the first record in `#lines`. */
  #batch = 0;
  /** The write that takes `#lines`; undefined when there are none. */
  #next: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #failure: Error | undefined;

  /** @param onFailure - called once, when a write or a sync fails. */
  constructor(
    { file, note, length, before, records, checksum, place }: OpenedLog,
    onFailure: (error: Error) => void,
  ) {
    this.#file = file;
    this.#note = note;
    this.#place = place;
    this.#length = length;
    this.#before = before;
    this.#segment = place.segment;
    this.#records = records;
    this.#checksum = checksum;
    this.#onFailure = onFailure;
    for (const segment of place.unpacked) this.#pack(segment);
  }

  /** Where the log ends, with the records that are not on disk yet. */
  get end(): LogEnd {
    return { records: this.#records, checksum: this.#checksum };
  }

  /** Appends a record; `settled` resolves when it is on disk. */
  append(record: object): void {
    if (this.#failure !== undefined) return;
    if (this.#next === undefined) {
      this.#batch = this.#records;
      this.#begunAt = performance.now();
      this.#next = this.#writing.then(nextTurn).then(() => this.#write());
      // A waiting caller gets the failure; there may be none.
      this.#next.catch(() => undefined);
      if (this.#length >= this.#place.rotateAt && !this.#isRotating) this.#goOn();
    }
    this.#add(record);
  }

  /** Begins the batch with the record that goes on after the file as it is. */
  #goOn(): void {
    this.#isRotating = true;
    this.#segment += 1;
    this.#closes = this.#segment;
    const { first } = this.#place;
    const end = { records: this.#records, checksum: this.#checksum };
    this.#add({ kind: 'go-on', first, segment: this.#segment, ...end } satisfies GoOnRecord);
  }

  #add(record: object): void {
    const { checksum, text } = lineOf(this.#checksum, this.#batch, record);
    this.#checksum = checksum;
    this.#records += 1;
    this.#lines.push(text);
  }

  /**
   * Resolves when every record appended so far is on disk; undefined when all are.
   * Rejects when that is not known, now or ever after.
   */
  settled(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#next ?? (this.#isWriting ? this.#writing : undefined);
  }

  /** Calls `listener`, and no other, with the seconds from the first record of a batch until it is on disk. */
  onCommit(listener: (seconds: number) => void): void {
    this.#onCommit = listener;
  }

  /** Writes nothing more, for example because memory and log have come apart. */
  fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#lines = [];
    this.#onFailure(error);
  }

  /** Returns when the length so far would survive a loss of power. */
  syncLength(): Promise<void> {
    return this.#note.sync();
  }

  /** Waits for the last write and closes the file. */
  async close(): Promise<void> {
    await this.settled()?.catch(() => undefined);
    await this.#packing;
    // The length is a bound: an older one is one too.
    if (this.#failure === undefined) await this.#note.sync().catch(() => undefined);
    await this.#note.close().catch(() => undefined);
    await this.#file.close().catch(() => undefined);
  }

  #write(): Promise<void> {
    const batch = { lines: this.#lines, closes: this.#closes, begunAt: this.#begunAt };
    this.#lines = [];
    this.#closes = undefined;
    this.#next = undefined;
    this.#isWriting = true;
    const writing = this.#writeOut(batch);
    this.#writing = writing;
    writing.catch(() => undefined);
    return writing;
  }

  async #writeOut({ lines, closes, begunAt }: Batch): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      const bytes = Buffer.from(lines.join(''));
      if (closes === undefined) {
        await appendAll(this.#file, bytes);
        await this.#file.sync();
        this.#length += bytes.length;
      } else await this.#rotate(closes, bytes);
      // What was synced may lie in a file that has no name any more.
      await this.#file.check(this.#length);
      await this.#note.write(this.#before + this.#length);
      this.#onCommit((performance.now() - begunAt) / MS);
    } catch (error) {
      this.fail(error as Error);
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  /** Closes the file as `segment`; `bytes` are the first of the next. */
  async #rotate(segment: number, bytes: Uint8Array): Promise<void> {
    const { storage, folder } = this.#place;
    const closed = this.#file;
    // The file that gets another name must be the one that was written.
    await closed.check(this.#length);
    // Some systems give no new content to the name of an open file.
    await closed.close();
    this.#file = await rotate(storage, folder, { segment, bytes });
    this.#before += this.#length;
    this.#length = bytes.length;
    this.#isRotating = false;
    this.#pack(segment);
  }

  #pack(segment: number): void {
    const { storage, folder } = this.#place;
    this.#packing = this.#packing
      .then(() => packSegment(storage, folder, segment))
      // The log has everything: a segment that is not compressed only takes more room.
      .catch(() => undefined);
  }
}

/** After the requests that have already arrived: their records share one sync. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
