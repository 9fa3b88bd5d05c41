/**
 * What a fill will do, decided before anything is written.
 */

import type { Decimal } from '../../base/decimal.js';
import type { NettingPlan } from '../../ledger/netting.js';
import type { Amounts } from './amounts.js';
import type { FillRequest } from './fill-request.js';

export interface FillPlan {
  readonly request: FillRequest;
  readonly slot: number;
  readonly netting: NettingPlan;
  /** Signed units that fill. */
  readonly units: Decimal;
  /** Whether depth gave fewer units than could have filled. */
  readonly inPart: boolean;
  readonly price: Decimal;
  /** What the book would have given; differs from `price` only for guaranteed stops. */
  readonly fullVWAP: Decimal;
  readonly amounts: Amounts;
}

/** Trades that the fill closes whole: their ids and their orders make room. */
export function closedTrades({ netting }: FillPlan): ReadonlySet<number> {
  const closed = netting.closes.filter(({ trade, units }) =>
    trade.currentUnits.plus(units).isZero(),
  );
  return new Set(closed.map(({ trade }) => trade.id));
}
