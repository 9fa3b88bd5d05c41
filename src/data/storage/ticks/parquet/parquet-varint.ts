/** Whole numbers of variable length in the pages of a Parquet file. */

const LONGEST = 10;

/** A number and where the next begins. */
export interface Varint {
  readonly value: number;
  readonly next: number;
}

/** The number at `at`, exact below 2^53. @throws Error when it does not end. */
export function varint(bytes: Buffer, at: number): Varint {
  let value = 0;
  for (let digit = 0; digit < 5; digit++) {
    const byte = bytes.readUInt8(at + digit);
    value += (byte & 0x7f) * 2 ** (7 * digit);
    if (byte < 0x80) return { value, next: at + digit + 1 };
  }
  throw new Error('a number that does not end');
}

/** The signed number of up to 64 bits at `at`. @throws Error when it does not end. */
export function signedVarint(bytes: Buffer, at: number): { value: bigint; next: number } {
  let folded = 0n;
  for (let digit = 0; digit < LONGEST; digit++) {
    const byte = bytes.readUInt8(at + digit);
    folded |= BigInt(byte & 0x7f) << BigInt(7 * digit);
    if (byte < 0x80) return { value: (folded >> 1n) ^ -(folded & 1n), next: at + digit + 1 };
  }
  throw new Error('a number that does not end');
}
