/** Where a rewind by one candle goes to. */

/** What is read of a candle: its beginning, RFC 3339. */
interface CandleStart {
  readonly time: string;
}

/**
 * The beginning of the last of `candles` that began before `now`, and not before `from`, RFC 3339.
 * Without such a candle it is `from`, the beginning of the window.
 */
export function candleBefore(candles: readonly CandleStart[], now: string, from: string): string {
  const before = candles.findLast(({ time }) => Date.parse(time) < Date.parse(now));
  return before === undefined || Date.parse(before.time) <= Date.parse(from) ? from : before.time;
}
