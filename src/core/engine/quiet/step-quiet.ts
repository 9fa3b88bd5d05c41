/**
 * A quiet tick: only the phases that remain when a tick can touch nothing. Decision 0012.
 */

import type { TickRows } from '../../market/tick.js';
import type { Instant } from '../../time/instant.js';
import { setQuote } from '../state/engine-state.js';
import { type Stage, takeRow } from '../state/stage.js';

/**
 * Does the phases of tick `row` that are needed when the tick cannot affect anything (decision
 * 0012).
 */
export function stepQuiet(stage: Stage, rows: TickRows, row: number): void {
  const { state, outputs } = stage;
  const { source: slot, columns } = rows;
  const { quotes } = state;
  const time = columns.time[row] as Instant;
  state.clock.advanceTo(time);
  setQuote(state, slot, columns, row);
  takeRow(stage, rows, row);
  if (quotes.tradeable[slot] !== 1) return;
  outputs.onTick?.(slot, time, quotes.bid[slot] as number, quotes.ask[slot] as number);
}
