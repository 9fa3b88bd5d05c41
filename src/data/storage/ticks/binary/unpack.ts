/**
 * Unpacks compressed parts of tables into as many bytes as their headers state, and no more.
 * Invariant: the memory used is the stated length, which the caller has limited.
 */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Unpacker = (packed: Buffer, length: number) => Uint8Array;

const ZSTD_MAGIC = 0xfd2fb528;
const ONE_BYTE = 1;

/** The ways to unpack, by the numbers of Parquet. */
export async function unpackers(): Promise<ReadonlyMap<number, Unpacker>> {
  const { compressors, decompressZstd } = await import('hyparquet-compressors');
  const library =
    (name: 'SNAPPY' | 'LZ4' | 'LZ4_RAW'): Unpacker =>
    (packed, length) =>
      (compressors[name] as Unpacker)(packed, length);
  return new Map<number, Unpacker>([
    [0, packed => packed],
    [1, library('SNAPPY')],
    [2, (packed, maxOutputLength) => gunzipSync(packed, { maxOutputLength })],
    [4, (packed, maxOutputLength) => brotliDecompressSync(packed, { maxOutputLength })],
    [5, library('LZ4')],
    [6, (packed, length) => unpackZstd(decompressZstd, packed, length)],
    [7, library('LZ4_RAW')],
  ]);
}

/**
 * Unpacks a frame of Zstandard.
 * @param decompress - writes into the buffer that it gets.
 * @throws Error when the frame states another length.
 */
export function unpackZstd(
  decompress: (packed: Uint8Array, into: Uint8Array) => Uint8Array,
  packed: Buffer,
  length: number,
): Uint8Array {
  const stated = contentSize(packed);
  if (stated !== undefined && stated !== BigInt(length)) throw new Error('a frame of other length');
  return decompress(packed, new Uint8Array(length));
}

/** The length that a frame states; undefined when it states none. Source: RFC 8878 3.1.1.1. */
function contentSize(frame: Buffer): bigint | undefined {
  if (frame.readUInt32LE(0) !== ZSTD_MAGIC) throw new Error('no frame of Zstandard');
  const flags = frame.readUInt8(4);
  const isSingle = (flags & 0x20) !== 0;
  const idBytes = [0, 1, 2, 4][flags & 3] as number;
  const at = 5 + (isSingle ? 0 : 1) + idBytes;
  switch (flags >> 6) {
    case 0:
      return isSingle ? BigInt(frame.readUInt8(at)) : undefined;
    case ONE_BYTE:
      return BigInt(frame.readUInt16LE(at) + 256);
    case 2:
      return BigInt(frame.readUInt32LE(at));
    default:
      return frame.readBigUInt64LE(at);
  }
}
