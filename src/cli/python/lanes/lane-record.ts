/** Numbers of lanes on their way to Python, one frame for all lanes. */

import type { Channel } from '../../../data/storage/strategy/python/pipes/channel.js';

const HEAD = 5;
const FIRST_ROOM = 65_536;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

/**
 * Owns a frame of numbers that is filled again and again. `begin` empties it, `number` and `column`
 * add, `send` writes it.
 */
export class LaneRecord {
  #frame = Buffer.alloc(FIRST_ROOM);
  #end = HEAD;

  /** Begins anew: what was left by a failure is not sent. */
  begin(): void {
    this.#end = HEAD;
  }

  /** Adds a number. */
  number(value: number): void {
    if (this.#end + NUMBER_BYTES > this.#frame.length) this.#widen(NUMBER_BYTES);
    this.#frame.writeDoubleLE(value, this.#end);
    this.#end += NUMBER_BYTES;
  }

  /** Adds a column. */
  column(values: Float64Array): void {
    if (this.#end + values.byteLength > this.#frame.length) this.#widen(values.byteLength);
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    this.#end += bytes.copy(this.#frame, this.#end);
  }

  /** Sends the numbers, and begins anew. */
  send(channel: Channel): void {
    channel.sendFrame('O', this.#frame, this.#end);
  }

  #widen(bytes: number): void {
    const wider = Buffer.alloc(2 * (this.#end + bytes));
    this.#frame.copy(wider, 0, 0, this.#end);
    this.#frame = wider;
  }
}
