/**
 * The probability of backtest overfitting (PBO) by combinatorially symmetric cross-validation: the
 * days are cut into blocks; each half of the blocks is once the sample in which the best run is
 * chosen, and the other half says where that run stands among all runs.
 * Source: D. Bailey, J. Borwein, M. Lopez de Prado, Q. Zhu, "The probability of backtest overfitting",
 * Journal of Computational Finance 20(4), 2017.
 */

import type { ReturnMatrix } from './return-matrix.js';

/** What the cross-validation found. */
export interface Overfitting {
  /** Share of the splits in which the best run in sample is in the lower half out of sample, 0 to 1. */
  readonly pbo: number;
  /** Share of the splits in which the best run in sample loses money out of sample, 0 to 1. */
  readonly loss: number;
  /** Number of blocks, even. */
  readonly blocks: number;
  /** Number of splits. */
  readonly splits: number;
}

const USUAL_BLOCKS = 16;
const LEAST_BLOCKS = 4;
/** Least days of a block: a Sharpe ratio of fewer says nothing. */
const LEAST_DAYS = 5;
/** Greatest number of sums: beyond it there are fewer blocks. */
const MOST_WORK = 4e8;

/** Sums of one run over each block, or of all runs over some blocks. */
interface Sums {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

/**
 * The cross-validation of a matrix; undefined when it has fewer than two runs or too few days.
 * @param wanted - number of blocks, even; fewer are made of few days.
 */
export function overfitting(
  { days, rows }: ReturnMatrix,
  wanted = USUAL_BLOCKS,
): Overfitting | undefined {
  const blocks = blockCount(days.length, rows.length, wanted);
  if (blocks === undefined) return undefined;
  const size = Math.floor(days.length / blocks);
  const runs = rows.map(row => blockSums(row, blocks, size));
  const all = runs.map(({ sums, squares }) => [total(sums), total(squares)] as const);
  const half = (blocks / 2) * size;
  // Sums of the first blocks of a choice are kept, because the next choice has most of them too.
  const depths = Array.from({ length: blocks / 2 + 1 }, () => ({
    sums: new Float64Array(rows.length),
    squares: new Float64Array(rows.length),
  }));
  const inSample = new Float64Array(rows.length);
  const outOfSample = new Float64Array(rows.length);
  let [low, losing, splits] = [0, 0, 0];
  for (const { chosen, from } of halves(blocks)) {
    for (let at = from; at < chosen.length; at++) addBlock(depths, runs, at, chosen[at] as number);
    const { sums, squares } = depths[chosen.length] as Sums;
    let best = 0;
    for (let run = 0; run < rows.length; run++) {
      const [sum, square] = [sums[run] as number, squares[run] as number];
      const [wholeSum, wholeSquare] = all[run] as readonly [number, number];
      inSample[run] = sharpe(sum, square, half);
      outOfSample[run] = sharpe(wholeSum - sum, wholeSquare - square, half);
      if ((inSample[run] as number) > (inSample[best] as number)) best = run;
    }
    const value = outOfSample[best] as number;
    low += rankOf(value, outOfSample) / (rows.length + 1) <= 0.5 ? 1 : 0;
    losing += value < 0 ? 1 : 0;
    splits += 1;
  }
  return { pbo: low / splits, loss: losing / splits, blocks, splits };
}

/** Adds block `block`, which is chosen at place `at`, to the sums of the places before. */
function addBlock(depths: readonly Sums[], runs: readonly Sums[], at: number, block: number): void {
  const [before, after] = [depths[at] as Sums, depths[at + 1] as Sums];
  runs.forEach(({ sums, squares }, run) => {
    after.sums[run] = (before.sums[run] as number) + (sums[block] as number);
    after.squares[run] = (before.squares[run] as number) + (squares[block] as number);
  });
}

/** Greatest even number of blocks that the days allow and that does not take too long. */
function blockCount(days: number, runs: number, wanted: number): number | undefined {
  let blocks = Math.min(wanted, 2 * Math.floor(days / LEAST_DAYS / 2));
  while (blocks > LEAST_BLOCKS && splitsOf(blocks) * (blocks / 2) * runs > MOST_WORK) blocks -= 2;
  return runs < 2 || blocks < LEAST_BLOCKS ? undefined : blocks;
}

function splitsOf(blocks: number): number {
  let count = 1;
  for (let at = 1; at <= blocks / 2; at++) count = (count * (blocks / 2 + at)) / at;
  return count;
}

/** Sums over blocks of `size` days; the first days that fill no block are left out. */
function blockSums(row: Float64Array, blocks: number, size: number): Sums {
  const sums = new Float64Array(blocks);
  const squares = new Float64Array(blocks);
  const first = row.length - blocks * size;
  for (let at = first; at < row.length; at++) {
    const block = Math.floor((at - first) / size);
    const value = row[at] as number;
    sums[block] = (sums[block] as number) + value;
    squares[block] = (squares[block] as number) + value * value;
  }
  return { sums, squares };
}

/** A choice of half of the blocks, and the first place at which it differs from the one before. */
interface Half {
  readonly chosen: readonly number[];
  readonly from: number;
}

/** Every choice of half of the blocks, in the order of their numbers. */
function* halves(blocks: number): Generator<Half> {
  const chosen = Array.from({ length: blocks / 2 }, (_, index) => index);
  for (let from = 0; ; ) {
    yield { chosen, from };
    let at = chosen.length - 1;
    while (at >= 0 && chosen[at] === blocks - chosen.length + at) at -= 1;
    if (at < 0) return;
    from = at;
    let next = (chosen[at] as number) + 1;
    for (; at < chosen.length; at++) chosen[at] = next++;
  }
}

/** Mean over deviation; 0 for a run that never trades. */
function sharpe(sum: number, squares: number, count: number): number {
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  return variance <= 0 ? 0 : mean / Math.sqrt(variance);
}

/** Place of `value` among `values` from the least, from 1; equals share their mean place. */
function rankOf(value: number, values: Float64Array): number {
  let [below, equal] = [0, 0];
  for (const other of values) {
    if (other < value) below += 1;
    else if (other === value) equal += 1;
  }
  return below + (equal + 1) / 2;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
