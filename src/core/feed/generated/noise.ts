/**
 * Random numbers that are drawn by place, not in turn: the number of a place does not depend on which
 * places were asked before. Algorithm: the finalizer of splitmix32 over the place and a key.
 */

import { Prng } from '../../base/prng.js';

const UINT32 = 4_294_967_296;
/** A sum of four bytes has this mean and this standard deviation. */
const MEAN = 510;
const DEVIATION = 147.801_894;

/** The key of the draws for the purpose `label`. */
export function noiseKey(seed: number, label: string): number {
  return new Prng(seed).fork(label).nextUint32() | 0;
}

/** A 32-bit integer for `place`, which is an integer. */
export function noiseAt(key: number, place: number): number {
  let mixed = (Math.imul(place, 0x9e3779b1) + key) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) | 0;
}

/** A number in [0, 1) for `place`. */
export function unitAt(key: number, place: number): number {
  return (noiseAt(key, place) >>> 0) / UINT32;
}

/** A nearly normal number for `place`: mean 0, variance 1, at most 3.5 away from 0. */
export function normalAt(key: number, place: number): number {
  const drawn = noiseAt(key, place);
  const bytes = (drawn & 255) + ((drawn >>> 8) & 255) + ((drawn >>> 16) & 255) + (drawn >>> 24);
  return (bytes - MEAN) / DEVIATION;
}
