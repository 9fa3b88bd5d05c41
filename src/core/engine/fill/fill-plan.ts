/**
 * The effects of a fill, decided before anything is written.
 */

import type { Decimal } from '../../base/decimal.js';
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
 * The ids of trades that the fill closes completely. These trades and their orders no longer count
 * against limits.
 */
export function closedTrades({ netting }: FillPlan): ReadonlySet<number> {
  const closed = netting.closes.filter(({ trade, units }) =>
    trade.currentUnits.plus(units).isZero(),
  );
  return new Set(closed.map(({ trade }) => trade.id));
}
