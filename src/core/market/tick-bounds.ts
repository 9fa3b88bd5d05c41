/**
 * Price bounds of blocks of ticks: the lowest and highest bid, ask and mid of every 16 rows, then
 * of every 8 such blocks, and so on. The storeys form a pyramid that costs 1.7 bytes per tick. A
 * replay uses it to pass rows that cannot touch anything. A candle of any length is folded from a
 * few blocks, at most 14 of each storey. The six numbers of a block lie side by side, because they
 * are read together. Bounds hold prices, not times. Invariant: the bounds of a block are the bounds
 * of its rows. Decision 0012.
 */

import { assert } from '../base/assert.js';
import { midOfSum } from './points.js';
import type { QuietBand } from './quiet-band.js';

/** Rows of a block of the lowest storey: 2^4. */
const BLOCK_SHIFT = 4;
const BLOCK_ROWS = 1 << BLOCK_SHIFT;
/** Blocks that one block of the next storey covers: 2^3. */
const FAN_SHIFT = 3;
const FAN = 1 << FAN_SHIFT;
const FAN_MASK = FAN - 1;

/** The six extremes of a range of rows, in points. Mids are rounded, half to even. */
export interface Extremes {
  lowBid: number;
  highBid: number;
  lowAsk: number;
  highAsk: number;
  lowMid: number;
  highMid: number;
}

/** One storey of the pyramid: the six extremes of each block, in the order of `Extremes`. */
type Storey = Int32Array;
const STRIDE = 6;
/** Storeys that are read ahead; the higher ones mostly lie in the cache. */
const READ_STOREYS = 2;
/** Numbers in a line of the processor's cache, 64 bytes. */
const LINE_NUMBERS = 16;

/** Places of a list of rows, and how far the rows of the list lie from those of the window. */
interface RowPlaces {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** The rows themselves, for ranges that the blocks do not decide. */
interface Rows {
  columns(): { readonly bid: Int32Array; readonly ask: Int32Array };
}

/** The price bounds of the rows of one window. */
export class TickBounds {
  /** All storeys in one array, the lowest first: the form in which bounds are stored. */
  readonly numbers: Int32Array;
  /** The parts of `numbers`. The last storey has at most 8 blocks. */
  readonly #storeys: readonly Storey[];

  private constructor(numbers: Int32Array, sizes: readonly number[]) {
    let at = 0;
    this.numbers = numbers;
    this.#storeys = sizes.map(size => {
      at += size;
      return numbers.subarray(at - size, at);
    });
  }

  /** Computes the bounds of the first `length` rows; prices in points. */
  static of(bid: Int32Array, ask: Int32Array, length: number): TickBounds {
    const sizes = storeySizes(length);
    const bounds = new TickBounds(new Int32Array(sum(sizes)), sizes);
    const [base, ...storeys] = bounds.#storeys as [Storey, ...Storey[]];
    putBlocks(base, bid, ask, length);
    let below = base;
    for (const storey of storeys) {
      putAbove(storey, below);
      below = storey;
    }
    return bounds;
  }

  /** How many numbers the bounds of `length` rows are. */
  static sizeOf(length: number): number {
    return sum(storeySizes(length));
  }

  /**
   * The bounds of `length` rows that were stored. @param numbers - as they were; only their count is
   * checked. @throws InvariantError when bounds of so many rows have another size.
   */
  static from(numbers: Int32Array, length: number): TickBounds {
    const sizes = storeySizes(length);
    assert(numbers.length === sum(sizes), 'Invariant: bounds fit their rows', numbers.length);
    return new TickBounds(numbers, sizes);
  }

  /**
   * The first row in [from, to) that is outside `band`; `to` when there is none.
   * @param rows - the rows themselves; they are read only where a block is not quiet.
   */
  firstOutside(band: QuietBand, from: number, to: number, rows: Rows): number {
    if (band.isClosed) return from;
    const storeys = this.#storeys;
    let row = from;
    while (row < to) {
      let block = row >> BLOCK_SHIFT;
      if (!isQuiet(storeys[0] as Storey, block, band)) {
        const end = Math.min(to, (block + 1) << BLOCK_SHIFT);
        const { bid, ask } = rows.columns();
        for (; row < end; row++) {
          if (!band.holds(bid[row] as number, ask[row] as number)) return row;
        }
        continue;
      }
      let level = 0;
      let end = (block + 1) << BLOCK_SHIFT;
      // At the first row the search may climb at once: a quiet block is also quiet from its middle
      // on.
      while (end < to && level + 1 < storeys.length && (row === from || (block & FAN_MASK) === 0)) {
        if (!isQuiet(storeys[level + 1] as Storey, block >> FAN_SHIFT, band)) break;
        level += 1;
        block >>= FAN_SHIFT;
        end = (block + 1) << (BLOCK_SHIFT + FAN_SHIFT * level);
      }
      row = end;
    }
    return to;
  }

  /**
   * Reads the bounds around the rows at places `from` to `to` (exclusive) of `rows`, each moved by `shift`.
   * @returns their sum, which is above zero.
   */
  readAhead(rows: readonly number[], { from, to, shift }: RowPlaces): number {
    let sum = 0;
    for (let level = 0; level < READ_STOREYS && level < this.#storeys.length; level++) {
      const storey = this.#storeys[level] as Storey;
      const shiftOfGroup = BLOCK_SHIFT + FAN_SHIFT * (level + 1);
      const most = storey.length - 1;
      for (let at = from; at < to; at++) {
        const group = Math.max(0, (rows[at] as number) + shift) >> shiftOfGroup;
        const first = group * FAN * STRIDE;
        sum += storey[first] as number;
        sum += storey[Math.min(most, first + LINE_NUMBERS)] as number;
        sum += storey[Math.min(most, first + 2 * LINE_NUMBERS)] as number;
      }
    }
    return sum;
  }

  /** Widens `extremes` so that they include the rows from `from` to `to` (exclusive). */
  widen(extremes: Extremes, from: number, to: number, rows: Rows): void {
    let low = (from + BLOCK_ROWS - 1) >> BLOCK_SHIFT;
    let high = to >> BLOCK_SHIFT;
    const isWithinBlocks = low > high;
    if (isWithinBlocks || from < low << BLOCK_SHIFT || high << BLOCK_SHIFT < to) {
      const columns = rows.columns();
      if (isWithinBlocks) {
        widenByRows(extremes, columns, from, to);
        return;
      }
      widenByRows(extremes, columns, from, low << BLOCK_SHIFT);
      widenByRows(extremes, columns, high << BLOCK_SHIFT, to);
    }
    for (const storey of this.#storeys) {
      const isTop = storey.length <= FAN * STRIDE;
      const first = isTop ? high : Math.min(high, (low + FAN_MASK) & ~FAN_MASK);
      const last = Math.max(first, high & ~FAN_MASK);
      widenByBlocks(extremes, storey, low, first);
      widenByBlocks(extremes, storey, last, high);
      low = first >> FAN_SHIFT;
      high = last >> FAN_SHIFT;
      if (low >= high) return;
    }
  }
}

const LEAST = -2_147_483_648;
const GREATEST = 2_147_483_647;

/** Extremes of no rows, ready to be widened; the largest and smallest 32-bit integers. */
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
 * Whether all ticks of a block are inside the band. The bounds of the mid are rounded, so half a
 * point is added on each side. A block may then be checked row by row without need, but is never
 * passed wrongly.
 */
function isQuiet(storey: Storey, block: number, band: QuietBand): boolean {
  const at = block * STRIDE;
  return (
    (storey[at] as number) >= band.bidLow &&
    (storey[at + 1] as number) <= band.bidHigh &&
    (storey[at + 2] as number) >= band.askLow &&
    (storey[at + 3] as number) <= band.askHigh &&
    (storey[at + 4] as number) * 2 - 1 >= band.sumLow &&
    (storey[at + 5] as number) * 2 + 1 <= band.sumHigh
  );
}

/** Mids rise with their sums: only sums are compared. */
function widenByRows(
  extremes: Extremes,
  { bid: bids, ask: asks }: ReturnType<Rows['columns']>,
  from: number,
  to: number,
): void {
  if (from >= to) return;
  let { lowBid, highBid, lowAsk, highAsk } = extremes;
  let lowSum = (bids[from] as number) + (asks[from] as number);
  let highSum = lowSum;
  for (let row = from; row < to; row++) {
    const bid = bids[row] as number;
    const ask = asks[row] as number;
    const both = bid + ask;
    if (bid < lowBid) lowBid = bid;
    if (bid > highBid) highBid = bid;
    if (ask < lowAsk) lowAsk = ask;
    if (ask > highAsk) highAsk = ask;
    if (both < lowSum) lowSum = both;
    if (both > highSum) highSum = both;
  }
  extremes.lowBid = lowBid;
  extremes.highBid = highBid;
  extremes.lowAsk = lowAsk;
  extremes.highAsk = highAsk;
  extremes.lowMid = Math.min(extremes.lowMid, midOfSum(lowSum));
  extremes.highMid = Math.max(extremes.highMid, midOfSum(highSum));
}

function widenByBlocks(extremes: Extremes, storey: Storey, from: number, to: number): void {
  let { lowBid, highBid, lowAsk, highAsk, lowMid, highMid } = extremes;
  for (let at = from * STRIDE; at < to * STRIDE; at += STRIDE) {
    lowBid = Math.min(lowBid, storey[at] as number);
    highBid = Math.max(highBid, storey[at + 1] as number);
    lowAsk = Math.min(lowAsk, storey[at + 2] as number);
    highAsk = Math.max(highAsk, storey[at + 3] as number);
    lowMid = Math.min(lowMid, storey[at + 4] as number);
    highMid = Math.max(highMid, storey[at + 5] as number);
  }
  extremes.lowBid = lowBid;
  extremes.highBid = highBid;
  extremes.lowAsk = lowAsk;
  extremes.highAsk = highAsk;
  extremes.lowMid = lowMid;
  extremes.highMid = highMid;
}

/** How many numbers each storey has, the lowest first. */
function storeySizes(length: number): number[] {
  let blocks = Math.ceil(length / BLOCK_ROWS);
  const sizes = [blocks * STRIDE];
  while (blocks > FAN) {
    blocks = Math.ceil(blocks / FAN);
    sizes.push(blocks * STRIDE);
  }
  return sizes;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

/**
 * Puts the bounds of the rows into the lowest storey. It runs once in most processes, so it is one
 * loop without calls, which is compiled soon. Mids rise with their sums: only sums are compared.
 */
function putBlocks(base: Storey, bids: Int32Array, asks: Int32Array, length: number): void {
  let at = 0;
  for (let from = 0; from < length; from += BLOCK_ROWS) {
    let lowBid = bids[from] as number;
    let highBid = lowBid;
    let lowAsk = asks[from] as number;
    let highAsk = lowAsk;
    let lowSum = lowBid + lowAsk;
    let highSum = lowSum;
    const to = Math.min(from + BLOCK_ROWS, length);
    for (let row = from + 1; row < to; row++) {
      const bid = bids[row] as number;
      const ask = asks[row] as number;
      if (bid < lowBid) lowBid = bid;
      else if (bid > highBid) highBid = bid;
      if (ask < lowAsk) lowAsk = ask;
      else if (ask > highAsk) highAsk = ask;
      if (bid + ask < lowSum) lowSum = bid + ask;
      else if (bid + ask > highSum) highSum = bid + ask;
    }
    base[at] = lowBid;
    base[at + 1] = highBid;
    base[at + 2] = lowAsk;
    base[at + 3] = highAsk;
    base[at + 4] = midOfSum(lowSum);
    base[at + 5] = midOfSum(highSum);
    at += STRIDE;
  }
}

/** Puts the bounds of the blocks of `below` into the storey above it. */
function putAbove(storey: Storey, below: Storey): void {
  const fan = FAN * STRIDE;
  let at = 0;
  for (let from = 0; from < below.length; from += fan) {
    let lowBid = below[from] as number;
    let highBid = below[from + 1] as number;
    let lowAsk = below[from + 2] as number;
    let highAsk = below[from + 3] as number;
    let lowMid = below[from + 4] as number;
    let highMid = below[from + 5] as number;
    const to = Math.min(from + fan, below.length);
    for (let each = from + STRIDE; each < to; each += STRIDE) {
      if ((below[each] as number) < lowBid) lowBid = below[each] as number;
      if ((below[each + 1] as number) > highBid) highBid = below[each + 1] as number;
      if ((below[each + 2] as number) < lowAsk) lowAsk = below[each + 2] as number;
      if ((below[each + 3] as number) > highAsk) highAsk = below[each + 3] as number;
      if ((below[each + 4] as number) < lowMid) lowMid = below[each + 4] as number;
      if ((below[each + 5] as number) > highMid) highMid = below[each + 5] as number;
    }
    storey[at] = lowBid;
    storey[at + 1] = highBid;
    storey[at + 2] = lowAsk;
    storey[at + 3] = highAsk;
    storey[at + 4] = lowMid;
    storey[at + 5] = highMid;
    at += STRIDE;
  }
}
