/** One instrument of the market in the engine: its rules, its ticks and its halts. */

import type { TickSource } from '../../feed/tick-source.js';
import type { Instrument } from '../../market/instrument.js';
import type { Instant } from '../../time/instant.js';

/**
 * A time span, `from` inclusive to `to` exclusive, in which an instrument or one side of it does
 * not trade or only reduces.
 */
export interface Halt {
  /** First instant of the halt, and its end (exclusive). */
  readonly from: Instant;
  readonly to: Instant;
  /** ALL makes prices non-tradeable. BID and ASK stop fills on that side only. */
  readonly side: 'ALL' | 'BID' | 'ASK';
  /** REDUCE_ONLY applies to one side: its fills may still reduce trades. */
  readonly mode: 'HALTED' | 'REDUCE_ONLY';
}

/** One instrument of the market. */
export interface MarketEntry {
  readonly instrument: Instrument;
  /** Absent: the instrument exists but has no prices. */
  readonly ticks?: TickSource;
  /**
   * Ticks before the first of `ticks`, for history only; `none`: no tick before the window is known.
   */
  readonly history?: TickSource | 'none';
  /** Whether its ticks are generated, because the scenario lacks the instrument; absent: they are not. */
  readonly isGenerated?: true;
  readonly halts: readonly Halt[];
  /** Halts that faults add to those of the scenario. */
  readonly faultHalts?: readonly Halt[];
}
