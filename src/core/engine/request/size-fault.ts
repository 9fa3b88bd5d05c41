/**
 * Checks the units of a close against the size of the trade or position. Source: v20 semantics 3.3.
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import type { ExecutionContext } from '../state/execution-context.js';

/** How much of a trade or a position is to be closed. */
export interface CloseSize {
  readonly instrument: string;
  /** ALL, or a decimal text. */
  readonly units: string;
  /** Units that are open, signed. */
  readonly open: Decimal;
}

/** The fault of `size`, or undefined. @param exceeded - the fault of more than is open. */
export function sizeFault(
  { quotes }: ExecutionContext,
  { instrument, units, open }: CloseSize,
  exceeded: RejectReason,
): RejectReason | undefined {
  if (units === 'ALL') return undefined;
  const size = decimal(units);
  if (size.lte(0)) return 'UNITS_INVALID';
  const { tradeUnitsPrecision } = quotes.instrument(quotes.mustSlot(instrument));
  if (size.decimalPlaces() > tradeUnitsPrecision) return 'UNITS_PRECISION_EXCEEDED';
  return size.gt(open.abs()) ? exceeded : undefined;
}
