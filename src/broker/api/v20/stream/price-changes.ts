/**
 * Which prices have changed since which look. A look compares all prices with those of the look
 * before, however many readers there are. A change is a new tick or another tradeable flag. Looks
 * are numbered, so one number is enough to find what a reader has missed.
 */

import type { PricedMarket } from '../../../../core/view/pricing.js';

/** Marks an instrument that no look has found quoted. */
const NEVER = -1;

/**
 * Owns the prices of a market as of the last look, each with the number of the look at which it
 * changed. Only `look` changes them; numbers rise.
 */
export class PriceChanges {
  readonly #market: PricedMarket;
  readonly #time: Float64Array;
  readonly #bid: Int32Array;
  readonly #ask: Int32Array;
  readonly #tradeable: Uint8Array;
  /** By slot: the number of the last look that found a change. */
  readonly #changedAt: Float64Array;
  #looks = 0;

  constructor(market: PricedMarket) {
    this.#market = market;
    const count = market.quotes.instruments.length;
    this.#time = new Float64Array(count).fill(Number.NaN);
    this.#bid = new Int32Array(count);
    this.#ask = new Int32Array(count);
    this.#tradeable = new Uint8Array(count);
    this.#changedAt = new Float64Array(count).fill(NEVER);
  }

  /** Number of looks so far. */
  get looks(): number {
    return this.#looks;
  }

  /**
   * Notes every price that has changed. @param onChange - called with the slot of each.
   * @returns the number of this look, from 1 on.
   */
  look(onChange: (slot: number) => void): number {
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
      onChange(slot);
    }
    return this.#looks;
  }

  /** Whether the price has changed after look number `since`. */
  hasChanged(slot: number, since: number): boolean {
    return (this.#changedAt[slot] as number) > since;
  }
}
