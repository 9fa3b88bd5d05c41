/**
 * Seeded choices for the random runs, in integers only, so that a seed names one run everywhere.
 * Source: Marsaglia, Xorshift RNGs (2003), the 32-bit generator with shifts 13, 17, 5.
 */

/** One stream of choices. */
export class Dice {
  private state: number;

  /** @param seed - any integer; zero is as good as another. */
  constructor(seed: number) {
    this.state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x6a09e667) >>> 0 || 1;
    for (let warm = 0; warm < 8; warm++) this.next();
  }

  /** Integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** True once in `many` times on average. */
  oneIn(many: number): boolean {
    return this.next() % many === 0;
  }

  /** One of the items, equally likely. @throws Error on an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.next() % items.length];
    if (items.length === 0) throw new Error('nothing to pick from');
    return item as T;
  }

  private next(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state;
  }
}
