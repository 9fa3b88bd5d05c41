/**
 * The depth that a fill meets: price levels per side, best first, and the volume-weighted average
 * price (VWAP) of taking units from them. Source: v20 semantics 4.2, 4.4.
 */

import { type Decimal, decimal, ZERO } from '../base/decimal.js';
import type { Instrument } from './instrument.js';
import { nearestPoints, priceOf } from './points.js';
import type { QuoteBoard } from './quote.js';

/** A side of the book: sells take bids, buys take asks. */
export type BookSide = 'bid' | 'ask';

/** One row of a scenario's depth table. */
export interface DepthLevel {
  /** Distance from the top of book in points, away from the other side; 0 for the first level. */
  readonly offsetPoints: number;
  /** Units available at that price; at least 0. */
  readonly liquidity: number;
}

/** One price level of a book. */
export interface BookLevel {
  /** The price in points. */
  readonly points: number;
  /** Units available at that price. */
  readonly liquidity: number;
}

/** Books that a host showed with its quotes. */
export interface RecordedBooks {
  /**
   * The levels of one side, best first, of the quote of `instrument` at `time`, microseconds;
   * undefined when none was recorded.
   */
  levelsOf(instrument: string, side: BookSide, time: number): readonly BookLevel[] | undefined;
}

/** The result of taking units from a book. */
export interface BookTaking {
  /** Unsigned units taken; fewer than asked for when the levels do not hold enough. */
  readonly units: Decimal;
  /** The volume-weighted price in points, rounded to the nearest point. */
  readonly points: number;
  /** Units times their prices, exact; undefined when all have the price `points`. */
  readonly value: Decimal | undefined;
}

/** The best level of each side: prices in points, volumes in units. A volume of 0 is unknown. */
export interface TopOfBook {
  readonly bid: number;
  /** The best ask in points; `bid` likewise. */
  readonly ask: number;
  /** Units at the best bid and the best ask; 0 when unknown. */
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

/** The current levels of one side, best first. @param depth - the depth table, if there is one. */
export function bookLevels(
  quotes: QuoteBoard,
  slot: number,
  side: BookSide,
  depth: readonly DepthLevel[] | undefined,
): readonly BookLevel[] {
  return levelsBelow(topOfBook(quotes, slot), side, quotes.instrument(slot), depth);
}

/**
 * The levels of one side: those of the depth table, if there is one; otherwise one level with the
 * volume of the tick, or with the instrument's default liquidity when the tick has no volume.
 */
export function levelsBelow(
  { bid, ask, bidVolume, askVolume }: TopOfBook,
  side: BookSide,
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
 * The levels without `units` (whole), which are taken from the best on. A level that is used up stays
 * with a liquidity of 0: its price is that of a close without liquidity.
 */
export function lessTaken(levels: readonly BookLevel[], units: number): readonly BookLevel[] {
  let left = units;
  return levels.map(level => {
    const taken = Math.min(left, level.liquidity);
    left -= taken;
    return taken === 0 ? level : { ...level, liquidity: level.liquidity - taken };
  });
}

/**
 * Takes up to `units` (unsigned) from the levels, best first.
 * @param precision - displayPrecision of the instrument.
 * @param accepts - whether a level's price, in points, may be used; the first refusal ends the
 * taking.
 * @returns undefined when nothing can be taken.
 */
export function take(
  levels: readonly BookLevel[],
  units: Decimal,
  precision: number,
  accepts: (points: number) => boolean,
): BookTaking | undefined {
  const [best] = levels;
  if (best !== undefined && units.lte(best.liquidity) && accepts(best.points)) {
    return units.isZero() ? undefined : { units, points: best.points, value: undefined };
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
  return { units: taken, points: nearestPoints(value.div(taken), precision), value };
}

/**
 * Takes all of `units` (unsigned). Units beyond the levels fill at the deepest price; that is the
 * closeout price.
 */
export function takeAll(
  levels: readonly BookLevel[],
  units: Decimal,
  precision: number,
): BookTaking {
  const deepest = levels.at(-1);
  const endless =
    deepest === undefined ? [] : [...levels, { points: deepest.points, liquidity: Infinity }];
  const taken = take(endless, units, precision, () => true);
  return taken ?? { units: ZERO, points: 0, value: undefined };
}

/**
 * Whether the exact mean price of what was taken is worse than `edge`, in points, for a buy or a
 * sell. A mean that is rounded to a point first could pass an edge by half a point.
 * @param precision - displayPrecision of the instrument.
 */
export function isMeanWorse(
  { units, points, value }: BookTaking,
  edge: number,
  buys: boolean,
  precision: number,
): boolean {
  if (value === undefined) return buys ? points > edge : points < edge;
  const most = units.times(priceOf(edge, precision));
  return buys ? value.gt(most) : value.lt(most);
}
