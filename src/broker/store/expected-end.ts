/**
 * Whether a store is the one that is expected: a log or a ledger with a known hash. A backup that is
 * older than expected is told from a log that goes on, and from another log.
 */

import { readFile } from 'node:fs/promises';
import { InputError } from '../../core/base/input-error.js';
import { type ReadEnd, readLog } from './log/log-reader.js';
import type { LogEnd } from './log/log-writer.js';
import { DISK } from './log/storage.js';

/** How a hash of a ledger is printed. */
const PREFIX = /^sha256:/;
const HASH = /^(?:sha256:)?[0-9a-f]{64}$/;
const HASHES = /\b[0-9a-f]{64}\b/g;
/** How a file says how many records a log has: as `verify` prints it, or as a backup has it. */
const RECORDS = /\b(\d+) records\b|"records": *(\d+)/;

/** What a store is expected to be. */
export interface ExpectedEnd {
  /** Each is the checksum of the last record, or the hash of a ledger. */
  readonly hashes: readonly string[];
  /** Records of the log; absent: not known. */
  readonly records?: number;
}

/**
 * Reads what is expected.
 * @param text - a hash, or a file: that of a backup, or what `verify` printed.
 * @throws InputError (scenario) when there is no such file, or it has no hash.
 */
export async function readExpected(text: string): Promise<ExpectedEnd> {
  if (HASH.test(text)) return { hashes: [text.replace(PREFIX, '')] };
  const content = await readFile(text, 'utf8').catch(() => {
    const rule = `must be 64 hex digits, or a file that has them, was ${text}`;
    throw new InputError('scenario', { file: 'command line', field: '--expect' }, rule);
  });
  const hashes = [...new Set(content.match(HASHES) ?? [])];
  if (hashes.length === 0) throw new InputError('scenario', { file: text }, 'has no hash in it');
  const [, printed, noted] = RECORDS.exec(content) ?? [];
  const records = printed ?? noted;
  return { hashes, ...(records !== undefined && { records: Number(records) }) };
}

/** What a store is. */
export interface FoundEnd {
  /** The hashes of its ledgers. */
  readonly ledgers: readonly string[];
  /** Where its log ends. */
  readonly end: ReadEnd;
  /** Where the log ended that this one was made from by compaction; absent: it was made from none. */
  readonly compacted?: LogEnd | undefined;
}

/** What is wrong with a store, in one sentence; undefined when it is as expected. */
export async function misfitOf(
  folder: string,
  { hashes, records }: ExpectedEnd,
  { ledgers, end, compacted }: FoundEnd,
): Promise<string | undefined> {
  const known = new Set([end.checksum, ...ledgers.map(ledger => ledger.replace(PREFIX, ''))]);
  const missing = hashes.filter(hash => !known.has(hash));
  if (missing.length === 0) return undefined;
  if (compacted !== undefined && missing.includes(compacted.checksum)) {
    return 'was compacted after the expected end';
  }
  const place = await placeOf(folder, new Set(missing));
  if (place !== undefined) {
    return `goes on after the expected end: ${end.records - place - 1} more records`;
  }
  if (compacted !== undefined) {
    const at = `was compacted when its log had ${compacted.records} records`;
    const why =
      'so no earlier end is in it: it goes on after the expected one, or is another store';
    return `${at}, ${why}; expect the hash of a ledger, or the end of a backup made since`;
  }
  if (records !== undefined && end.records < records) {
    return `is older than expected: it has ${end.records} records, and ${records} were expected`;
  }
  const more = records === undefined ? 'older than expected, or another store' : 'another store';
  return `is ${more}: neither its log nor a ledger has the hash ${missing[0]}`;
}

/** The number of the record with one of these checksums. */
async function placeOf(folder: string, hashes: ReadonlySet<string>): Promise<number | undefined> {
  let place: number | undefined;
  await readLog(DISK, folder, ({ number, checksum }) => {
    if (hashes.has(checksum)) place = number;
  });
  return place;
}
