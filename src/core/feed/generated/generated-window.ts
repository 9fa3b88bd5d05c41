/** The prices of one generated instrument in one block; computed when they are read. */

import type { TickColumns, TickWindow } from '../../market/tick.js';
import { TickBounds } from '../../market/tick-bounds.js';
import { type Block, type BlockPart, pricesOf } from './block.js';
import type { CurrencyLegs, LegRows } from './currency-legs.js';
import type { ByteCache } from './kept.js';

/** The highest price in points. */
const POINTS_MAX = 2_000_000_000;
const BYTES_PER_ROW = 8;

/** The pair whose prices are computed. */
export interface GeneratedPair {
  readonly base: string;
  readonly quote: string;
  /** Points of a price of 1. */
  readonly points: number;
  readonly legs: CurrencyLegs;
  readonly kept: ByteCache<GeneratedWindow, TickColumns>;
}

/**
 * A window of ticks. Owns its bounds, computed when they are first read. Invariant: whatever is
 * read first, the same block has the same prices.
 */
export class GeneratedWindow implements TickWindow {
  readonly length: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly #pair: GeneratedPair;
  readonly #part: BlockPart;
  #bounds: TickBounds | undefined;

  constructor(pair: GeneratedPair, part: BlockPart) {
    this.#pair = pair;
    this.#part = part;
    this.length = part.length;
    this.firstTime = part.firstTime;
    this.lastTime = part.lastTime;
  }

  get bounds(): TickBounds {
    if (this.#bounds === undefined) {
      const { bid, ask, length } = this.columns();
      this.#bounds = TickBounds.of(bid, ask, length);
    }
    return this.#bounds;
  }

  columns(): TickColumns {
    return this.#pair.kept.get(this, this.length * BYTES_PER_ROW, () => this.#make());
  }

  #make(): TickColumns {
    const { base, quote, points, legs } = this.#pair;
    const { block, open } = this.#part;
    const all = legs.times(block);
    const bases = legs.rows(base, block);
    const quotes = legs.rows(quote, block);
    const isSteady = typeof bases.spread === 'number' && typeof quotes.spread === 'number';
    const steady = isSteady ? Number(bases.spread) + Number(quotes.spread) : 1;
    const spreads = isSteady ? legs.widths(block) : sums(legs, [bases, quotes], block);
    const { length } = this;
    const isWhole = length === block.length;
    const time = isWhole ? all : new Float64Array(length);
    const bid = new Int32Array(length);
    const ask = new Int32Array(length);
    let row = 0;
    for (const hour of block.hours) {
      if (!open[hour.within]) continue;
      const end = hour.first + pricesOf(hour);
      for (let at = hour.first; at < end; at++, row++) {
        const mid = ((bases.mid[at] as number) / (quotes.mid[at] as number)) * points;
        const half = (mid * steady * (spreads[at] as number)) / 2;
        if (!isWhole) time[row] = all[at] as number;
        bid[row] = withinPoints(Math.floor(mid - half));
        ask[row] = withinPoints(Math.ceil(mid + half));
      }
    }
    return { length, time, bid, ask };
  }
}

/** The sum of the spreads of two legs, at each instant. */
function sums(legs: CurrencyLegs, [one, other]: readonly [LegRows, LegRows], block: Block) {
  const sum = legs.spreads(one, block);
  const second = legs.spreads(other, block);
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (second[at] as number);
  return sum;
}

function withinPoints(points: number): number {
  return Math.min(Math.max(points, 1), POINTS_MAX);
}
