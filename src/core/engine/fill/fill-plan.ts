/**
 * The effects of a fill, decided before anything is written.
 */

import type { Decimal } from '../../base/decimal.js';
import type { ClosePart } from '../../ledger/netting.js';
import type { Amounts, PricedNetting } from './amounts.js';

export interface FillPlan extends PricedNetting {
  /** Signed units that fill. */
  readonly units: Decimal;
  /** Whether the depth gave fewer units than could have filled. */
  readonly inPart: boolean;
  /** What the book would have given; differs from `price` only for guaranteed stops. */
  readonly fullVWAP: Decimal;
  readonly amounts: Amounts;
}

/**
 * The ids of trades that a fill closes completely. These trades and their orders no longer count
 * against limits.
 */
export function closedTrades(closes: readonly ClosePart[]): readonly number[] {
  return closes.filter(isWhole).map(({ trade }) => trade.id);
}

/** Whether nothing of the trade is left. */
export function isWhole({ trade, units }: ClosePart): boolean {
  return trade.currentUnits.plus(units).isZero();
}
