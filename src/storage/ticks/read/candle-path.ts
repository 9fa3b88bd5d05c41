/**
 * The path of ticks that a candle is turned into: open, the extreme nearer to the open, the other
 * extreme, close; at the start of the candle and after 1/4, 1/2 and 3/4 of it. Bid and ask take the
 * same path, chosen by the sum of both, so that a high bid never meets a low ask. On a tie the high
 * comes first.
 */

import { bucketEnd, DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import { checkSpread, parsePrice, RowFault } from '../../../core/feed/parse-tick.js';
import { instant } from '../../../core/time/instant.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { ReadTime } from '../text/layout.js';

/** Open, high, low, close as text. */
export type Prices = readonly [o: string, h: string, l: string, c: string];

const NAMES = ['o', 'h', 'l', 'c'] as const;
const OPEN = 0;
const HIGH = 1;
const LOW = 2;
const CLOSE = 3;

/** A candle as read. */
export interface CandleText {
  readonly start: ReadTime;
  readonly bid: Prices;
  readonly ask: Prices;
}

/**
 * Appends the four ticks of a candle, all or none. @throws RowFault
 * @param precision - digits after the point of a price.
 */
export function pushCandle(
  builder: TickBuilder,
  { start, ...sides }: CandleText,
  granularity: Granularity,
  precision: number,
): void {
  const bid = pointsOf(sides.bid, precision, 'bid');
  const ask = pointsOf(sides.ask, precision, 'ask');
  for (const index of [OPEN, HIGH, LOW, CLOSE]) {
    const [bidText, askText] = [sides.bid[index], sides.ask[index]] as [string, string];
    checkSpread(bid[index] as number, ask[index] as number, bidText, askText);
  }
  const sum = (index: number) => (bid[index] as number) + (ask[index] as number);
  const highFirst = sum(HIGH) - sum(OPEN) <= sum(OPEN) - sum(LOW);
  const path = highFirst ? [OPEN, HIGH, LOW, CLOSE] : [OPEN, LOW, HIGH, CLOSE];
  const quarter = (bucketEnd(start.at, granularity, DEFAULT_ALIGNMENT) - start.at) / 4;
  path.forEach((index, step) => {
    const at = instant(start.at + Math.floor(quarter * step));
    builder.push({ at, cut: start.cut && step === 0 }, bid[index] as number, ask[index] as number);
  });
}

function pointsOf(prices: Prices, precision: number, side: string): readonly number[] {
  const points = prices.map((text, index) =>
    parsePrice(text, precision, `${side}_${NAMES[index]}`),
  );
  const [open = 0, high = 0, low = 0, close = 0] = points;
  if (high < Math.max(open, low, close) || low > Math.min(open, close)) {
    throw new RowFault(
      `${side}_h`,
      `must be the highest price and ${side}_l the lowest, was ${prices.join(' ')}`,
    );
  }
  return points;
}
