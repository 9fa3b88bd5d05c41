/** The instants at which episodes may begin: ends of the buckets in which an instrument has a price. */

import { DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import { BucketFinder } from '../../../core/candle/bucket-finder.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import type { TickWindow } from '../../../core/market/tick.js';
import { instant } from '../../../core/time/instant.js';

/** The ends of the buckets with a price, microseconds since 1970, within the window. */
export function candleEnds(
  windows: readonly TickWindow[],
  granularity: Granularity,
  { from, to }: { readonly from: number; readonly to: number },
): Float64Array {
  const finder = new BucketFinder(granularity, DEFAULT_ALIGNMENT);
  const ends: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const window of windows) {
    if (window.lastTime < from || window.firstTime >= to) continue;
    const { time } = window.columns();
    for (let row = 0; row < window.length; row += 1) {
      const at = time[row] as number;
      if (at < from || at < last) continue;
      if (at >= to) return Float64Array.from(ends);
      finder.find(instant(at));
      last = finder.end;
      ends.push(last);
    }
  }
  return Float64Array.from(ends);
}
