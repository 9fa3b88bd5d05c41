/**
 * The effects of a fill, decided before anything is written.
 */

import type { Decimal } from '../../base/decimal.js';
import type { Amounts, CloseAmounts, PricedNetting } from './amounts.js';

export interface FillPlan extends PricedNetting {
  /** Signed units that fill. */
  readonly units: Decimal;
  /** Whether the depth gave fewer units than could have filled. */
  readonly inPart: boolean;
  /** The price in points. */
  readonly points: number;
  /** What the book would have given, in points; differs only for guaranteed stops. */
  readonly vwapPoints: number;
  readonly amounts: Amounts;
  /**
   * Ids of the trades that the fill closes completely. These trades and their orders no longer
   * count against limits.
   */
  readonly closed: readonly number[];
}

const NO_IDS: readonly number[] = [];

/** The ids of the trades that `closes` close completely. */
export function closedTrades(closes: readonly CloseAmounts[]): readonly number[] {
  if (closes.length === 0) return NO_IDS;
  const [{ isWhole, trade }] = closes as readonly [CloseAmounts, ...CloseAmounts[]];
  if (closes.length === 1) return isWhole ? [trade.id] : NO_IDS;
  return closes.filter(({ isWhole }) => isWhole).map(({ trade }) => trade.id);
}
