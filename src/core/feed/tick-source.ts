/**
 * Port: the source of the ticks of one instrument. Adapters live in storage.
 */

import type { TickWindow } from '../market/tick.js';

/** The ticks of one instrument. */
export interface TickSource {
  /** Instrument name, `EUR_USD`. */
  readonly instrument: string;
  /** SHA-256 of the source's bytes in hex; journals and manifests record it. */
  readonly digest: string;
  /** The ticks in order of time; windows do not overlap. */
  readonly windows: readonly TickWindow[];
}
