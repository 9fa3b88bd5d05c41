/**
 * The latest quote of every instrument, in columns: one slot per instrument of the market, prices
 * in points. A tick writes it once; every part that needs a price reads it.
 */

import { assert } from '../base/assert.js';
import { type Decimal, scaled } from '../base/decimal.js';
import type { Instrument } from './instrument.js';
import { priceFloat, priceOf } from './points.js';

/** What one side of the book allows: all fills, only fills that reduce a position, or none. */
export const SideState = { OPEN: 0, REDUCE_ONLY: 1, HALTED: 2 } as const;

/** Owns the current quotes, by slot: the place of the instrument in the market, from 0. */
export class QuoteBoard {
  readonly instruments: readonly Instrument[];
  /** Microseconds since the epoch of the latest tick; -1 before the first. */
  readonly time: Float64Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
  /** Units at the top of book; 0 when the tick had no volume. */
  readonly bidVolume: Float64Array;
  readonly askVolume: Float64Array;
  /** 1 while the session is open and the market is not halted; otherwise 0. */
  readonly tradeable: Uint8Array;
  /** A SideState per side: fills that sell use the bid, fills that buy use the ask. */
  readonly bidState: Uint8Array;
  readonly askState: Uint8Array;
  readonly #slots: ReadonlyMap<string, number>;
  /** The name that was asked for last, and its slot: mostly it is asked for again. */
  #latest = '';
  #latestSlot: number | undefined;

  constructor(instruments: readonly Instrument[]) {
    this.instruments = instruments;
    const count = instruments.length;
    this.time = new Float64Array(count).fill(-1);
    this.bid = new Int32Array(count);
    this.ask = new Int32Array(count);
    this.bidVolume = new Float64Array(count);
    this.askVolume = new Float64Array(count);
    this.tradeable = new Uint8Array(count);
    this.bidState = new Uint8Array(count);
    this.askState = new Uint8Array(count);
    this.#slots = new Map(instruments.map((instrument, slot) => [instrument.name, slot]));
  }

  /** The slot of the instrument `name`; undefined when the market does not have it. */
  slot(name: string): number | undefined {
    if (name !== this.#latest) {
      this.#latestSlot = this.#slots.get(name);
      this.#latest = name;
    }
    return this.#latestSlot;
  }

  /**
   * The slot of an instrument that must be in the market. @throws InvariantError when it is not.
   */
  mustSlot(name: string): number {
    const slot = this.slot(name);
    assert(slot !== undefined, 'Invariant: an instrument is in the market', name);
    return slot;
  }

  instrument(slot: number): Instrument {
    const instrument = this.instruments[slot];
    assert(instrument !== undefined, 'Invariant: a slot is in the market', slot);
    return instrument;
  }

  /** Whether the instrument has had a tick. */
  isPriced(slot: number): boolean {
    return (this.time[slot] as number) >= 0;
  }

  isTradeable(slot: number): boolean {
    return this.tradeable[slot] === 1 && this.isPriced(slot);
  }

  bidPoints(slot: number): number {
    return this.bid[slot] as number;
  }

  askPoints(slot: number): number {
    return this.ask[slot] as number;
  }

  bidPrice(slot: number): Decimal {
    return priceOf(this.bidPoints(slot), this.instrument(slot).displayPrecision);
  }

  askPrice(slot: number): Decimal {
    return priceOf(this.askPoints(slot), this.instrument(slot).displayPrecision);
  }

  /** The ask less the bid. */
  spread(slot: number): Decimal {
    const points = this.askPoints(slot) - this.bidPoints(slot);
    return priceOf(points, this.instrument(slot).displayPrecision);
  }

  /** The mid (bid + ask) / 2, not rounded, for account values. */
  midPrice(slot: number): Decimal {
    const halves = this.bidPoints(slot) + this.askPoints(slot);
    return scaled(halves * 5, this.instrument(slot).displayPrecision + 1);
  }

  /** The float nearest to the mid, for bounds; never for an amount. */
  midFloat(slot: number): number {
    const halves = this.bidPoints(slot) + this.askPoints(slot);
    return priceFloat(halves, this.instrument(slot).displayPrecision) / 2;
  }

  /** A separate copy of the quotes. */
  clone(): QuoteBoard {
    const copy = new QuoteBoard(this.instruments);
    copy.time.set(this.time);
    copy.bid.set(this.bid);
    copy.ask.set(this.ask);
    copy.bidVolume.set(this.bidVolume);
    copy.askVolume.set(this.askVolume);
    copy.tradeable.set(this.tradeable);
    copy.bidState.set(this.bidState);
    copy.askState.set(this.askState);
    return copy;
  }
}
