/**
 * Appends records to the log of a store. Records that come while others are being synced share the
 * next write and the next sync (group commit). After each sync the file must still be there, as long
 * as it was written. After a failed write, sync or check nothing is written any more: what the disk then holds is not known, and a second sync could succeed without the data.
 */

import type { LengthNote } from './log-length.js';
import { checksumOf } from './record-line.js';
import { appendAll, type StorageFile } from './storage.js';

/** Where a log ends. */
export interface LogEnd {
  /** Number of records. */
  readonly records: number;
  /** The checksum of the last one. */
  readonly checksum: string;
}

/** A log as it was opened. */
export interface OpenedLog extends LogEnd {
  readonly file: StorageFile;
  /** Its bytes. */
  readonly length: number;
  /** Remembers its length. */
  readonly note: LengthNote;
}

/** The end of a log. */
export class LogWriter {
  readonly #file: StorageFile;
  readonly #note: LengthNote;
  /** Bytes that are on disk. */
  #length: number;
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
    { file, note, length, records, checksum }: OpenedLog,
    onFailure: (error: Error) => void,
  ) {
    this.#file = file;
    this.#note = note;
    this.#length = length;
    this.#records = records;
    this.#checksum = checksum;
    this.#onFailure = onFailure;
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
      this.#next = this.#writing.then(nextTurn).then(() => this.#write());
      // A waiting caller gets the failure; there may be none.
      this.#next.catch(() => undefined);
    }
    const json = JSON.stringify(record);
    this.#checksum = checksumOf(this.#checksum, this.#batch, json);
    this.#records += 1;
    this.#lines.push(`${this.#checksum} ${this.#batch} ${json}\n`);
  }

  /**
   * Resolves when every record appended so far is on disk; undefined when all are.
   * Rejects when that is not known, now or ever after.
   */
  settled(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#next ?? (this.#isWriting ? this.#writing : undefined);
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
    // The length is a bound: an older one is one too.
    if (this.#failure === undefined) await this.#note.sync().catch(() => undefined);
    await this.#note.close().catch(() => undefined);
    await this.#file.close().catch(() => undefined);
  }

  #write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#next = undefined;
    this.#isWriting = true;
    const writing = this.#writeOut(lines);
    this.#writing = writing;
    writing.catch(() => undefined);
    return writing;
  }

  async #writeOut(lines: readonly string[]): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      const bytes = Buffer.from(lines.join(''));
      await appendAll(this.#file, bytes);
      await this.#file.sync();
      this.#length += bytes.length;
      // What was synced may lie in a file that has no name any more.
      await this.#file.check(this.#length);
      await this.#note.write(this.#length);
    } catch (error) {
      this.fail(error as Error);
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }
}

/** After the requests that have already arrived: their records share one sync. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
