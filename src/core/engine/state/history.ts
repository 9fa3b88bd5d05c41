/**
 * History: the ticks of the sources before the window of a run. No order, trailing stop, margin
 * line or subscriber is told of them. But candles reach back to them, and the last tick before the
 * window gives the price of its first instant. Nothing is copied: the series refers to windows of
 * ticks in their place, and only one window of each source is read. Source: v20 semantics 7.2
 * (candles reach back), 8.1 (a price stands until the next).
 */

import type { CandleSeries } from '../../candle/series.js';
import { rowsBefore, type TickWindow } from '../../market/tick.js';
import type { EngineState } from './engine-state.js';
import { setQuote } from './stage.js';

/**
 * Puts the ticks before the window into candles and quotes. The clock stays at the start of the
 * window.
 */
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
