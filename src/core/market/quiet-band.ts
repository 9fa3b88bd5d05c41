/**
 * The prices of one instrument at which nothing can happen: no order triggers, no trailing stop
 * moves, no margin line is crossed. Orders and margin lines narrow it; a tick inside it needs no
 * further look. Bounds are inclusive and in points as the source quotes them (half points, bid +
 * ask, for the mid), so that ticks and block bounds are compared as they stand. Decision 0012.
 * Invariant: a tick inside the band changes nothing but the quote, the clock and the candles.
 */

export class QuietBand {
  bidLow = Number.NEGATIVE_INFINITY;
  bidHigh = Number.POSITIVE_INFINITY;
  askLow = Number.NEGATIVE_INFINITY;
  askHigh = Number.POSITIVE_INFINITY;
  sumLow = Number.NEGATIVE_INFINITY;
  sumHigh = Number.POSITIVE_INFINITY;

  /** Everything is quiet again. */
  reset(): void {
    this.bidLow = Number.NEGATIVE_INFINITY;
    this.bidHigh = Number.POSITIVE_INFINITY;
    this.askLow = Number.NEGATIVE_INFINITY;
    this.askHigh = Number.POSITIVE_INFINITY;
    this.sumLow = Number.NEGATIVE_INFINITY;
    this.sumHigh = Number.POSITIVE_INFINITY;
  }

  /** Nothing is quiet: every tick has to be looked at. */
  close(): void {
    this.bidLow = Number.POSITIVE_INFINITY;
  }

  get isClosed(): boolean {
    return this.bidLow === Number.POSITIVE_INFINITY;
  }

  /**
   * Turns bounds on quotes into bounds on the source's prices, which the execution model widens by
   * `extra` points a side. A bid that the widening would push below one point is not quiet, so that
   * the floor of the bid needs no rule here.
   */
  beforeSpread(extra: number): void {
    if (extra === 0) return;
    this.bidLow = Math.max(this.bidLow + extra, extra + 1);
    this.bidHigh += extra;
    this.askLow -= extra;
    this.askHigh -= extra;
  }

  copyFrom(other: QuietBand): void {
    this.bidLow = other.bidLow;
    this.bidHigh = other.bidHigh;
    this.askLow = other.askLow;
    this.askHigh = other.askHigh;
    this.sumLow = other.sumLow;
    this.sumHigh = other.sumHigh;
  }

  /** Whether whatever is inside `other` is inside this one. */
  covers(other: QuietBand): boolean {
    return (
      this.bidLow <= other.bidLow &&
      this.bidHigh >= other.bidHigh &&
      this.askLow <= other.askLow &&
      this.askHigh >= other.askHigh &&
      this.sumLow <= other.sumLow &&
      this.sumHigh >= other.sumHigh
    );
  }

  /** Whether a tick of the source is inside. */
  holds(bid: number, ask: number): boolean {
    return (
      bid >= this.bidLow &&
      bid <= this.bidHigh &&
      ask >= this.askLow &&
      ask <= this.askHigh &&
      bid + ask >= this.sumLow &&
      bid + ask <= this.sumHigh
    );
  }
}
