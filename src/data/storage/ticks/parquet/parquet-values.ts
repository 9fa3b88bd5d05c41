/**
 * The values of a page, read from its bytes when they are asked for. Knows encodings, not what
 * values stand for. Invariant: memory is a small multiple of the page's bytes and of its number of
 * values, which parquet-pages.ts limits. Source: Apache Parquet format, encodings.
 */

import { readDeltas } from './parquet-delta.js';
import { readRuns } from './parquet-runs.js';

export type ParquetValue = number | bigint | boolean | Buffer;

/** Values in their order. */
export interface Values {
  readonly length: number;
  readonly at: (index: number) => ParquetValue;
}

/** The physical type of a column, as in ParquetColumn. */
export interface Physical {
  readonly type: number;
  readonly width: number;
}

const BOOLEAN = 0;
const INT32 = 1;
const INT64 = 2;
const FLOAT = 4;
const DOUBLE = 5;
const BYTE_ARRAY = 6;
const LENGTH_BYTES = 4;
/** Bytes of a value by its type; 0 where they vary. */
const WIDTHS = [0, 4, 8, 12, 4, 8, 0];
const PLAIN = 0;
const PLAIN_DICTIONARY = 2;
const RLE = 3;
const DELTA = 5;
const DELTA_LENGTH = 6;
const DELTA_BYTES = 7;
const RLE_DICTIONARY = 8;
const SPLIT = 9;

/** @throws Error for bytes that do not hold `count` values in that encoding. */
export function readValues(
  encoding: number,
  bytes: Buffer,
  count: number,
  { physical, dictionary }: { physical: Physical; dictionary: Values | undefined },
): Values {
  switch (encoding) {
    case PLAIN:
      return plainValues(bytes, count, physical);
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY:
      return dictionaryValues(bytes, count, dictionary);
    case RLE:
      return truths(bytes, count);
    case DELTA:
      return deltaValues(bytes, count, physical);
    case DELTA_LENGTH:
      return lengthValues(bytes, count);
    case DELTA_BYTES:
      return prefixValues(bytes, count);
    case SPLIT:
      return splitValues(bytes, count, physical);
    default:
      throw new Error('an encoding that is not known');
  }
}

/** Values one after the other, as dictionaries have them too. */
export function plainValues(bytes: Buffer, length: number, physical: Physical): Values {
  const { type } = physical;
  if (type === BYTE_ARRAY) return lengthPrefixed(bytes, length);
  if (type === BOOLEAN) {
    if (bytes.length * 8 < length) throw new Error('ends too early');
    return { length, at: index => ((bytes[index >> 3] as number) & (1 << (index & 7))) !== 0 };
  }
  const width = WIDTHS[type] ?? physical.width;
  if (bytes.length < length * width) throw new Error('ends too early');
  return { length, at: index => fixedAt(bytes, index * width, physical) };
}

function fixedAt(bytes: Buffer, at: number, { type, width }: Physical): ParquetValue {
  if (type === INT32) return bytes.readInt32LE(at);
  if (type === INT64) return bytes.readBigInt64LE(at);
  if (type === FLOAT) return bytes.readFloatLE(at);
  if (type === DOUBLE) return bytes.readDoubleLE(at);
  return bytes.subarray(at, at + (WIDTHS[type] ?? width));
}

function lengthPrefixed(bytes: Buffer, length: number): Values {
  if (bytes.length < length * LENGTH_BYTES) throw new Error('ends too early');
  const starts = new Uint32Array(length);
  let at = 0;
  for (let index = 0; index < length; index++) {
    starts[index] = at + LENGTH_BYTES;
    at += LENGTH_BYTES + bytes.readUInt32LE(at);
    if (at > bytes.length) throw new Error('ends too early');
  }
  return {
    length,
    at: index => {
      const start = starts[index] as number;
      return bytes.subarray(start, start + bytes.readUInt32LE(start - LENGTH_BYTES));
    },
  };
}

const BYTE_BITS = 8;
const SHORT_BITS = 16;

function dictionaryValues(bytes: Buffer, length: number, dictionary: Values | undefined): Values {
  if (dictionary === undefined) throw new Error('no dictionary');
  const width = length === 0 ? 0 : bytes.readUInt8(0);
  const places = roomFor(width, length);
  readRuns(bytes.subarray(1), width, places);
  return {
    length,
    at: index => {
      const place = places[index] as number;
      if (place >= dictionary.length) throw new Error('a place beyond the dictionary');
      return dictionary.at(place);
    },
  };
}

/** Room for `length` numbers of `width` bits. */
function roomFor(width: number, length: number): Uint8Array | Uint16Array | Uint32Array {
  if (width <= BYTE_BITS) return new Uint8Array(length);
  return width <= SHORT_BITS ? new Uint16Array(length) : new Uint32Array(length);
}

function truths(bytes: Buffer, length: number): Values {
  const bits = new Uint8Array(length);
  const size = bytes.readUInt32LE(0);
  readRuns(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + size), 1, bits);
  return { length, at: index => bits[index] === 1 };
}

function deltaValues(bytes: Buffer, length: number, { type }: Physical): Values {
  if (type !== INT32 && type !== INT64) throw new Error('differences of what is no whole number');
  const { numbers } = readDeltas(bytes, length, type === INT32 ? 32 : 64);
  return { length, at: index => numbers[index] as bigint };
}

function lengthValues(bytes: Buffer, length: number): Values {
  const { numbers, next } = readDeltas(bytes, length, 32);
  const starts = startsOf(numbers, next, bytes.length);
  return {
    length,
    at: index => bytes.subarray(starts[index], (starts[index] as number) + Number(numbers[index])),
  };
}

/** Where texts of these lengths begin, one after the other from `from`. */
function startsOf(lengths: BigInt64Array, from: number, end: number): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  let at = from;
  lengths.forEach((size, index) => {
    if (size < 0n || size > BigInt(end - at)) throw new Error('ends too early');
    starts[index] = at;
    at += Number(size);
  });
  return starts;
}

/** Most bytes that texts may have which repeat the beginnings of others. */
const MOST_TEXT = 67_108_864;

function prefixValues(bytes: Buffer, length: number): Values {
  const prefixes = readDeltas(bytes, length, 32);
  const rest = bytes.subarray(prefixes.next);
  const suffixes = readDeltas(rest, length, 32);
  const starts = startsOf(suffixes.numbers, suffixes.next, rest.length);
  const texts: Buffer[] = [];
  let before = Buffer.alloc(0);
  let size = 0;
  for (let index = 0; index < length; index++) {
    const shared = Number(prefixes.numbers[index]);
    if (shared < 0 || shared > before.length) throw new Error('a beginning that is not there');
    const start = starts[index] as number;
    const own = rest.subarray(start, start + Number(suffixes.numbers[index]));
    size += shared + own.length;
    if (size > MOST_TEXT) throw new Error('too much text');
    before = Buffer.concat([before.subarray(0, shared), own]);
    texts.push(before);
  }
  return { length, at: index => texts[index] as Buffer };
}

function splitValues(bytes: Buffer, length: number, physical: Physical): Values {
  const width = WIDTHS[physical.type] || physical.width;
  if (width === 0 || bytes.length < length * width) throw new Error('ends too early');
  return {
    length,
    at: index => {
      const value = Buffer.alloc(width);
      for (let byte = 0; byte < width; byte++) value[byte] = bytes[byte * length + index] as number;
      return fixedAt(value, 0, physical);
    },
  };
}
