/**
 * The base series of one instrument: S5 candles of bid, mid and ask in growing columns. A period
 * without a price has no row; the last row is the open bucket. Everything coarser is rolled up on
 * request, since alignment belongs to the request.
 * Invariant: times rise; `append` within the open bucket allocates nothing and divides nothing.
 */

import { MICROS_PER_SECOND } from '../time/instant.js';
import type { Candle, OHLC } from './candle.js';

export const BASE_MICROS = 5 * MICROS_PER_SECOND;
const FIRST_CAPACITY = 1024;

/** Columns of one row: bid, mid and ask, each open, high, low, close. */
const WIDTH = 12;
const BID = 0;
const MID = 4;
const ASK = 8;

export class CandleSeries {
  #times = new Float64Array(FIRST_CAPACITY);
  #volumes = new Int32Array(FIRST_CAPACITY);
  #prices = new Int32Array(FIRST_CAPACITY * WIDTH);
  #length = 0;
  #end = Number.NEGATIVE_INFINITY;

  /** Number of rows, the open bucket included. */
  get length(): number {
    return this.#length;
  }

  /** Adds one price. @param time - microseconds, not before the last.  @param bid - points. */
  append(time: number, bid: number, ask: number): void {
    const sum = bid + ask;
    const half = sum >> 1;
    const mid = half + (sum & half & 1);
    if (time >= this.#end) {
      this.#open(time, bid, mid, ask);
      return;
    }
    const row = this.#length - 1;
    const prices = this.#prices;
    const base = row * WIDTH;
    this.#volumes[row] = (this.#volumes[row] as number) + 1;
    extend(prices, base + BID, bid);
    extend(prices, base + MID, mid);
    extend(prices, base + ASK, ask);
  }

  /** Start of row `row`, microseconds. */
  timeAt(row: number): number {
    return this.#times[row] as number;
  }

  /** Row `row` as a candle. */
  candleAt(row: number): Candle {
    return {
      time: this.timeAt(row),
      volume: this.#volumes[row] as number,
      bid: this.#ohlc(row, BID),
      mid: this.#ohlc(row, MID),
      ask: this.#ohlc(row, ASK),
    };
  }

  /** Rows `from` to `to` (exclusive, at least one) as one candle that starts at `time`. */
  fold(from: number, to: number, time: number): Candle {
    let volume = 0;
    for (let row = from; row < to; row++) volume += this.#volumes[row] as number;
    return {
      time,
      volume,
      bid: this.#foldOHLC(from, to, BID),
      mid: this.#foldOHLC(from, to, MID),
      ask: this.#foldOHLC(from, to, ASK),
    };
  }

  /** The first row that starts at or after `time`; `length` when there is none. */
  rowAtOrAfter(time: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A series that grows by itself. */
  clone(): CandleSeries {
    const copy = new CandleSeries();
    copy.#times = this.#times.slice();
    copy.#volumes = this.#volumes.slice();
    copy.#prices = this.#prices.slice();
    copy.#length = this.#length;
    copy.#end = this.#end;
    return copy;
  }

  #open(time: number, bid: number, mid: number, ask: number): void {
    if (this.#length === this.#times.length) this.#grow();
    const row = this.#length++;
    const start = Math.floor(time / BASE_MICROS) * BASE_MICROS;
    this.#end = start + BASE_MICROS;
    this.#times[row] = start;
    this.#volumes[row] = 1;
    const base = row * WIDTH;
    this.#prices.fill(bid, base + BID, base + MID);
    this.#prices.fill(mid, base + MID, base + ASK);
    this.#prices.fill(ask, base + ASK, base + WIDTH);
  }

  #grow(): void {
    const capacity = this.#times.length * 2;
    const times = new Float64Array(capacity);
    times.set(this.#times);
    const volumes = new Int32Array(capacity);
    volumes.set(this.#volumes);
    const prices = new Int32Array(capacity * WIDTH);
    prices.set(this.#prices);
    this.#times = times;
    this.#volumes = volumes;
    this.#prices = prices;
  }

  #ohlc(row: number, side: number): OHLC {
    const at = row * WIDTH + side;
    const price = (offset: number) => this.#prices[at + offset] as number;
    return { o: price(0), h: price(1), l: price(2), c: price(3) };
  }

  #foldOHLC(from: number, to: number, side: number): OHLC {
    const prices = this.#prices;
    let at = from * WIDTH + side;
    const o = prices[at] as number;
    let h = prices[at + 1] as number;
    let l = prices[at + 2] as number;
    for (let row = from + 1; row < to; row++) {
      at += WIDTH;
      if ((prices[at + 1] as number) > h) h = prices[at + 1] as number;
      if ((prices[at + 2] as number) < l) l = prices[at + 2] as number;
    }
    return { o, h, l, c: prices[at + 3] as number };
  }
}

function extend(prices: Int32Array, at: number, price: number): void {
  if (price > (prices[at + 1] as number)) prices[at + 1] = price;
  else if (price < (prices[at + 2] as number)) prices[at + 2] = price;
  prices[at + 3] = price;
}
