/**
 * What a strategy drew, placed on the candles of a chart. A strategy draws when a candle is
 * complete, which is the instant at which the next one begins. So a point is shown on the candle that
 * ends at its instant. Of several values in a candle the last is shown.
 */

import { countWhile } from '../../core/base/bisect.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import type { CandleNotes, DrawnLine, InstrumentData } from '../page/page-data.js';

const MICROS = 1e6;
/** Decimal digits of a value that a chart can show. */
const DIGITS = 10;

/**
 * The lines and marks on the chart of `instrument`; empty when there are none.
 * @param times - of the chart's candles, in seconds since 1970.
 */
export function drawnOn(
  instrument: string,
  drawings: Drawings | undefined,
  times: readonly number[],
): Pick<InstrumentData, 'drawn'> {
  const isHere = (each: { readonly instrument: string }) => each.instrument === instrument;
  const series = drawings?.series.filter(isHere) ?? [];
  const marks = drawings?.marks.filter(isHere) ?? [];
  if (times.length === 0 || series.length + marks.length === 0) return {};
  const candleAt = (at: number) => candleUntil(times, at / MICROS);
  const lines = series.map(({ name, pane, style, points }): DrawnLine => {
    const byCandle = new Map(points.map(([at, value]) => [candleAt(at), shortened(value)]));
    return { name, pane, style, points: [...byCandle] };
  });
  const texts = new Map<number, string>();
  for (const { at, text } of marks) {
    const candle = candleAt(at);
    const before = texts.get(candle);
    texts.set(candle, before === undefined ? text : `${before}; ${text}`);
  }
  const notes: readonly CandleNotes[] = [...texts];
  return { drawn: { lines, notes } };
}

/** Index of the last candle that began before `seconds`; 0 when none did. */
function candleUntil(times: readonly number[], seconds: number): number {
  return Math.max(0, countWhile(times.length, at => (times[at] as number) < seconds) - 1);
}

/** A float of a computation without the digits that no chart shows. */
function shortened(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
