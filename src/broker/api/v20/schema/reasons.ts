/**
 * The reason enums of transactions: the members that the simulator gives
 * (docs/reference/reasons.md). Source: v20 semantics 3.2, 3.4-3.6.
 */

import type { OrderFillReason } from '../../../../core/order/fill-reason.js';
import { CANCEL_REASONS, type OrderCancelReason } from '../../../../core/reason/cancel-reasons.js';
import { FILL_REASONS } from '../../../../core/reason/fill-reasons.js';
import { FUNDING_REASONS } from '../../../../core/reason/funding-reasons.js';
import { REJECT_REASONS, type RejectReason } from '../../../../core/reason/reject-reasons.js';
import { named } from './primitives.js';

/** Why an order was filled. */
export const orderFillReason = named(
  'OrderFillReason',
  Object.keys(FILL_REASONS) as OrderFillReason[],
);

/** Why an order was cancelled. */
export const orderCancelReason = named(
  'OrderCancelReason',
  Object.keys(CANCEL_REASONS) as OrderCancelReason[],
);

/** Why a request was refused. */
export const transactionRejectReason = named(
  'TransactionRejectReason',
  Object.keys(REJECT_REASONS) as RejectReason[],
);

/** Why the engine or a client made a market order. */
const MARKET_ORDER_REASONS = [
  'CLIENT_ORDER',
  'TRADE_CLOSE',
  'POSITION_CLOSEOUT',
  'MARGIN_CLOSEOUT',
  'DELAYED_TRADE_CLOSE',
] as const;
export const marketOrderReason = named('MarketOrderReason', MARKET_ORDER_REASONS);

/** Why funds were moved. */
export const fundingReason = named('FundingReason', FUNDING_REASONS);
