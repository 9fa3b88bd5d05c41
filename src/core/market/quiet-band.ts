/**
 * The price range of one instrument in which nothing can happen: no order triggers, no trailing
 * stop moves, no margin line is crossed. Orders and margin lines make the band narrower. A tick
 * inside it needs no further check. Bounds are inclusive and in points of the source's prices. The
 * bounds of the mid are in half points (bid + ask). So ticks and block bounds are compared without
 * conversion. Decision 0012. Invariant: a tick inside the band changes nothing but the quote, the
 * clock and the candles.
 */

/**
 * Owns the quiet band of one instrument; a new band is unbounded. Orders and margin lines narrow
 * it, `reset` opens it. Inside it nothing can happen.
 */
export class QuietBand {
  bidLow = Number.NEGATIVE_INFINITY;
  bidHigh = Number.POSITIVE_INFINITY;
  askLow = Number.NEGATIVE_INFINITY;
  askHigh = Number.POSITIVE_INFINITY;
  sumLow = Number.NEGATIVE_INFINITY;
  sumHigh = Number.POSITIVE_INFINITY;

  /** Removes all bounds: every price is quiet. */
  reset(): void {
    this.bidLow = Number.NEGATIVE_INFINITY;
    this.bidHigh = Number.POSITIVE_INFINITY;
    this.askLow = Number.NEGATIVE_INFINITY;
    this.askHigh = Number.POSITIVE_INFINITY;
    this.sumLow = Number.NEGATIVE_INFINITY;
    this.sumHigh = Number.POSITIVE_INFINITY;
  }

  /** Makes no price quiet: every tick must be checked. */
  close(): void {
    this.bidLow = Number.POSITIVE_INFINITY;
  }

  get isClosed(): boolean {
    return this.bidLow === Number.POSITIVE_INFINITY;
  }

  /**
   * Turns bounds on quotes into bounds on the source's prices. The execution model widens these
   * prices by `extra` points on each side. A bid that would fall below one point is not quiet, so
   * the minimum bid needs no rule here.
   * @param extra - half-spread in points, at least 0.
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

  /** Whether every price inside `other` is inside this band. */
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

  /** Whether a tick of the source is inside the band; prices in points. */
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
