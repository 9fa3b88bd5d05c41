/** The lines of a text file, which may be longer than a text can be. */

import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
const PIECE_BYTES = 1_048_576;

/**
 * The lines without their ends, in UTF-8; only a line feed ends a line. A last line without an end is
 * one too. @throws NodeJS.ErrnoException
 */
export async function* fileLines(path: string): AsyncGenerator<string> {
  /** What came before the next end. */
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    let bytes = chunk as Buffer;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE)) {
      pieces.push(bytes.subarray(0, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > 0) pieces.push(bytes);
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString();
}
