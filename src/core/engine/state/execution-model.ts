/**
 * The execution model: how a fill may differ from "at once, at the top of book". The scenario
 * declares it, the seed drives it, and the manifest records it. The default has no difference.
 * Source: v20 semantics 4.4; choices 35, 36.
 */

import type { CandleDelay } from '../../candle/candle-delay.js';
import type { LiquidityRegeneration } from '../../ledger/log/taken-liquidity.js';
import type { DepthLevel, RecordedBooks } from '../../market/book.js';
import type { OrderType } from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import type { EventFilter } from '../../risk/calendar.js';

/** The delay between acceptance and effect of a command. */
export interface LatencyModel {
  /**
   * Microseconds, at least 0. A command takes effect `min` to `max` later, drawn uniformly when
   * they differ.
   */
  readonly minMicros: number;
  readonly maxMicros: number;
}

/** The slippage of fills. */
export interface SlippageModel {
  /**
   * Points against the client, `min` to `max`, at least 0, drawn uniformly. Slippage never moves a
   * price past a limit or a bound.
   */
  readonly minPoints: number;
  readonly maxPoints: number;
}

/** Wider spreads around events of the calendar, for instruments with the currency of the event. */
export interface EventSpread extends EventFilter {
  /** Points added on each side. */
  readonly spread?: number;
  /** The factor of the spread, in thousandths, at least 1000. */
  readonly widen?: number;
}

/** All parts of the execution model. */
export interface ExecutionModel {
  readonly latency: LatencyModel;
  readonly slippage: SlippageModel;
  /**
   * Probability that a command is refused with INTERNAL_SERVER_ERROR, in millionths, 0 to 1000000.
   */
  readonly rejectMillionths: number;
  /** `volume`: the volumes of ticks, or the instrument's default. `depth`: the depth table. */
  readonly liquidity: 'volume' | { readonly depth: readonly DepthLevel[] };
  /** Books that were recorded with their quotes: fills take from them where they are known. */
  readonly books?: RecordedBooks;
  /** How fast liquidity that a fill takes comes back. Absent: at once. */
  readonly regeneration?: LiquidityRegeneration;
  /** Points added on each side of every tick's spread, by instrument name. */
  readonly spreadPoints: ReadonlyMap<string, number>;
  /**
   * Points by which the market must pass the price of a resting LIMIT or TAKE_PROFIT order before it
   * fills, by instrument name; absent: reaching the price is enough.
   */
  readonly limitPenetration?: ReadonlyMap<string, number>;
  /** When the API shows that the bucket of a candle has ended. Absent: at once. */
  readonly candleDelay?: CandleDelay;
  /** The ticks of the market are wider already; the model says why. Absent: they are not. */
  readonly eventSpread?: EventSpread;
}

/** Points by which the market must pass the price of a resting order of `type`; 0 for most. */
export function penetrationOf(
  { limitPenetration }: ExecutionModel,
  type: OrderType,
  instrument: string,
): number {
  return ORDER_TYPES[type].trigger === 'limit' ? (limitPenetration?.get(instrument) ?? 0) : 0;
}

/** Fills always happen at once, at the current top of book. */
export const IDEAL_EXECUTION: ExecutionModel = {
  latency: { minMicros: 0, maxMicros: 0 },
  slippage: { minPoints: 0, maxPoints: 0 },
  rejectMillionths: 0,
  liquidity: 'volume',
  spreadPoints: new Map(),
};
