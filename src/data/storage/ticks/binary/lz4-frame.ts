/**
 * Unpacks one LZ4 frame, as Arrow files hold them. lz4js decodes; it follows the sizes of blocks
 * wherever they lead, so they are checked here before. Invariant: every block lies in the frame.
 * Source: LZ4 frame format 1.6.
 */

const VERSION_MASK = 0xc0;
const VERSION = 0x40;
const BLOCK_CHECKSUMS = 0x10;
const CONTENT_SIZE = 0x08;
const DICTIONARY = 0x01;
const FLAGS_AT = 4;
const HEADER = 7;
const SIZE_FIELD = 8;
const WORD = 4;
const LENGTH_MASK = 0x7fff_ffff;
/** A byte of a block stands for at most this many bytes. */
const LARGEST_RATIO = 255;

/**
 * Unpacks into `length` bytes at most.
 * @throws Error for a frame that is damaged, or of a kind that Arrow does not write.
 */
export async function lz4Decoder(): Promise<(frame: Uint8Array, length: number) => Uint8Array> {
  const { default: lz4 } = await import('lz4js');
  return (frame, length) => {
    checkFrame(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
    return lz4.decompress(frame, length);
  };
}

function checkFrame(frame: Buffer): void {
  const flags = frame.readUInt8(FLAGS_AT);
  const isPlain = (flags & (VERSION_MASK | BLOCK_CHECKSUMS | DICTIONARY)) === VERSION;
  if (!isPlain) throw new Error('an LZ4 frame of another kind');
  const hasSize = (flags & CONTENT_SIZE) !== 0;
  const most = BigInt(frame.length * LARGEST_RATIO);
  if (hasSize && frame.readBigUInt64LE(FLAGS_AT + 2) > most) throw new Error('a wrong size');
  let at = HEADER + (hasSize ? SIZE_FIELD : 0);
  for (let word = frame.readUInt32LE(at); word !== 0; word = frame.readUInt32LE(at)) {
    at += WORD + (word & LENGTH_MASK);
  }
}
