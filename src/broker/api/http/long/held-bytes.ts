/**
 * How many bytes of answers may wait in memory for readers, over all connections. A long answer takes
 * room before it is sent, and is refused with 503 when there is none.
 * Decision 0025; invariant L5.
 */

import { RequestError } from '../request-errors.js';

/**
 * Owns the count of bytes that wait. `take` adds to it, and the function that it returns subtracts
 * the same, once; the count is never below 0.
 */
export class HeldBytes {
  readonly #max: number;
  #bytes = 0;
  /** Readers cut off because they read nothing for too long or too slowly, since the server started. */
  readersCut = 0;

  /** @param max - bytes over all connections. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes taken now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes room for `bytes`; a single answer always has room, however long.
   * @returns a function that gives the room back; further calls have no effect. @throws RequestError 503
   */
  take(bytes: number): () => void {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#max) throw new RequestError('busy');
    this.#bytes += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) this.#bytes -= bytes;
      isHeld = false;
    };
  }
}
