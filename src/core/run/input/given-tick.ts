/**
 * A tick that is added while a market runs. One for a later instant joins the ticks of its
 * instrument. One for the present comes after what has happened at that instant, so a replay gives
 * it to the engine at its place among the other inputs.
 */

import type { Engine } from '../../engine/engine.js';
import { disturbedWindow } from '../../feed/disturbed-ticks.js';
import { residentWindows, rowsOf, type TickWindow } from '../../market/tick.js';
import type { Disturbance, TickInput } from './input.js';

/** Whether the market quotes the tick at the instant at which it was accepted. */
export function isForNow({ time, at }: TickInput): boolean {
  return at === time;
}

/** The tick as a window of its own. */
export function windowOf({ at, bid, ask }: TickInput): TickWindow {
  const [window] = residentWindows({
    length: 1,
    time: Float64Array.of(at),
    bid: Int32Array.of(bid),
    ask: Int32Array.of(ask),
  });
  return window as TickWindow;
}

/**
 * Gives a tick for the present to the engine.
 * @param disturbances - what disturbs its instrument.
 */
export function giveTick(
  engine: Engine,
  tick: TickInput,
  disturbances: readonly Disturbance[] = [],
): void {
  const slot = engine.state.quotes.mustSlot(tick.instrument);
  engine.tick(rowsOf(slot, disturbedWindow(windowOf(tick), disturbances)), 0);
}
