/** Why host and replica differ at the same price: by a rate, a margin, the depth or another rule. */

import type { Json } from '../recording/json.js';
import type { Reason } from './cause-of-price.js';
import type { Cause, TransactionPair } from './difference.js';

/** A difference that another one has made. */
export const FOLLOWS: Reason = {
  cause: 'earlier difference',
  because: 'an earlier one differs already',
};

/** The cause that the reason of a cancel shows. */
const CAUSE_OF_REASON: Readonly<Record<string, Cause>> = {
  INSUFFICIENT_LIQUIDITY: 'depth',
  INSUFFICIENT_MARGIN: 'margin rate',
};

/** The cause of a field that differs at the same price. */
const CAUSE_OF_FIELD: Readonly<Record<string, Cause>> = {
  units: 'depth',
  financing: 'rates',
  initialMarginRequired: 'margin rate',
};

const FACTORS = ['gainQuoteHomeConversionFactor', 'lossQuoteHomeConversionFactor'] as const;

/** The cause of a difference in `field` of two transactions with the same price. */
export function reasonOfField(field: string, { recorded, replica }: TransactionPair): Reason {
  const because = `${field} by another rule or setting, at the same price`;
  const converts = FACTORS.every(each => recorded[each] === replica[each]);
  // Another factor changes every amount in home currency, the margin too.
  if (!converts) return { cause: 'rates', because: 'another factor of conversion' };
  const cause = CAUSE_OF_FIELD[field];
  if (cause !== undefined) return { cause, because: `${field} differs at the same price` };
  return reasonOfEnd(recorded) ?? { cause: 'rule', because };
}

/** The cause that the reason of a cancel, of a closeout or of a refusal shows. */
export function reasonOfEnd({ type, reason, rejectReason }: Json): Reason | undefined {
  if (rejectReason !== undefined) return { cause: 'rule', because: String(rejectReason) };
  if (reason === 'MARGIN_CLOSEOUT') return { cause: 'margin rate', because: String(reason) };
  const cause = type === 'ORDER_CANCEL' ? CAUSE_OF_REASON[String(reason)] : undefined;
  return cause === undefined ? undefined : { cause, because: String(reason) };
}

/** The reason of a transaction, or its type. */
export function reasonText({ rejectReason, reason, type }: Json): string {
  return String(rejectReason ?? reason ?? type);
}
