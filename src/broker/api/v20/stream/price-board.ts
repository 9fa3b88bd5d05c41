/**
 * The prices as lines of streams. The board looks at all prices once for each price window, and each
 * line is rendered once for all readers of a time format.
 */

import { type PricedMarket, streamPrice } from '../../../../core/view/pricing.js';
import { renderJson, type TimeFormat } from '../time-format.js';
import { PriceChanges } from './price-changes.js';
import { frame } from './reader.js';

/** The prices of a market as the streams see them. */
export class PriceBoard {
  readonly #market: PricedMarket;
  readonly #changes: PriceChanges;
  readonly #frames: Readonly<Record<TimeFormat, (Buffer | undefined)[]>>;
  readonly #forget = (slot: number) => {
    this.#frames.RFC3339[slot] = undefined;
    this.#frames.UNIX[slot] = undefined;
  };

  constructor(market: PricedMarket) {
    this.#market = market;
    this.#changes = new PriceChanges(market);
    this.#frames = { RFC3339: [], UNIX: [] };
  }

  /** Number of looks so far. */
  get looks(): number {
    return this.#changes.looks;
  }

  /** Notes every price that has changed. @returns the number of this look, from 1 on. */
  look(): number {
    return this.#changes.look(this.#forget);
  }

  /** Whether the price has changed after look number `since`. */
  hasChanged(slot: number, since: number): boolean {
    return this.#changes.hasChanged(slot, since);
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
