/** Candles of ticks. The result is the body of v20's candles endpoint. */

import type { WireCandle } from '../../../core/candle/query.js';

/** Which candles; the names and defaults are those of the v20 endpoint. */
export interface CandleRequest {
  /** `S5` to `M`; default S5. */
  readonly granularity?: string;
  /** One or more of the letters M, B and A; default M. */
  readonly price?: string;
  /** RFC 3339; default: the first tick and the last. */
  readonly from?: string;
  readonly to?: string;
  /** Most candles, from `from` on, or up to `to` without it; default: all. */
  readonly count?: number;
  /** Whether a candle opens at the close of the one before. */
  readonly smooth?: boolean;
  /** Whether the candle that contains `from` is among them; default: yes. */
  readonly includeFirst?: boolean;
  /** Hour at which days begin, 0 to 23; default 17. */
  readonly dailyAlignment?: number;
  /** IANA zone of that hour; default America/New_York. */
  readonly alignmentTimezone?: string;
  /** Day at which weeks begin; default Friday. */
  readonly weeklyAlignment?: string;
}

/** The candles, in order of time. The last may be incomplete. */
export interface CandleList {
  readonly instrument: string;
  readonly granularity: string;
  readonly candles: readonly WireCandle[];
}
