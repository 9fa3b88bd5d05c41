/**
 * Which runs of a study belong to a shard. Runs are dealt in blocks of as many as there are shards: of
 * each block every shard gets one run, in a random order that the seed of the study decides. So shards
 * differ by at most one run, and each gets its share of every window and of every value of an axis:
 * dealt in turn without the random order, sixteen shards of an axis of sixteen values would each get one
 * value, and the slowest would have all of the slowest runs.
 */

import { Prng } from '../../core/base/prng.js';
import { shuffled } from '../search/shuffle.js';

/** One of the shards of a study. */
export interface Shard {
  /** The number of the shard, from 1. */
  readonly shard: number;
  /** Number of shards, at least 1; it may exceed the number of runs. */
  readonly of: number;
}

/** The indexes of the runs of a shard, ascending. @param runs - of the study. @param seed - its seed. */
export function runsOfShard(runs: number, { shard, of }: Shard, seed: number): number[] {
  const prng = new Prng(seed).fork('shards');
  const order = Array.from({ length: of }, (_, at) => at + 1);
  const own: number[] = [];
  for (let first = 0; first < runs; first += of) {
    const index = first + shuffled(order, prng).indexOf(shard);
    if (index < runs) own.push(index);
  }
  return own;
}

/** A shard in words: `3/64`. */
export function shardText({ shard, of }: Shard): string {
  return `${shard}/${of}`;
}
