/**
 * Reads a file of a zip archive and checks it against the archive's own sizes and CRC-32.
 * fflate inflates the data. The directory is read here, because LEAN's archives keep their sizes in
 * zip64 fields without a zip64 directory, and fflate reads such sizes as 4 GiB.
 * Source: PKWARE's APPNOTE, sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3.
 */

import { InputError } from '../../../../core/base/input-error.js';

const LARGEST_CONTENT = 268_435_456;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 65_535;
const ZIP64_FIELD = 1;
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const SLASH = 47;

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** @throws InputError unless `bytes` is a whole archive with exactly one file, of text size. */
export async function unzipOnlyFile(path: string, bytes: Buffer): Promise<ZippedFile> {
  const entries = entriesOf(path, bytes);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    throw new InputError('data', { file: path }, `must hold one file, was ${entries.length}`);
  }
  return unzipped(path, bytes, entry);
}

/**
 * The first file whose path in the archive ends with `ending`.
 * @throws InputError unless `bytes` is a whole archive that has such a file, of text size.
 */
export async function unzipFile(path: string, bytes: Buffer, ending: string): Promise<ZippedFile> {
  const entry = entriesOf(path, bytes).find(({ name }) => name.endsWith(ending));
  if (entry === undefined) {
    throw new InputError('data', { file: path }, `holds no file ${ending}`);
  }
  return unzipped(path, bytes, entry);
}

function entriesOf(path: string, bytes: Buffer): Entry[] {
  try {
    return filesOf(bytes);
  } catch {
    throw new InputError('data', { file: path }, 'is not a complete zip archive');
  }
}

async function unzipped(path: string, bytes: Buffer, entry: Entry): Promise<ZippedFile> {
  const fault = (rule: string) => new InputError('data', { file: path }, rule);
  if (entry.size > LARGEST_CONTENT) throw fault(`unzips to more than ${LARGEST_CONTENT} bytes`);
  let content: Uint8Array;
  try {
    content = await unpacked(bytes, entry);
  } catch {
    throw fault('is not a complete zip archive');
  }
  if (content.length !== entry.size || crc32(content) !== entry.crc) {
    throw fault('is not a complete zip archive: its checksum does not match');
  }
  return { name: entry.name, bytes: content };
}

/** The files of the directory, without folders. @throws RangeError when the bytes end too early. */
function filesOf(bytes: Buffer): Entry[] {
  const end = endOfDirectory(bytes);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no directory entry');
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    if (bytes[at + ENTRY_LENGTH + nameLength - 1] !== SLASH) entries.push(entryAt(bytes, at));
    at += ENTRY_LENGTH + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endOfDirectory(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new RangeError('no end of directory');
}

function entryAt(bytes: Buffer, at: number): Entry {
  const extra = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
  let wide = zip64At(bytes, extra, extra + bytes.readUInt16LE(at + 30));
  // The zip64 field holds, in this order, only the values that are missing in the entry itself.
  const value = (position: number): number => {
    const plain = bytes.readUInt32LE(position);
    if (plain !== IN_ZIP64 || wide === undefined) return plain;
    wide += 8;
    return Number(bytes.readBigUInt64LE(wide - 8));
  };
  const size = value(at + 24);
  const packedSize = value(at + 20);
  const offset = value(at + 42);
  const nameAt = at + ENTRY_LENGTH;
  return {
    name: bytes.toString('latin1', nameAt, nameAt + bytes.readUInt16LE(at + 28)),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize,
    size,
    offset,
  };
}

function zip64At(bytes: Buffer, from: number, to: number): number | undefined {
  for (let at = from; at + 4 <= to; at += 4 + bytes.readUInt16LE(at + 2)) {
    if (bytes.readUInt16LE(at) === ZIP64_FIELD) return at + 4;
  }
  return undefined;
}

async function unpacked(
  bytes: Buffer,
  { method, packedSize, size, offset }: Entry,
): Promise<Uint8Array> {
  if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw new RangeError('no local entry');
  const names = bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const start = offset + LOCAL_LENGTH + names;
  if (start + packedSize > bytes.length) throw new RangeError('content ends early');
  const packed = bytes.subarray(start, start + packedSize);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new RangeError('unknown method');
  const { inflateSync } = await import('fflate');
  return inflateSync(packed, { out: new Uint8Array(size) });
}

const POLYNOMIAL = 0xedb88320;
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
