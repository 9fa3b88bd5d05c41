/**
 * The file in which compiled code is kept between processes: a length, a table as JSON, and the
 * code of each module at a multiple of eight bytes. It is trusted as the package is, in whose folder
 * it lies.
 */

import { readFileSync } from 'node:fs';
import { keepFile } from '../../data/storage/files/kept-file.js';

/** The compiled code of a module. */
export interface KeptCode {
  /** CRC-32 of the module's path and text. */
  readonly source: number;
  /** What V8 made of it. */
  readonly code: Buffer;
  /** CRC-32 of the code when it was kept. */
  readonly checksum: number;
}

/** Code by the name of its module. */
export type KeptCodes = ReadonlyMap<string, KeptCode>;

/** Name, CRC-32 of path and text, CRC-32 of the code, bytes of the code. */
type Row = readonly [name: string, source: number, checksum: number, bytes: number];

const ALIGNMENT = 8;
const LENGTH_BYTES = 4;

/**
 * The codes in the file at `path`; none when it is missing or has another form. A code is checked
 * before it is used: V8 ends the process when it is damaged.
 */
export function readKeptCodes(path: string): KeptCodes {
  const codes = new Map<string, KeptCode>();
  try {
    const file = readFileSync(path);
    let at = LENGTH_BYTES + file.readUInt32LE();
    const rows: readonly Row[] = JSON.parse(file.toString('utf8', LENGTH_BYTES, at));
    for (const [name, source, checksum, bytes] of rows) {
      codes.set(name, { source, checksum, code: file.subarray(at, at + bytes) });
      at += padded(bytes);
    }
  } catch {
    codes.clear();
  }
  return codes;
}

/** Writes the codes to `path` in the place of what was there, if the system allows it. */
export function writeKeptCodes(path: string, codes: KeptCodes): void {
  keepFile(path, bytesOf(codes));
}

function bytesOf(codes: KeptCodes): Buffer {
  const rows = Array.from(
    codes,
    ([name, { source, checksum, code }]): Row => [name, source, checksum, code.length],
  );
  const table = JSON.stringify(rows);
  const head = Buffer.alloc(padded(LENGTH_BYTES + Buffer.byteLength(table)), ' ');
  head.writeUInt32LE(head.length - LENGTH_BYTES);
  head.write(table, LENGTH_BYTES);
  const parts = Array.from(codes.values(), ({ code }) => [
    code,
    Buffer.alloc(padded(code.length) - code.length),
  ]);
  return Buffer.concat([head, ...parts.flat()]);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
