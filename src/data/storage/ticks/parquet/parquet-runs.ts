/**
 * The hybrid of repeated and packed numbers, in which Parquet writes levels and places in a
 * dictionary. Invariant: no run writes more numbers than are expected, whatever its length states.
 * Source: Apache Parquet format, encodings: RLE.
 */

import { varint } from './parquet-varint.js';

const LARGEST_WIDTH = 32;
const SMALL_WIDTH = 24;

/** Fills `into`. @param width - bits of a number. @throws Error when the bytes end too early. */
export function readRuns(
  bytes: Buffer,
  width: number,
  into: Uint8Array | Uint16Array | Uint32Array,
): void {
  if (width > LARGEST_WIDTH) throw new Error('numbers of too many bits');
  const step = Math.ceil(width / 8);
  let at = 0;
  let done = 0;
  while (done < into.length) {
    const head = varint(bytes, at);
    at = head.next;
    const count = Math.floor(head.value / 2);
    if (head.value % 2 === 0) {
      const end = Math.min(into.length, done + count);
      const number = step === 0 ? 0 : bytes.readUIntLE(at, step);
      if (number >= 2 ** width) throw new Error('a number of too many bits');
      into.fill(number, done, end);
      at += step;
      done = end;
    } else {
      const numbers = Math.min(count * 8, into.length - done);
      unpackBits(
        bytes.subarray(at, at + count * width),
        width,
        into.subarray(done, done + numbers),
      );
      at += count * width;
      done += numbers;
    }
  }
}

/** Numbers of `width` bits each, lowest bit first. */
function unpackBits(
  bytes: Buffer,
  width: number,
  into: Uint8Array | Uint16Array | Uint32Array,
): void {
  if (bytes.length * 8 < into.length * width) throw new Error('ends too early');
  if (width <= SMALL_WIDTH) {
    unpackSmall(bytes, width, into);
    return;
  }
  let held = 0n;
  let bits = 0;
  let at = 0;
  const mask = (1n << BigInt(width)) - 1n;
  for (let index = 0; index < into.length; index++) {
    while (bits < width) {
      held |= BigInt(bytes[at++] as number) << BigInt(bits);
      bits += 8;
    }
    into[index] = Number(held & mask);
    held >>= BigInt(width);
    bits -= width;
  }
}

/** The same for widths at which 32 bits hold a number and the rest of a byte. */
function unpackSmall(
  bytes: Buffer,
  width: number,
  into: Uint8Array | Uint16Array | Uint32Array,
): void {
  const mask = 2 ** width - 1;
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < into.length; index++) {
    while (bits < width) {
      held |= (bytes[at++] as number) << bits;
      bits += 8;
    }
    into[index] = held & mask;
    held >>>= width;
    bits -= width;
  }
}
