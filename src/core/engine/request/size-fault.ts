/**
 * Checks the units of a close against the size of the trade or position. Source: v20 semantics 3.3.
 */

import { type Decimal, decimal } from '../../base/decimal.js';
import type { RejectReason } from '../../order/reasons.js';
import type { ExecutionContext } from '../state/execution-context.js';

/** Why a close of `units` (`ALL` or a decimal) is refused; undefined when the size is allowed. */
export function sizeFault(
  { quotes }: ExecutionContext,
  instrumentName: string,
  units: string,
  open: Decimal,
  exceeded: RejectReason,
): RejectReason | undefined {
  if (units === 'ALL') return undefined;
  const size = decimal(units);
  if (size.lte(0)) return 'UNITS_INVALID';
  const { tradeUnitsPrecision } = quotes.instrument(quotes.mustSlot(instrumentName));
  if (size.decimalPlaces() > tradeUnitsPrecision) return 'UNITS_PRECISION_EXCEEDED';
  return size.gt(open.abs()) ? exceeded : undefined;
}
