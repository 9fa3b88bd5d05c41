/**
 * What the engine knows of one instrument of the market: its rules, its ticks and its halts.
 */

import type { TickSource } from '../../feed/tick-source.js';
import type { Instrument } from '../../market/instrument.js';
import type { Instant } from '../../time/instant.js';

/** A time span in which an instrument, or one side of it, does not trade or may only reduce. */
export interface Halt {
  readonly from: Instant;
  readonly to: Instant;
  /** ALL makes prices non-tradeable; BID and ASK stop fills on that side only. */
  readonly side: 'ALL' | 'BID' | 'ASK';
  /** REDUCE_ONLY applies to one side: it may still reduce trades. */
  readonly mode: 'HALTED' | 'REDUCE_ONLY';
}

export interface MarketEntry {
  readonly instrument: Instrument;
  /** Absent: the instrument is known and may be priced by nobody. */
  readonly ticks?: TickSource;
  readonly halts: readonly Halt[];
}
