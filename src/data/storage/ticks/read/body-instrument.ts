/** The instrument that a file of v20 candles names in its own text. */

import { closeSync, openSync, readSync } from 'node:fs';

const JSON_FILE = /\.(json|jsonl|ndjson)$/i;
const NAMED = /"instrument"\s*:\s*"([A-Z0-9]{2,8}_[A-Z]{3})"/;
/** Bytes at the start of a file, in which a v20 response names its instrument. */
const START = 4_096;

/** The name, such as `EUR_USD`; undefined when the file names none, or cannot be read. */
export function instrumentInBody(path: string): string | undefined {
  if (!JSON_FILE.test(path)) return undefined;
  try {
    const descriptor = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(START);
      const length = readSync(descriptor, bytes, 0, START, 0);
      return NAMED.exec(bytes.toString('utf8', 0, length))?.[1];
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The reading that follows reports what is wrong with the file.
    return undefined;
  }
}
