/**
 * Splits the chunks of a stream, which may end anywhere, into lines; each line is a JSON object.
 */

import type { Json } from './v20-client.js';

/** Greatest length of a line in characters; a longer one means that the stream has no lines. */
const LINE_MAX = 1_048_576;

/** A stream that does not send JSON lines. */
class BadLine extends Error {
  override readonly name = 'BadLine';
}

/**
 * Owns the end of the last chunk, which is no whole line yet. `push` takes it up and replaces it.
 */
export class JsonLines {
  #rest = '';

  /** Takes the next chunk. @returns the objects that are now complete. @throws BadLine */
  push(chunk: string): Json[] {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > LINE_MAX) throw new BadLine('a line that does not end');
    return lines.filter(line => line.trim() !== '').map(objectOf);
  }
}

function objectOf(line: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new BadLine(`a line that is not a JSON object: ${line.slice(0, 60)}`);
}
