/**
 * Why requests are refused: a row for each member of v20's TransactionRejectReason that the
 * simulator gives, in the order of the published enum. docs/reference/reasons.md is made from the
 * rows, and says why the other members never occur. Source: v20 semantics 2.4, 3.3, 3.6.
 */

import { ACCOUNT_REFUSALS, LOCK_REFUSALS } from './account.js';
import { DEPENDENT_REFUSALS, ON_FILL_REFUSALS } from './dependents.js';
import { GUARANTEED_ON_FILL_REFUSALS, GUARANTEED_REFUSALS } from './guaranteed.js';
import { FIELD_REFUSALS, NAMED_ORDER_REFUSALS, SIZE_REFUSALS } from './order.js';
import { type RefusalRule, refusal } from './rule.js';
import { CLOSE_REFUSALS, TRADE_REFUSALS } from './trade.js';

/** The rows of all reject reasons. */
export const REJECT_REASONS = {
  INTERNAL_SERVER_ERROR: refusal('An unexpected internal error has occurred', [
    '4.4',
    'The execution model of the scenario refuses a share of commands by chance.',
    'The request was refused at random, as the scenario states in rejectRate.',
    'Nothing was wrong with the request; the same request may pass another time.',
  ]),
  ...LOCK_REFUSALS,
  ...SIZE_REFUSALS,
  ...FIELD_REFUSALS,
  ...TRADE_REFUSALS,
  ...GUARANTEED_REFUSALS,
  ...ON_FILL_REFUSALS,
  ...DEPENDENT_REFUSALS,
  ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS: refusal(
    'Orders on fill were given the same client Order ID',
    [
      '3.3',
      'The objects on fill of an order have different client ids.',
      'Two objects on fill have the same client id.',
      'The client ids of the objects on fill had to differ.',
    ],
  ),
  ...GUARANTEED_ON_FILL_REFUSALS,
  ...NAMED_ORDER_REFUSALS,
  ...CLOSE_REFUSALS,
  ...ACCOUNT_REFUSALS,
} satisfies Readonly<Record<string, RefusalRule>>;

/** Why a request was refused. */
export type RejectReason = keyof typeof REJECT_REASONS;
/** Why an object on fill was refused. */
export type OnFillRejectReason = keyof typeof ON_FILL_REFUSALS;
