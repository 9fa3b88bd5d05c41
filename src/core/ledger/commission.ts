/** The commission of a fill. Source: v20 semantics 5.2 (choice 49). */

import { type Decimal, decimal, roundMoney, ZERO } from '../base/decimal.js';
import type { InstrumentCommission } from '../market/instrument.js';

/** Returns the commission in home currency, for `units` of either sign; zero without a rule. */
export function commissionOf(rule: InstrumentCommission | undefined, units: Decimal): Decimal {
  if (rule === undefined) return ZERO;
  const charged = units.abs().div(rule.unitsTraded).times(rule.commission);
  const minimum = decimal(rule.minimumCommission);
  return roundMoney(charged.lt(minimum) ? minimum : charged);
}
