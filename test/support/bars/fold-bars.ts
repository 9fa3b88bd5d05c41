/** Folds ticks and bars to candles of a coarser granularity, by the rule alone. */

import { bucketStart, DEFAULT_ALIGNMENT } from '../../../src/core/candle/alignment.js';
import type { OHLC } from '../../../src/core/candle/candle.js';
import type { Granularity } from '../../../src/core/candle/granularity.js';
import type { TickColumns } from '../../../src/core/market/tick.js';
import type { Instant } from '../../../src/core/time/instant.js';

/** One price over a time: a tick has four equal prices. */
export interface Span extends OHLC {
  readonly time: number;
}

/** The candles of spans in order of time, by the starts of their buckets. */
export function folded(spans: readonly Span[], granularity: Granularity): Span[] {
  const candles: Span[] = [];
  for (const { time: at, o, h, l, c } of spans) {
    const time = bucketStart(at as Instant, granularity, DEFAULT_ALIGNMENT);
    const last = candles.at(-1);
    if (last?.time === time) {
      const grown = { h: Math.max(last.h, h), l: Math.min(last.l, l), c };
      candles[candles.length - 1] = { ...last, ...grown };
    } else candles.push({ time, o, h, l, c });
  }
  return candles;
}

/** The ticks of one side, or their mids rounded half to even, as spans. */
export function spansOf(
  { time, bid, ask, length }: TickColumns,
  side: 'bid' | 'mid' | 'ask',
): Span[] {
  return Array.from({ length }, (_, row) => {
    const low = bid[row] as number;
    const high = ask[row] as number;
    const price = { bid: low, ask: high, mid: midOf(low + high) }[side];
    return { time: time[row] as number, o: price, h: price, l: price, c: price };
  });
}

function midOf(sum: number): number {
  const below = Math.floor(sum / 2);
  return sum % 2 === 0 ? below : below + (below % 2);
}

/** The first candle that differs, with its place; undefined when all are equal. */
export function firstDifference(
  made: readonly Span[],
  expected: readonly Span[],
): { row: number; made: Span | undefined; expected: Span | undefined } | undefined {
  const length = Math.max(made.length, expected.length);
  for (let row = 0; row < length; row++) {
    const [a, b] = [made[row], expected[row]];
    if (a === undefined || b === undefined || !isSame(a, b)) return { row, made: a, expected: b };
  }
  return undefined;
}

/** Whether two candles have the same time and prices. */
export function isSame(a: Span, b: Span): boolean {
  return a.time === b.time && a.o === b.o && a.h === b.h && a.l === b.l && a.c === b.c;
}
