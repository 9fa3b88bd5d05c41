/**
 * Port: where the ticks of one instrument come from. Adapters live in storage.
 */

import type { TickWindow } from '../market/tick.js';

export interface TickSource {
  /** Instrument name, `EUR_USD`. */
  readonly instrument: string;
  /** SHA-256 of the source's bytes, hex; recorded in journals and manifests. */
  readonly digest: string;
  /** In order of time; none overlaps the next. */
  readonly windows: readonly TickWindow[];
}
