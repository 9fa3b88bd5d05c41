/** A window of a single tick, for tests that feed an engine by hand. */

import { residentWindows, type TickWindow } from '../../../src/core/market/tick.js';

/** What a tick is beside its prices. */
interface Kind {
  /** Whether the price passed to it through every price; default: it is a jump. */
  readonly isLeg?: boolean | undefined;
  /** Units on its sides; none when it has no volumes. */
  readonly volume?: number | undefined;
  /** Default: that of the bid. */
  readonly askVolume?: number | undefined;
}

/** @param time - microseconds.  @param bid - points.  @param ask - points. */
export function oneTick(
  time: number,
  bid: number,
  ask: number,
  { isLeg = false, volume, askVolume = volume }: Kind = {},
): TickWindow {
  const [window] = residentWindows({
    length: 1,
    time: Float64Array.of(time),
    bid: Int32Array.of(bid),
    ask: Int32Array.of(ask),
    ...(isLeg && { leg: Uint8Array.of(1) }),
    ...(volume === undefined
      ? {}
      : { bidVolume: Float64Array.of(volume), askVolume: Float64Array.of(askVolume ?? volume) }),
  });
  return window as TickWindow;
}
