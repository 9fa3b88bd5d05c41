/**
 * Answers of the order operations. Source: v20 semantics 1.3.
 */

import { Type } from '@sinclair/typebox';
import { ref } from '../../http/read/define.js';
import { answerBody, carriedOutBody, refusedBody } from './answers.js';
import { Order } from './order.js';
import {
  OrderCancelRejectTransaction,
  OrderCancelTransaction,
  OrderClientExtensionsModifyRejectTransaction,
  OrderClientExtensionsModifyTransaction,
  OrderRejectTransaction,
  OrderTransaction,
  Transaction,
} from './transaction.js';
import { OrderFillTransaction } from './transaction-fill.js';

const optional = Type.Optional;

export const OrdersResponse = answerBody({ orders: Type.Array(ref(Order)) });
export const OrderResponse = answerBody({ order: ref(Order) });

const createdFields = {
  orderCreateTransaction: ref(OrderTransaction),
  orderFillTransaction: optional(ref(OrderFillTransaction)),
  orderReissueTransaction: optional(ref(Transaction)),
  orderReissueRejectTransaction: optional(ref(Transaction)),
};
export const OrderCreatedResponse = carriedOutBody({
  ...createdFields,
  orderCancelTransaction: optional(ref(OrderCancelTransaction)),
});
export const OrderReplacedResponse = carriedOutBody({
  orderCancelTransaction: ref(OrderCancelTransaction),
  ...createdFields,
  replacingOrderCancelTransaction: optional(ref(OrderCancelTransaction)),
});
export const OrderCancelledResponse = carriedOutBody({
  orderCancelTransaction: ref(OrderCancelTransaction),
});
export const OrderExtensionsResponse = carriedOutBody({
  orderClientExtensionsModifyTransaction: ref(OrderClientExtensionsModifyTransaction),
});

const orderRejectTransaction = optional(ref(OrderRejectTransaction));
const orderCancelRejectTransaction = optional(ref(OrderCancelRejectTransaction));
export const OrderRefusedResponse = refusedBody({ orderRejectTransaction });
/** The order to replace, or the trade that the new order names, does not exist. */
export const OrderNotReplacedResponse = refusedBody({
  orderCancelRejectTransaction,
  orderRejectTransaction,
});
export const OrderNotCancelledResponse = refusedBody({ orderCancelRejectTransaction });
export const OrderExtensionsRefusedResponse = refusedBody({
  orderClientExtensionsModifyRejectTransaction: optional(
    ref(OrderClientExtensionsModifyRejectTransaction),
  ),
});
