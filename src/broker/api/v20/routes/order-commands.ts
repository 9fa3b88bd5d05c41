/**
 * Orders: create, replace, cancel, label. Source: v20 semantics 1.3, 2.4.
 */

import { present } from '../../../../core/base/present.js';
import type { Outcome } from '../../../../core/engine/state/outputs.js';
import { isOrderTransaction } from '../../../../core/ledger/transaction.js';
import type { ClientExtensions } from '../../../../core/order/order.js';
import { invalidParameter } from '../../http/request-errors.js';
import { carriedOut, commandOperation, firstOf, refused } from '../answers/outcome.js';
import { hearOrder } from '../dialect.js';
import { numbersAsText } from '../number-text.js';
import type { AccountCall, Answer, Operation } from '../operation.js';
import { pathParameterCheck } from '../path-parameters.js';
import { ClientRequestHeaders } from '../schema/client-request-headers.js';
import { OrderBody, OrderExtensionsBody } from '../schema/order-request.js';
import {
  OrderCancelledResponse,
  OrderCreatedResponse,
  OrderExtensionsRefusedResponse,
  OrderExtensionsResponse,
  OrderNotCancelledResponse,
  OrderNotReplacedResponse,
  OrderRefusedResponse,
  OrderReplacedResponse,
} from '../schema/order-response.js';

export const ORDERS_PATH = '/v3/accounts/:accountID/orders' as const;
export const ORDER_PATH = `${ORDERS_PATH}/:orderSpecifier` as const;
const isSpecifier = pathParameterCheck('orderSpecifier');

/** The order specifier in the path. @throws RequestError 400 unless it is an id or `@clientID`. */
export function specifierOf({ params }: AccountCall): string {
  const specifier = params['orderSpecifier'] ?? '';
  if (!isSpecifier(specifier)) throw invalidParameter('orderSpecifier');
  return specifier;
}

/** The order in the current spelling, numbers as text: what the engine accepts and reads. */
function heard({ dialect }: AccountCall, order: object): object {
  return hearOrder(numbersAsText(order, 'order') as object, dialect);
}

function locationOf({ account, url }: AccountCall, orderID: string) {
  return { Location: url(`/v3/accounts/${account.state.config.id}/orders/${orderID}`) };
}

/** What became of order `orderID` in the batch that made it. */
function endOf(outcome: Outcome, orderID: string) {
  return {
    fill: firstOf(outcome, each => each.type === 'ORDER_FILL' && each.orderID === orderID),
    cancel: firstOf(outcome, each => each.type === 'ORDER_CANCEL' && each.orderID === orderID),
  };
}

/** The order for what depth left of order `orderID`, or its refusal. */
function reissueOf(outcome: Outcome, orderID: string) {
  return {
    orderReissueTransaction: firstOf(
      outcome,
      each => each.type === 'MARKET_IF_TOUCHED_ORDER' && each.id !== orderID,
    ),
    orderReissueRejectTransaction: firstOf(
      outcome,
      each => each.type === 'MARKET_IF_TOUCHED_ORDER_REJECT',
    ),
  };
}

function created(call: AccountCall, outcome: Outcome): Answer {
  const order = outcome.transactions.find(isOrderTransaction);
  if (order === undefined) {
    return refused(call, outcome, { orderRejectTransaction: outcome.transactions[0] });
  }
  const { fill, cancel } = endOf(outcome, order.id);
  const named = {
    orderCreateTransaction: order,
    orderFillTransaction: fill,
    orderCancelTransaction: cancel,
    ...reissueOf(outcome, order.id),
  };
  return carriedOut(call, outcome, named, { status: 201, headers: locationOf(call, order.id) });
}

function replaced(call: AccountCall, outcome: Outcome): Answer {
  const order = outcome.transactions.find(isOrderTransaction);
  if (order === undefined) {
    const [reject] = outcome.transactions;
    const name =
      reject?.type === 'ORDER_CANCEL_REJECT'
        ? 'orderCancelRejectTransaction'
        : 'orderRejectTransaction';
    return refused(call, outcome, { [name]: reject });
  }
  const { fill, cancel } = endOf(outcome, order.id);
  const named = {
    orderCancelTransaction: outcome.transactions[0],
    orderCreateTransaction: order,
    orderFillTransaction: fill,
    ...reissueOf(outcome, order.id),
    replacingOrderCancelTransaction: cancel,
  };
  return carriedOut(call, outcome, named, { status: 201, headers: locationOf(call, order.id) });
}

function cancelled(call: AccountCall, outcome: Outcome): Answer {
  const [transaction] = outcome.transactions;
  if (transaction?.type !== 'ORDER_CANCEL') {
    return refused(call, outcome, { orderCancelRejectTransaction: transaction });
  }
  const named = { orderCancelTransaction: transaction };
  return carriedOut(call, outcome, named, { headers: locationOf(call, transaction.orderID) });
}

function labelled(call: AccountCall, outcome: Outcome): Answer {
  const [transaction] = outcome.transactions;
  if (transaction?.type !== 'ORDER_CLIENT_EXTENSIONS_MODIFY') {
    return refused(call, outcome, { orderClientExtensionsModifyRejectTransaction: transaction });
  }
  const named = { orderClientExtensionsModifyTransaction: transaction };
  return carriedOut(call, outcome, named, { headers: locationOf(call, transaction.orderID) });
}

export const ORDER_COMMANDS: readonly Operation[] = [
  commandOperation({
    operationId: 'createOrder',
    method: 'POST',
    path: ORDERS_PATH,
    summary: 'Create an order; the answer shows whether it filled or was cancelled at once',
    tag: 'order',
    body: OrderBody,
    responseHeaders: ['Location'],
    responses: {
      201: OrderCreatedResponse,
      400: OrderRefusedResponse,
      403: OrderRefusedResponse,
      404: OrderRefusedResponse,
    },
    command: call => ({ type: 'CreateOrder', order: heard(call, call.body.order) }),
    answer: created,
  }),
  commandOperation({
    operationId: 'replaceOrder',
    method: 'PUT',
    path: ORDER_PATH,
    summary: 'Replace a pending order: cancel it and create another, or do neither',
    tag: 'order',
    headers: ClientRequestHeaders,
    body: OrderBody,
    responseHeaders: ['Location'],
    responses: {
      201: OrderReplacedResponse,
      400: OrderRefusedResponse,
      403: OrderRefusedResponse,
      404: OrderNotReplacedResponse,
    },
    command: call => ({
      type: 'ReplaceOrder',
      orderSpecifier: specifierOf(call),
      order: heard(call, call.body.order),
    }),
    answer: replaced,
  }),
  commandOperation({
    operationId: 'cancelOrder',
    method: 'PUT',
    path: `${ORDER_PATH}/cancel`,
    summary: 'Cancel a pending order',
    tag: 'order',
    headers: ClientRequestHeaders,
    responseHeaders: ['Location'],
    responses: {
      200: OrderCancelledResponse,
      400: OrderNotCancelledResponse,
      403: OrderNotCancelledResponse,
      404: OrderNotCancelledResponse,
    },
    command: call => ({ type: 'CancelOrder', orderSpecifier: specifierOf(call) }),
    answer: cancelled,
  }),
  commandOperation({
    operationId: 'setOrderClientExtensions',
    method: 'PUT',
    path: `${ORDER_PATH}/clientExtensions`,
    summary: 'Change the client extensions of a pending order and of the trade that it will open',
    tag: 'order',
    body: OrderExtensionsBody,
    responseHeaders: ['Location'],
    responses: {
      200: OrderExtensionsResponse,
      400: OrderExtensionsRefusedResponse,
      403: OrderExtensionsRefusedResponse,
      404: OrderExtensionsRefusedResponse,
    },
    command: call => {
      const { clientExtensions, tradeClientExtensions } = call.body;
      return {
        type: 'SetOrderClientExtensions',
        orderSpecifier: specifierOf(call),
        ...(present({ clientExtensions, tradeClientExtensions }) as Record<
          string,
          ClientExtensions
        >),
      };
    },
    answer: labelled,
  }),
];
