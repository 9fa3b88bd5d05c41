/** The commission of a fill. Source: v20 semantics 5.2 (choice 49). */

import { type Decimal, decimal, roundMoney, ZERO } from '../base/decimal.js';
import type { InstrumentCommission } from '../market/instrument.js';

/** In home currency, for `units` whatever their sign; zero without a rule. */
export function commissionOf(rule: InstrumentCommission | undefined, units: Decimal): Decimal {
  if (rule === undefined) return ZERO;
  const charged = units.abs().div(rule.unitsTraded).times(rule.commission);
  const minimum = decimal(rule.minimumCommission);
  return roundMoney(charged.lt(minimum) ? minimum : charged);
}
