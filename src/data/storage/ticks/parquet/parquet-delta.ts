/**
 * Whole numbers as differences in blocks. Invariant: the sizes of blocks are those that the format
 * allows, so that every step reads bytes and ends. Source: Apache Parquet format, encodings:
 * DELTA_BINARY_PACKED.
 */

import { signedVarint, varint } from './parquet-varint.js';

const BLOCK_UNIT = 128;
const LARGEST_BLOCK = 65_536;
const PART_UNIT = 32;

/**
 * @param size - bits of a number: sums wrap there, and no difference is wider.
 * @throws Error for bytes that do not hold `count` numbers.
 */
export function readDeltas(
  bytes: Buffer,
  count: number,
  size: 32 | 64,
): { readonly numbers: BigInt64Array; readonly next: number } {
  const block = varint(bytes, 0);
  const parts = varint(bytes, block.next);
  const total = varint(bytes, parts.next);
  const first = signedVarint(bytes, total.next);
  const perPart = block.value / parts.value;
  const isSound = block.value % BLOCK_UNIT === 0 && block.value <= LARGEST_BLOCK && perPart >= 1;
  if (!isSound || perPart % PART_UNIT !== 0 || total.value !== count) {
    throw new Error('a block of another size');
  }
  const numbers = new BigInt64Array(count);
  if (count > 0) numbers[0] = BigInt.asIntN(size, first.value);
  let { next } = first;
  for (let done = 1; done < count; ) {
    const least = signedVarint(bytes, next);
    const widths = bytes.subarray(least.next, least.next + parts.value);
    next = least.next + parts.value;
    for (let part = 0; part < parts.value && done < count; part++) {
      const width = widths[part] ?? size + 1;
      const length = (perPart * width) / 8;
      if (width > size || next + length > bytes.length) throw new Error('ends too early');
      const end = Math.min(count, done + perPart);
      const packed = bytes.subarray(next, next + length);
      addPart(packed, { width, size, least: least.value, done, end }, numbers);
      done = end;
      next += length;
    }
  }
  return { numbers, next };
}

/** A part of a block: bits of a difference and of a number, the least one, and the places of its numbers. */
interface Part {
  readonly width: number;
  readonly size: 32 | 64;
  readonly least: bigint;
  readonly done: number;
  readonly end: number;
}

/** Adds the differences of one part; sums wrap at the bits of a number, as the format has it. */
function addPart(
  bytes: Buffer,
  { width, size, least, done, end }: Part,
  numbers: BigInt64Array,
): void {
  const mask = (1n << BigInt(width)) - 1n;
  let held = 0n;
  let bits = 0;
  let at = 0;
  let value = numbers[done - 1] as bigint;
  for (let index = done; index < end; index++) {
    while (bits < width) {
      held |= BigInt(bytes[at++] as number) << BigInt(bits);
      bits += 8;
    }
    value = BigInt.asIntN(size, value + least + (held & mask));
    numbers[index] = value;
    held >>= BigInt(width);
    bits -= width;
  }
}
