/**
 * The only source of randomness: a small seeded generator on 32-bit integers, the same on every
 * machine and Node version. Algorithm: sfc32 (Chris Doty-Humphrey, PractRand), seeded through
 * splitmix32; labels are hashed with FNV-1a.
 */

import { assert } from './assert.js';

const UINT32 = 4_294_967_296;
const WARM_UP_ROUNDS = 12;

/**
 * Owns the four words of a seeded generator of random numbers. Each draw moves them on; the same
 * seed gives the same draws.
 */
export class Prng {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  /** @param seed - any safe integer. Equal seeds give equal draws. */
  constructor(seed: number) {
    assert(Number.isSafeInteger(seed), 'Invariant: a seed is a safe integer', seed);
    const mix = splitmix32(seed | 0);
    this.#a = mix();
    this.#b = mix() ^ (Math.floor(seed / UINT32) | 0);
    this.#c = mix();
    this.#counter = 1;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.nextUint32();
  }

  /** The next integer in [0, 2^32). */
  nextUint32(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + result;
    this.#c |= 0;
    return result >>> 0;
  }

  /**
   * A uniform integer in [minimum, maximum], both included; unbiased. The range holds at most 2^32
   * integers.
   */
  nextInt(minimum: number, maximum: number): number {
    const span = maximum - minimum + 1;
    assert(span >= 1 && span <= UINT32, 'Invariant: a range holds 1 to 2^32 integers');
    // Quotients are exact enough below 2^53, and % of numbers beyond 31 bits is slow.
    const limit = Math.floor(UINT32 / span) * span;
    let drawn = this.nextUint32();
    while (drawn >= limit) drawn = this.nextUint32();
    return minimum + drawn - Math.floor(drawn / span) * span;
  }

  /** A number in [0, 1): the next integer divided by 2^32, exact in a double. */
  nextUnit(): number {
    return this.nextUint32() / UINT32;
  }

  /** A separate generator for the purpose `label`. This generator does not move. */
  fork(label: string): Prng {
    let hash = 0x811c9dc5;
    for (let at = 0; at < label.length; at++) {
      hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193);
    }
    return new Prng(((this.#a ^ hash) >>> 0) + ((this.#b ^ this.#c) & 0xfffff) * UINT32);
  }

  /** A copy that draws the same numbers from this point on. */
  clone(): Prng {
    const copy = new Prng(0);
    copy.#a = this.#a;
    copy.#b = this.#b;
    copy.#c = this.#c;
    copy.#counter = this.#counter;
    return copy;
  }

  /** The generator that had this `state`. */
  static restored([a = 0, b = 0, c = 0, counter = 0]: readonly number[]): Prng {
    const prng = new Prng(0);
    prng.#a = a;
    prng.#b = b;
    prng.#c = c;
    prng.#counter = counter;
    return prng;
  }

  /** The complete state. */
  get state(): readonly number[] {
    return [this.#a, this.#b, this.#c, this.#counter];
  }
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) | 0;
  };
}
