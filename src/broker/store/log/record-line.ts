/**
 * A record as a line: `<checksum> <first of its batch> <JSON>`. The checksum is the SHA-256 of the
 * checksum before it and of the rest of the line, so that no record can be changed, left out or
 * moved unseen. Records of one batch were synced together; a record of a later batch proves that
 * the batches before it were on disk.
 */

import { hash } from 'node:crypto';

/** The checksum before the first record. */
export const FIRST_CHECKSUM = '0'.repeat(64);

const LINE = /^([0-9a-f]{64}) (\d{1,15}) (\{.*\})$/s;

/** A line, read but not checked. */
export interface ReadLine {
  readonly checksum: string;
  /** Number of the first record of the batch, from 0. */
  readonly batch: number;
  readonly json: string;
}

/** The checksum of a record. @param previous - that of the record before. */
export function checksumOf(previous: string, batch: number, json: string): string {
  return hash('sha256', `${previous} ${batch} ${json}`);
}

/** The line of a record with its line feed, and its checksum. @param previous - that of the record before. */
export function lineOf(previous: string, batch: number, record: object) {
  const json = JSON.stringify(record);
  const checksum = checksumOf(previous, batch, json);
  return { checksum, text: `${checksum} ${batch} ${json}\n` };
}

/** The parts of a line without its line feed; undefined when it has another form. */
export function readLine(text: string): ReadLine | undefined {
  const [, checksum, batch, json] = LINE.exec(text) ?? [];
  if (checksum === undefined || json === undefined) return undefined;
  return { checksum, batch: Number(batch), json };
}

/** The parts of the record that follows the checksum `previous`; undefined when it is damaged. */
export function checkedLine(previous: string, text: string): ReadLine | undefined {
  const line = readLine(text);
  if (line === undefined) return undefined;
  return checksumOf(previous, line.batch, line.json) === line.checksum ? line : undefined;
}
