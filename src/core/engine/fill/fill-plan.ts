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
  /**
   * Ids of the trades that the fill closes completely. These trades and their orders no longer
   * count against limits.
   */
  readonly closed: readonly number[];
}

const NO_IDS: readonly number[] = [];

/** The ids of the trades that `closes` close completely. */
export function closedTrades(closes: readonly ClosePart[]): readonly number[] {
  return closes.length === 0 ? NO_IDS : closes.filter(isWhole).map(({ trade }) => trade.id);
}

/** Whether nothing of the trade is left. */
function isWhole({ trade, units }: ClosePart): boolean {
  return trade.currentUnits.plus(units).isZero();
}
