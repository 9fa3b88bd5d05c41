/**
 * Turns of a price by a threshold: a turn is a move back of that size from the last extreme, and the
 * overshoot is how far the price then goes on until its next extreme.
 * Source: J. Glattfelder, A. Dupuis, R. Olsen, "Patterns in high-frequency FX data: discovery of 12
 * empirical scaling laws", arXiv 0809.1040.
 */

/** Counts the turns of one price by one threshold. It owns the last extreme and sums; `take` moves on. */
export class TurnMeter {
  /** A fraction of the price: 0.001 is 0.1 %. */
  readonly threshold: number;
  /** Number of turns. */
  turns = 0;
  #rises = true;
  #extreme = 0;
  /** Price at the last turn; 0 before the first. */
  #turnedAt = 0;
  #overshoots = 0;
  #overshot = 0;

  constructor(threshold: number) {
    this.threshold = threshold;
  }

  /** Takes the next price, above 0. */
  take(price: number): void {
    if (this.#extreme === 0) this.#extreme = price;
    const isFurther = this.#rises ? price > this.#extreme : price < this.#extreme;
    if (isFurther) {
      this.#extreme = price;
      return;
    }
    const back = this.#rises
      ? price <= this.#extreme * (1 - this.threshold)
      : price >= this.#extreme * (1 + this.threshold);
    if (!back) return;
    if (this.#turnedAt > 0) {
      const beyond = (this.#extreme - this.#turnedAt) / this.#turnedAt;
      this.#overshot += this.#rises ? beyond : -beyond;
      this.#overshoots += 1;
    }
    this.turns += 1;
    this.#rises = !this.#rises;
    this.#extreme = price;
    this.#turnedAt = price;
  }

  /** The mean overshoot over the threshold; undefined before the second turn. */
  get ratio(): number | undefined {
    if (this.#overshoots === 0) return undefined;
    return this.#overshot / this.#overshoots / this.threshold;
  }
}
