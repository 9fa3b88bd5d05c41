/** A window of a single tick, for tests that feed an engine by hand. */

import { residentWindows, type TickWindow } from '../../../src/core/market/tick.js';

/**
 * @param time - microseconds.  @param bid - points.  @param volumes - units on the sides; one for both.
 */
export function oneTick(
  time: number,
  bid: number,
  ask: number,
  volume?: number,
  askVolume: number | undefined = volume,
): TickWindow {
  const [window] = residentWindows({
    length: 1,
    time: Float64Array.of(time),
    bid: Int32Array.of(bid),
    ask: Int32Array.of(ask),
    ...(volume === undefined
      ? {}
      : { bidVolume: Float64Array.of(volume), askVolume: Float64Array.of(askVolume ?? volume) }),
  });
  return window as TickWindow;
}
