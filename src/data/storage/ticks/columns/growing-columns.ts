/**
 * Tick columns that grow: typed arrays that double when they are full. No rule of ticks is checked
 * here.
 */

import { present } from '../../../../core/base/present.js';
import type { TickColumns } from '../../../../core/market/tick.js';

const FIRST_CAPACITY = 16_384;
/** Columns that are at most this many times as long as their ticks are returned without a copy. */
const MOST_SLACK = 1.1;

/** Free rows after the last tick, into which a caller writes directly. */
export interface FreeRows {
  readonly time: Float64Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
  readonly bidVolume: Float64Array | undefined;
  readonly askVolume: Float64Array | undefined;
  /** Index of the first free row, and the index after the last one. */
  readonly start: number;
  readonly room: number;
  /** The earliest time that a row may have, in microseconds. */
  readonly latest: number;
  /** Number of rows written; the writer sets it. */
  count: number;
}

/**
 * Owns the arrays until `take` hands them over. `push` and `window` add rows, the other calls set
 * the last one. Every column that exists has a value for each row.
 */
export class GrowingColumns {
  #time = new Float64Array(FIRST_CAPACITY);
  #bid = new Int32Array(FIRST_CAPACITY);
  #ask = new Int32Array(FIRST_CAPACITY);
  #bidVolume: Float64Array | undefined;
  #askVolume: Float64Array | undefined;
  #leg: Uint8Array | undefined;
  #prices: Float64Array | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends a tick: time in microseconds, then bid and ask in points. */
  push(time: number, bid: number, ask: number): void {
    if (this.#length === this.#time.length) this.#grow();
    const row = this.#length++;
    this.#time[row] = time;
    this.#bid[row] = bid;
    this.#ask[row] = ask;
  }

  /** Sets the volumes of the last tick, in units; ticks without any have 0. */
  setVolumes(bidVolume: number, askVolume: number): void {
    this.#bidVolume ??= new Float64Array(this.#time.length);
    this.#askVolume ??= new Float64Array(this.#time.length);
    this.#bidVolume[this.#length - 1] = bidVolume;
    this.#askVolume[this.#length - 1] = askVolume;
  }

  /** Marks the last tick as the end of a leg that the tick before it began. */
  setLeg(): void {
    this.#leg ??= new Uint8Array(this.#time.length);
    this.#leg[this.#length - 1] = 1;
  }

  /** Sets how many prices the last tick stands for; ticks without any are one price each. */
  setPrices(count: number): void {
    this.#prices ??= new Float64Array(this.#time.length).fill(1);
    this.#prices[this.#length - 1] = count;
  }

  /** Makes each tick one price again. */
  forgetPrices(): void {
    this.#prices = undefined;
  }

  /** Returns free rows, at least one. @param expected - estimated number of ticks in total. */
  window(latest: number, expected: number, volumes: boolean): FreeRows {
    if (this.#length === this.#time.length) this.#grow(expected);
    if (volumes) {
      this.#bidVolume ??= new Float64Array(this.#time.length);
      this.#askVolume ??= new Float64Array(this.#time.length);
    }
    return {
      time: this.#time,
      bid: this.#bid,
      ask: this.#ask,
      bidVolume: this.#bidVolume,
      askVolume: this.#askVolume,
      start: this.#length,
      room: this.#time.length,
      latest,
      count: 0,
    };
  }

  /** Adds the ticks that were written to the last window. */
  close({ count }: FreeRows): void {
    this.#length += count;
  }

  /**
   * Returns the columns at their exact length and empties this object.
   * @param sort - sorts rows by time; rows of the same instant keep their order.
   */
  take(sort: boolean): TickColumns {
    const { length } = this;
    const order = sort ? this.#orderByTime() : undefined;
    const bidVolume = this.#bidVolume;
    const askVolume = this.#askVolume;
    const leg = this.#leg;
    const prices = this.#prices;
    const columns: TickColumns = {
      length,
      time: pick(this.#time, length, order),
      bid: pick(this.#bid, length, order),
      ask: pick(this.#ask, length, order),
      ...present({
        bidVolume: bidVolume && pick(bidVolume, length, order),
        askVolume: askVolume && pick(askVolume, length, order),
        leg: leg && pickLegs(leg, length, order),
        prices: prices && pick(prices, length, order),
      }),
    };
    this.#clear();
    return columns;
  }

  #clear(): void {
    this.#length = 0;
    this.#time = new Float64Array(FIRST_CAPACITY);
    this.#bid = new Int32Array(FIRST_CAPACITY);
    this.#ask = new Int32Array(FIRST_CAPACITY);
    this.#bidVolume = undefined;
    this.#askVolume = undefined;
    this.#leg = undefined;
    this.#prices = undefined;
  }

  #grow(expected = 0): void {
    const capacity = Math.max(this.#time.length * 2, Math.ceil(expected));
    this.#time = moved(this.#time, new Float64Array(capacity));
    this.#bid = moved(this.#bid, new Int32Array(capacity));
    this.#ask = moved(this.#ask, new Int32Array(capacity));
    if (this.#leg !== undefined) this.#leg = moved(this.#leg, new Uint8Array(capacity));
    if (this.#prices !== undefined) {
      this.#prices = moved(this.#prices, new Float64Array(capacity).fill(1));
    }
    if (this.#bidVolume === undefined || this.#askVolume === undefined) return;
    this.#bidVolume = moved(this.#bidVolume, new Float64Array(capacity));
    this.#askVolume = moved(this.#askVolume, new Float64Array(capacity));
  }

  #orderByTime(): Uint32Array {
    const time = this.#time;
    const order = new Uint32Array(this.#length);
    for (let row = 0; row < order.length; row++) order[row] = row;
    return order.sort((a, b) => (time[a] as number) - (time[b] as number) || a - b);
  }
}

function moved<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function pick<T extends Float64Array | Int32Array | Uint8Array>(
  column: T,
  length: number,
  order: Uint32Array | undefined,
): T {
  const hasSlack = length * MOST_SLACK < column.length;
  if (order === undefined && !hasSlack) return column.subarray(0, length) as T;
  const picked = column.slice(0, length) as T;
  order?.forEach((from, to) => {
    picked[to] = column[from] as number;
  });
  return picked;
}

/** The marks of legs in that order. A row that another row has come before is a jump. */
function pickLegs(leg: Uint8Array, length: number, order: Uint32Array | undefined): Uint8Array {
  const picked = pick(leg, length, order);
  order?.forEach((from, to) => {
    if (from !== (order[to - 1] ?? -1) + 1) picked[to] = 0;
  });
  return picked;
}
