/**
 * Bounds of blocks of ticks: the least and the greatest bid, ask and mid of every 16 rows, of every
 * 16 such blocks, and so on; a pyramid that costs less than two bytes a tick. With it a replay passes
 * the rows that cannot touch anything, and a candle of any length is folded from a few blocks.
 * Knows prices, not times. Invariant: a block's bounds are those of its rows. Decision 0012.
 */

import { midPoints } from './points.js';
import type { QuietBand } from './quiet-band.js';

/** Rows of a block, and blocks of a block of blocks: 2^4. */
export const BLOCK_SHIFT = 4;
const FAN = 1 << BLOCK_SHIFT;
const MASK = FAN - 1;

/** The six extremes of one range of rows, in points; mids are rounded. */
export interface Extremes {
  lowBid: number;
  highBid: number;
  lowAsk: number;
  highAsk: number;
  lowMid: number;
  highMid: number;
}

/** One storey of the pyramid: an entry a block. */
export interface BoundsLevel {
  readonly lowBid: Int32Array;
  readonly highBid: Int32Array;
  readonly lowAsk: Int32Array;
  readonly highAsk: Int32Array;
  readonly lowMid: Int32Array;
  readonly highMid: Int32Array;
}

/** Where the rows are, should a block not suffice. */
interface Rows {
  columns(): { readonly bid: Int32Array; readonly ask: Int32Array };
}

export class TickBounds {
  /** The lowest storey first; the last one has at most 16 entries. */
  readonly levels: readonly BoundsLevel[];

  /** @param base - bounds of every 16 rows; the storeys above are built from it. */
  constructor(base: BoundsLevel) {
    const levels = [base];
    for (let top = base; top.lowBid.length > FAN; ) {
      top = above(top);
      levels.push(top);
    }
    this.levels = levels;
  }

  /** The bounds of `length` rows. */
  static of(bid: Int32Array, ask: Int32Array, length: number): TickBounds {
    const blocks = Math.ceil(length / FAN);
    const base = emptyLevel(blocks);
    for (let block = 0; block < blocks; block++) {
      fillBlock(base, block, bid, ask, Math.min(length, (block + 1) << BLOCK_SHIFT));
    }
    return new TickBounds(base);
  }

  /**
   * The first row from `from` on, before `to`, that is outside `band`; `to` when there is none.
   * @param rows - the rows themselves, asked for only where a block is not quiet.
   */
  firstOutside(band: QuietBand, from: number, to: number, rows: Rows): number {
    if (band.isClosed) return from;
    const { levels } = this;
    let row = from;
    while (row < to) {
      let level = 0;
      let block = row >> BLOCK_SHIFT;
      if (!isQuiet(levels[0] as BoundsLevel, block, band)) {
        const end = Math.min(to, (block + 1) << BLOCK_SHIFT);
        const { bid, ask } = rows.columns();
        for (; row < end; row++) {
          if (!band.holds(bid[row] as number, ask[row] as number)) return row;
        }
        continue;
      }
      while (level + 1 < levels.length && (block & MASK) === 0) {
        if (!isQuiet(levels[level + 1] as BoundsLevel, block >> BLOCK_SHIFT, band)) break;
        level += 1;
        block >>= BLOCK_SHIFT;
      }
      row = (block + 1) << (BLOCK_SHIFT * (level + 1));
    }
    return to;
  }

  /** Widens `extremes` by the rows from `from` to `to` (exclusive). */
  widen(extremes: Extremes, from: number, to: number, rows: Rows): void {
    let row = from;
    while (row < to) {
      if ((row & MASK) !== 0 || row + FAN > to) {
        const end = Math.min(to, ((row >> BLOCK_SHIFT) + 1) << BLOCK_SHIFT);
        const { bid, ask } = rows.columns();
        for (; row < end; row++) widenByTick(extremes, bid[row] as number, ask[row] as number);
        continue;
      }
      let level = 0;
      let block = row >> BLOCK_SHIFT;
      while (
        level + 1 < this.levels.length &&
        (block & MASK) === 0 &&
        row + (FAN << (BLOCK_SHIFT * (level + 1))) <= to
      ) {
        level += 1;
        block >>= BLOCK_SHIFT;
      }
      widenByBlock(extremes, this.levels[level] as BoundsLevel, block);
      row += FAN << (BLOCK_SHIFT * level);
    }
  }
}

const LEAST = -2_147_483_648;
const GREATEST = 2_147_483_647;

/** Extremes of nothing, to be widened; 32-bit integers, like all prices. */
export function noExtremes(): Extremes {
  return {
    lowBid: GREATEST,
    highBid: LEAST,
    lowAsk: GREATEST,
    highAsk: LEAST,
    lowMid: GREATEST,
    highMid: LEAST,
  };
}

/**
 * Whether all ticks of a block are inside. The mid's bounds are rounded, so half a point is given
 * away on each side: such a block is looked into, never wrongly passed.
 */
function isQuiet(level: BoundsLevel, block: number, band: QuietBand): boolean {
  return (
    (level.lowBid[block] as number) >= band.bidLow &&
    (level.highBid[block] as number) <= band.bidHigh &&
    (level.lowAsk[block] as number) >= band.askLow &&
    (level.highAsk[block] as number) <= band.askHigh &&
    (level.lowMid[block] as number) * 2 - 1 >= band.sumLow &&
    (level.highMid[block] as number) * 2 + 1 <= band.sumHigh
  );
}

function widenByTick(extremes: Extremes, bid: number, ask: number): void {
  const mid = midPoints(bid, ask);
  if (bid < extremes.lowBid) extremes.lowBid = bid;
  if (bid > extremes.highBid) extremes.highBid = bid;
  if (ask < extremes.lowAsk) extremes.lowAsk = ask;
  if (ask > extremes.highAsk) extremes.highAsk = ask;
  if (mid < extremes.lowMid) extremes.lowMid = mid;
  if (mid > extremes.highMid) extremes.highMid = mid;
}

function widenByBlock(extremes: Extremes, level: BoundsLevel, block: number): void {
  const lowBid = level.lowBid[block] as number;
  const highBid = level.highBid[block] as number;
  const lowAsk = level.lowAsk[block] as number;
  const highAsk = level.highAsk[block] as number;
  const lowMid = level.lowMid[block] as number;
  const highMid = level.highMid[block] as number;
  if (lowBid < extremes.lowBid) extremes.lowBid = lowBid;
  if (highBid > extremes.highBid) extremes.highBid = highBid;
  if (lowAsk < extremes.lowAsk) extremes.lowAsk = lowAsk;
  if (highAsk > extremes.highAsk) extremes.highAsk = highAsk;
  if (lowMid < extremes.lowMid) extremes.lowMid = lowMid;
  if (highMid > extremes.highMid) extremes.highMid = highMid;
}

function emptyLevel(blocks: number): BoundsLevel {
  return {
    lowBid: new Int32Array(blocks),
    highBid: new Int32Array(blocks),
    lowAsk: new Int32Array(blocks),
    highAsk: new Int32Array(blocks),
    lowMid: new Int32Array(blocks),
    highMid: new Int32Array(blocks),
  };
}

function fillBlock(
  level: BoundsLevel,
  block: number,
  bid: Int32Array,
  ask: Int32Array,
  end: number,
): void {
  const first = block << BLOCK_SHIFT;
  let lowBid = bid[first] as number;
  let highBid = lowBid;
  let lowAsk = ask[first] as number;
  let highAsk = lowAsk;
  let lowMid = midPoints(lowBid, lowAsk);
  let highMid = lowMid;
  for (let row = first + 1; row < end; row++) {
    const b = bid[row] as number;
    const a = ask[row] as number;
    const mid = midPoints(b, a);
    if (b < lowBid) lowBid = b;
    else if (b > highBid) highBid = b;
    if (a < lowAsk) lowAsk = a;
    else if (a > highAsk) highAsk = a;
    if (mid < lowMid) lowMid = mid;
    else if (mid > highMid) highMid = mid;
  }
  put(level, block, { lowBid, highBid, lowAsk, highAsk, lowMid, highMid });
}

function above(below: BoundsLevel): BoundsLevel {
  const { length } = below.lowBid;
  const level = emptyLevel(Math.ceil(length / FAN));
  for (let block = 0; block < level.lowBid.length; block++) {
    const extremes = noExtremes();
    const end = Math.min(length, (block + 1) << BLOCK_SHIFT);
    for (let at = block << BLOCK_SHIFT; at < end; at++) widenByBlock(extremes, below, at);
    put(level, block, extremes);
  }
  return level;
}

function put(level: BoundsLevel, block: number, extremes: Extremes): void {
  level.lowBid[block] = extremes.lowBid;
  level.highBid[block] = extremes.highBid;
  level.lowAsk[block] = extremes.lowAsk;
  level.highAsk[block] = extremes.highAsk;
  level.lowMid[block] = extremes.lowMid;
  level.highMid[block] = extremes.highMid;
}
