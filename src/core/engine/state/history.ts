/**
 * History: the ticks before the window of a run. They do not reach orders, trailing stops, margin
 * lines or subscribers. But candles reach back to them, and the last tick before the window gives
 * the price of its first instant. Nothing is copied: the series refers to windows of ticks in their
 * place, and only one window of each source is read. Source: v20 semantics 7.2 (candles reach
 * back), 8.1 (a price stands until the next).
 */

import type { CandleSeries } from '../../candle/series.js';
import { rowsBefore, type TickWindow } from '../../market/tick.js';
import { type EngineState, setQuote } from './engine-state.js';
import type { MarketEntry } from './market-entry.js';

/** Rows [from, to) of a window. */
interface Piece {
  readonly window: TickWindow;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the ticks before the window into candles and quotes. The clock stays at the start of the
 * window.
 * @param since - earlier ticks are left out, but for the last one before the window; microseconds.
 */
export function takeHistory(state: EngineState, since = Number.NEGATIVE_INFINITY): void {
  state.market.forEach((entry, slot) => {
    takePieces(state, slot, cut(piecesOf(entry, state.from), since));
  });
}

/** The ticks of an entry before `end`, oldest first. */
function piecesOf({ ticks, history }: MarketEntry, end: number): Piece[] {
  if (history === 'none') return [];
  const own = ticks?.windows ?? [];
  const first = Math.min(end, own[0]?.firstTime ?? end);
  return [...piecesBefore(history?.windows ?? [], first), ...piecesBefore(own, end)];
}

function piecesBefore(windows: readonly TickWindow[], end: number): Piece[] {
  const pieces: Piece[] = [];
  for (const window of windows) {
    const to = rowsBefore(window, end);
    if (to === 0) break;
    pieces.push({ window, from: 0, to });
  }
  return pieces;
}

/** The pieces without ticks before `since`; the last tick stays. */
function cut(pieces: readonly Piece[], since: number): Piece[] {
  const last = pieces.at(-1);
  return pieces.flatMap(piece => {
    const most = piece === last ? piece.to - 1 : piece.to;
    const from = Math.min(most, rowsBefore(piece.window, since));
    return from < piece.to ? [{ ...piece, from }] : [];
  });
}

function takePieces(state: EngineState, slot: number, pieces: readonly Piece[]): void {
  for (const { window, from, to } of pieces) {
    (state.candles[slot] as CandleSeries).append(window, from, to);
  }
  const last = pieces.at(-1);
  if (last !== undefined) setQuote(state, slot, last.window.columns(), last.to - 1);
}
