/**
 * The effects of a fill, decided before anything is written.
 */

import type { Decimal } from '../../base/decimal.js';
import type { NettingPlan } from '../../ledger/netting.js';
import type { Amounts } from './amounts.js';
import type { FillRequest } from './fill-request.js';

/** One decided fill. */
export interface FillPlan {
  readonly request: FillRequest;
  /** Slot of the instrument. */
  readonly slot: number;
  readonly netting: NettingPlan;
  /** Signed units of the fill. */
  readonly units: Decimal;
  /** Whether the depth gave fewer units than could have filled. */
  readonly inPart: boolean;
  /** The fill price, in quote currency per unit. */
  readonly price: Decimal;
  /**
   * The price that the book would have given. It differs from `price` only for guaranteed stops.
   */
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
