/**
 * Unpacks an LZMA stream of the old form (.lzma, `FORMAT_ALONE`): 5 bytes of properties, the
 * unpacked size or eight bytes 0xff, then the data. The form has no checksum, so everything that can
 * be checked is: the stream neither ends early nor goes on after its end, and has the size it
 * states. js-lzma decodes, because it takes its input byte by byte and so cannot read past the end.
 * Source: lzma-specification.txt of the LZMA SDK.
 */

const HEADER = 13;
const SIZE_AT = 5;
const DICTIONARY_AT = 1;
/** js-lzma holds the dictionary as a list; publishers of ticks use 4 MiB, `xz` 8 MiB. */
const LARGEST_DICTIONARY = 16_777_216;
const UNKNOWN = 0xffff_ffff_ffff_ffffn;
/** Some writers state the size and put an end mark after the data all the same; most bytes of one. */
const END_MARK = 8;
const FIRST_CAPACITY = 65_536;

/** Thrown for a stream that cannot be unpacked; the message is a rule, such as "ends early". */
export class LzmaFault extends Error {}

/** The unpacked bytes. @param most - largest allowed number of them. @throws LzmaFault */
export async function unlzma(packed: Buffer, most: number): Promise<Buffer> {
  if (packed.length < HEADER) throw new LzmaFault('ends within the head of its LZMA stream');
  const stated = packed.readBigUInt64LE(SIZE_AT);
  if (packed.readUInt32LE(DICTIONARY_AT) > LARGEST_DICTIONARY) {
    throw new LzmaFault('is no LZMA stream of ticks: its dictionary is too large');
  }
  if (stated !== UNKNOWN && stated > BigInt(most)) throw tooLarge(most);
  const { default: lzma } = await import('js-lzma');
  const size = stated === UNKNOWN ? -1 : Number(stated);
  const input = inputOf(packed);
  const output = outputOf(most);
  try {
    const properties = inputOf(packed.subarray(0, SIZE_AT));
    lzma.decompress(properties, { readByte: () => input.readByte() }, output, size);
  } catch (error) {
    throw error instanceof LzmaFault ? error : new LzmaFault('is not a sound LZMA stream');
  }
  const bytes = output.take();
  if (size >= 0 && bytes.length !== size) throw new LzmaFault('is not a sound LZMA stream');
  if (input.left() > END_MARK) throw new LzmaFault('goes on after the end of its LZMA stream');
  return bytes;
}

function tooLarge(most: number): LzmaFault {
  return new LzmaFault(`unpacks to more than ${most} bytes`);
}

function inputOf(bytes: Buffer) {
  let at = bytes.length > SIZE_AT ? HEADER : 0;
  return {
    readByte(): number {
      const byte = bytes[at++];
      if (byte === undefined) throw new LzmaFault('ends early: its LZMA stream is cut short');
      return byte;
    },
    left: () => bytes.length - at,
  };
}

function outputOf(most: number) {
  let bytes = Buffer.alloc(FIRST_CAPACITY);
  let length = 0;
  return {
    writeByte(byte: number): void {
      if (length === bytes.length) {
        if (length >= most) throw tooLarge(most);
        bytes = Buffer.concat([bytes], Math.min(most, bytes.length * 2));
      }
      bytes[length++] = byte;
    },
    take: () => bytes.subarray(0, length),
  };
}
