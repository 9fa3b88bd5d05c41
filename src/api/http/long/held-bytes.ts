/**
 * How many bytes of answers may wait in memory for readers, over all connections. Whoever wants to
 * send something long asks for room first, and is refused when there is none: 503, to be asked again.
 * Decision 0025; invariant L5.
 */

import { serverBusy } from '../answer/errors.js';

export class HeldBytes {
  readonly #max: number;
  #bytes = 0;
  /** Readers that took nothing for too long, or too little to keep up, since the server started. */
  readersCut = 0;

  /** @param max - bytes over all connections. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes for which there is room now. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes room for `bytes`; one answer always has room, however long.
   * @returns what gives it back; more than once does no harm. @throws ApiError 503
   */
  take(bytes: number): () => void {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#max) throw serverBusy();
    this.#bytes += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) this.#bytes -= bytes;
      isHeld = false;
    };
  }
}
