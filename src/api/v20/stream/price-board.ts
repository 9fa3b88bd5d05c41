/**
 * Which prices have changed since which look. The board looks at all prices once for each price
 * window, however many readers there are. A change is a new tick or another tradeable flag. Looks are
 * numbered, so one number tells what a reader has missed. Each line is rendered once for all readers
 * of a time format.
 */

import { type PricedMarket, streamPrice } from '../../../core/view/pricing.js';
import { renderJson, type TimeFormat } from '../time-format.js';
import { frame } from './reader.js';

/** Marks an instrument that no look has found quoted. */
const NEVER = -1;

/** The prices of a market as the streams see them. */
export class PriceBoard {
  readonly #market: PricedMarket;
  readonly #time: Float64Array;
  readonly #bid: Int32Array;
  readonly #ask: Int32Array;
  readonly #tradeable: Uint8Array;
  /** By slot: the number of the last look that found a change. */
  readonly #changedAt: Float64Array;
  readonly #frames: Readonly<Record<TimeFormat, (Buffer | undefined)[]>>;
  #looks = 0;

  constructor(market: PricedMarket) {
    this.#market = market;
    const count = market.quotes.instruments.length;
    this.#time = new Float64Array(count).fill(Number.NaN);
    this.#bid = new Int32Array(count);
    this.#ask = new Int32Array(count);
    this.#tradeable = new Uint8Array(count);
    this.#changedAt = new Float64Array(count).fill(NEVER);
    this.#frames = { RFC3339: [], UNIX: [] };
  }

  /** Number of looks so far. */
  get looks(): number {
    return this.#looks;
  }

  /** Notes every price that has changed. @returns the number of this look, from 1 on. */
  look(): number {
    this.#looks += 1;
    const { time, bid, ask, tradeable } = this.#market.quotes;
    for (let slot = 0; slot < this.#time.length; slot++) {
      const isKnown =
        this.#time[slot] === time[slot] &&
        this.#bid[slot] === bid[slot] &&
        this.#ask[slot] === ask[slot] &&
        this.#tradeable[slot] === tradeable[slot];
      if (isKnown || !this.#market.quotes.isPriced(slot)) continue;
      this.#time[slot] = time[slot] as number;
      this.#bid[slot] = bid[slot] as number;
      this.#ask[slot] = ask[slot] as number;
      this.#tradeable[slot] = tradeable[slot] as number;
      this.#changedAt[slot] = this.#looks;
      this.#frames.RFC3339[slot] = undefined;
      this.#frames.UNIX[slot] = undefined;
    }
    return this.#looks;
  }

  /** Whether the price has changed after look number `since`. */
  hasChanged(slot: number, since: number): boolean {
    return (this.#changedAt[slot] as number) > since;
  }

  /** The framed line of the slot's present price; call it after a look, before time moves on. */
  frame(slot: number, times: TimeFormat): Buffer {
    const frames = this.#frames[times];
    let known = frames[slot];
    if (known === undefined) {
      known = frame(renderJson(streamPrice(this.#market, slot), times));
      frames[slot] = known;
    }
    return known;
  }
}
