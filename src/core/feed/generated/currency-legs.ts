/**
 * The legs of generated pairs: what each currency is in US dollars at the instants of a block, and its
 * spread. A leg comes from a path of its own, or from the real pairs of the market that lead from the
 * currency towards the dollar.
 */

import { CURRENCIES } from '../currencies.js';
import { type Block, type BlockHour, fillTimes, pricesOf } from './block.js';
import { CurrencyPath } from './currency-path.js';
import { ByteCache } from './kept.js';
import { noiseKey, unitAt } from './noise.js';
import type { RealPair } from './real-pair.js';
import { ACTIVITY, SLOTS_PER_HOUR, slotAt } from './trading-weeks.js';

export const DOLLAR = 'USD';
const KEPT_BYTES = 33_554_432;
const BYTES_PER_ROW = 8;
const HOURS_PER_DAY = 24;
/** Slots around the rollover of a day, in which spreads are wide. */
const BEFORE_ROLLOVER = 51;
const AFTER_ROLLOVER = 170;
const AT_ROLLOVER = 4;

/** A pair of the market with ticks, seen from one of its currencies. */
export interface RealStep {
  readonly pair: RealPair;
  readonly base: string;
  readonly quote: string;
  /** The currency that the step leads to, nearer to the dollar. */
  readonly towards: string;
}

/** A currency at the instants of a block. */
export interface LegRows {
  /** The mid prices in US dollars. */
  readonly mid: Float64Array;
  /** The spread as a fraction: a number to be multiplied by the widths of the block, or one an instant. */
  readonly spread: number | Float64Array;
}

/**
 * Owns the computed legs of a market, within a budget of memory. Reading adds to them; what is
 * computed again is the same.
 */
export class CurrencyLegs {
  readonly #seed: number;
  readonly #steps: ReadonlyMap<string, RealStep>;
  readonly #paths = new Map<string, CurrencyPath>();
  readonly #times = new ByteCache<number, Float64Array>(KEPT_BYTES);
  readonly #widths = new ByteCache<number, Float64Array>(KEPT_BYTES);
  readonly #legs = new ByteCache<string, LegRows>(KEPT_BYTES);
  readonly #spreadKey: number;

  /** @param steps - by currency; the others have paths of their own. */
  constructor(seed: number, steps: ReadonlyMap<string, RealStep>) {
    this.#seed = seed;
    this.#steps = steps;
    this.#spreadKey = noiseKey(seed, 'spreads');
  }

  /** The instants of a block, ascending. */
  times(block: Block): Float64Array {
    return this.#times.get(block.id, block.length * BYTES_PER_ROW, () => {
      const times = new Float64Array(block.length);
      for (const hour of block.hours) fillTimes(hour, times);
      return times;
    });
  }

  /**
   * The widths of spreads at each instant of a block, as multiples of those in a quiet market, for
   * all currencies.
   */
  widths(block: Block): Float64Array {
    return this.#widths.get(block.id, block.length * BYTES_PER_ROW, () => {
      const widths = new Float64Array(block.length);
      for (const hour of block.hours) this.#fillWidths(hour, widths);
      return widths;
    });
  }

  /** A currency at each instant of a block. */
  rows(currency: string, block: Block): LegRows {
    return this.#legs.get(`${currency} ${block.id}`, block.length * BYTES_PER_ROW * 2, () => {
      const step = this.#steps.get(currency);
      return step === undefined
        ? this.#ownRows(currency, block)
        : this.#realRows(step, currency, block);
    });
  }

  /** A leg by the path of its currency. */
  #ownRows(currency: string, block: Block): LegRows {
    const mid = new Float64Array(block.length);
    const spread = CURRENCIES.get(currency)?.spread ?? 0;
    if (currency === DOLLAR) return { mid: mid.fill(1), spread };
    const path = this.#path(currency);
    for (const hour of block.hours) path.fillHour(hour.hour, hour.stride, mid, hour.first);
    return { mid, spread };
  }

  /**
   * A leg by a real pair and the leg at its other end. Outside its ticks the paths of its two
   * currencies say how it moves.
   */
  #realRows({ pair, base, quote, towards }: RealStep, currency: string, block: Block): LegRows {
    const times = this.times(block);
    const next = this.rows(towards, block);
    const bases = this.#ownRows(base, block);
    const quotes = this.#ownRows(quote, block);
    const { first, last } = pair;
    const before = first.mid / this.#ownRatio(base, quote, first.time);
    const after = last.mid / this.#ownRatio(base, quote, last.time);
    const mid = new Float64Array(block.length);
    const spread = this.spreads(this.#ownRows(currency, block), block);
    for (let at = 0; at < block.length; at++) {
      const scale = (times[at] as number) < first.time ? before : after;
      mid[at] = (scale * (bases.mid[at] as number)) / (quotes.mid[at] as number);
    }
    pair.fill(times, { mid, spread });
    const beyond = this.spreads(next, block);
    for (let at = 0; at < block.length; at++) {
      const rate = mid[at] as number;
      const value = next.mid[at] as number;
      mid[at] = currency === base ? rate * value : value / rate;
      spread[at] = (spread[at] as number) + (beyond[at] as number);
    }
    return { mid, spread };
  }

  /** The spreads of a leg as one an instant; a new column. */
  spreads({ spread }: LegRows, block: Block): Float64Array {
    if (typeof spread !== 'number') return spread.slice();
    const widths = this.widths(block);
    return Float64Array.from(widths, width => spread * width);
  }

  #ownRatio(base: string, quote: string, time: number): number {
    const slot = slotAt(time);
    const [one, other] = [base, quote].map(name =>
      name === DOLLAR ? 1 : this.#path(name).at(slot),
    );
    return (one as number) / (other as number);
  }

  #path(currency: string): CurrencyPath {
    const known = this.#paths.get(currency);
    if (known !== undefined) return known;
    const path = new CurrencyPath(currency, this.#seed);
    this.#paths.set(currency, path);
    return path;
  }

  /** Wider by chance, in thin hours and at the rollover. */
  #fillWidths({ hour, within, stride, first }: BlockHour, into: Float64Array): void {
    const thin = (ACTIVITY[within] as number) < 1 ? 1.4 : 1;
    const ofDay = within % HOURS_PER_DAY;
    const prices = pricesOf({ stride });
    for (let price = 0; price < prices; price++) {
      const slot = price * stride;
      const isRollover =
        (ofDay === 0 && slot < AFTER_ROLLOVER) ||
        (ofDay === HOURS_PER_DAY - 1 && slot >= SLOTS_PER_HOUR - BEFORE_ROLLOVER);
      const chance = 1 + 0.4 * unitAt(this.#spreadKey, hour * SLOTS_PER_HOUR + slot);
      into[first + price] = thin * chance * (isRollover ? AT_ROLLOVER : 1);
    }
  }
}
