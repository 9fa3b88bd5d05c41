/** A window of a single tick, for tests that feed an engine by hand. */

import { residentWindows, type TickWindow } from '../../../src/core/market/tick.js';

/** Units on the sides of a tick; none when it has no volumes. */
interface Volumes {
  readonly volume?: number | undefined;
  /** Default: that of the bid. */
  readonly askVolume?: number | undefined;
}

/** @param time - microseconds.  @param bid - points.  @param ask - points. */
export function oneTick(
  time: number,
  bid: number,
  ask: number,
  { volume, askVolume = volume }: Volumes = {},
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
