/** A market of one instrument whose ticks a test writes down. */

import { residentWindows } from '../../../src/core/market/tick.js';
import { at, pair } from './fixtures.js';

/** EUR_USD with a tick a minute at these bids, spread 10 points. */
export function ticking(...bids: readonly number[]) {
  const time = Float64Array.from(bids, (_, row) => at('2024-03-05T10:00:00Z') + row * 60_000_000);
  const bid = Int32Array.from(bids);
  const ask = bid.map(points => points + 10);
  const windows = residentWindows({ length: bids.length, time, bid, ask });
  const ticks = { instrument: 'EUR_USD', digest: 'test', windows };
  return [{ instrument: pair('EUR_USD'), halts: [], ticks }];
}
