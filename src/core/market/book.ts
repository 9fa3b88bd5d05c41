/**
 * The depth that a fill meets: price levels per side, best first, and the volume-weighted average
 * price of taking units from them. Source: v20 semantics 4.4.
 */

import { type Decimal, decimal, ZERO } from '../base/decimal.js';
import type { Instrument } from './instrument.js';
import { nearestPoints, priceOf } from './points.js';
import type { QuoteBoard } from './quote.js';

/** A row of a depth table. */
export interface DepthLevel {
  /** Points away from the top of book; the first level is 0. */
  readonly offsetPoints: number;
  /** Units available at that price. */
  readonly liquidity: number;
}

export interface BookLevel {
  readonly points: number;
  /** Units available at that price. */
  readonly liquidity: number;
}

/** What taking units from a book gives. */
export interface Taken {
  /** Unsigned units taken; fewer than asked when the levels end. */
  readonly units: Decimal;
  /** Volume-weighted price in points, rounded to the nearest point. */
  readonly points: number;
}

/** The best level of each side, in points, with its volume; 0 for one that is not known. */
export interface TopOfBook {
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume: number;
  readonly askVolume: number;
}

/** The top of the current book of the instrument in `slot`. */
export function topOfBook(quotes: QuoteBoard, slot: number): TopOfBook {
  return {
    bid: quotes.bidPoints(slot),
    ask: quotes.askPoints(slot),
    bidVolume: quotes.bidVolume[slot] as number,
    askVolume: quotes.askVolume[slot] as number,
  };
}

/** The current levels of a side. */
export function bookLevels(
  quotes: QuoteBoard,
  slot: number,
  side: 'bid' | 'ask',
  depth: readonly DepthLevel[] | undefined,
): readonly BookLevel[] {
  return levelsBelow(topOfBook(quotes, slot), side, quotes.instrument(slot), depth);
}

/** One level of the top's volume (or the instrument's default), or the depth table. */
export function levelsBelow(
  { bid, ask, bidVolume, askVolume }: TopOfBook,
  side: 'bid' | 'ask',
  { defaultLiquidity }: Instrument,
  depth: readonly DepthLevel[] | undefined,
): readonly BookLevel[] {
  const top = side === 'bid' ? bid : ask;
  if (depth !== undefined) {
    const direction = side === 'bid' ? -1 : 1;
    return depth
      .map(level => ({
        points: top + direction * level.offsetPoints,
        liquidity: level.liquidity,
      }))
      .filter(level => level.points > 0);
  }
  const volume = side === 'bid' ? bidVolume : askVolume;
  return [{ points: top, liquidity: volume > 0 ? volume : defaultLiquidity }];
}

/**
 * Takes up to `units` (unsigned) from the levels.
 * @param accepts - whether a level's price, in points, may be used.
 * @returns undefined when nothing can be taken.
 */
export function take(
  levels: readonly BookLevel[],
  units: Decimal,
  precision: number,
  accepts: (points: number) => boolean,
): Taken | undefined {
  const [best] = levels;
  if (best !== undefined && units.lte(best.liquidity) && accepts(best.points)) {
    return units.isZero() ? undefined : { units, points: best.points };
  }
  let left = units;
  let value: Decimal = ZERO;
  for (const level of levels) {
    if (left.isZero() || !accepts(level.points)) break;
    const part = left.lt(level.liquidity) ? left : decimal(level.liquidity);
    value = value.plus(part.times(priceOf(level.points, precision)));
    left = left.minus(part);
  }
  const taken = units.minus(left);
  if (taken.isZero()) return undefined;
  return { units: taken, points: nearestPoints(value.div(taken), precision) };
}

/** Takes all of `units`; what the levels lack is filled at the deepest price (closeout price). */
export function takeAll(levels: readonly BookLevel[], units: Decimal, precision: number): Taken {
  const deepest = levels.at(-1);
  const endless =
    deepest === undefined ? [] : [...levels, { points: deepest.points, liquidity: Infinity }];
  const taken = take(endless, units, precision, () => true);
  return taken ?? { units: ZERO, points: 0 };
}
