/**
 * What was quoted before the window of a run: the earlier ticks of its sources. They are history, so
 * no order, trailing stop, margin line or subscriber hears of them; but candles reach back to them,
 * and the last one before the window is the price of its first instant. Nothing is copied: the
 * series holds windows of ticks that stay where they are, and one window of each source is looked at.
 * Source: v20 semantics 7.2 (candles reach back), 8.1 (a price stands until the next).
 */

import type { CandleSeries } from '../candle/series.js';
import { rowsBefore, type TickWindow } from '../market/tick.js';
import { type Instant, instant } from '../time/instant.js';
import type { Scenario } from './scenario.js';
import type { EngineState } from './state.js';
import { setQuote } from './step.js';

/** Takes the ticks before the window into candles and quotes; the clock stays at its start. */
export function takeHistory(state: EngineState): void {
  state.market.forEach(({ ticks }, slot) => {
    takeEarlier(state, slot, ticks?.windows ?? []);
  });
}

function takeEarlier(state: EngineState, slot: number, windows: readonly TickWindow[]): void {
  let last: TickWindow | undefined;
  for (const window of windows) {
    const rows = rowsBefore(window, state.from);
    if (rows === 0) break;
    (state.candles[slot] as CandleSeries).append(window, 0, rows);
    last = window;
  }
  if (last === undefined) return;
  setQuote(state, slot, last.columns(), rowsBefore(last, state.from) - 1);
}

/** An instrument without a price at the first instant of a window. */
export interface UnpricedInstrument {
  readonly instrument: string;
  /** When its first price comes; undefined when it has none in the window. */
  readonly firstTick: Instant | undefined;
}

/** The instruments of a market that have no tick at or before the first instant of its window. */
export function unpricedInstruments({
  market,
  from,
  to,
}: Pick<Scenario, 'market' | 'from' | 'to'>): UnpricedInstrument[] {
  return market.flatMap(({ instrument: { name }, ticks }) => {
    const first = ticks?.windows[0]?.firstTime ?? Number.POSITIVE_INFINITY;
    if (first <= from) return [];
    return [{ instrument: name, firstTick: first < to ? instant(first) : undefined }];
  });
}
