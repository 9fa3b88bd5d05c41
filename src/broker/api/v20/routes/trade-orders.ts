/**
 * The dependent orders of a trade: its take profit and its stops, made, replaced and cancelled
 * together or not at all. Source: v20 semantics 1.4, 6.5.
 */

import type { Outcome } from '../../../../core/engine/state/outputs.js';
import type { Transaction } from '../../../../core/ledger/transaction.js';
import {
  type DependentOrderName,
  type DependentOrderType,
  ORDERS_ON_TRADE,
} from '../../../../core/order/dependent-orders.js';
import type { DependentDetails } from '../../../../core/order/order.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { closingOf } from '../answers/closing.js';
import {
  carriedOut,
  commandOperation,
  firstOf,
  refused,
  rejectReasonOf,
  type TransactionsByField,
} from '../answers/outcome.js';
import { type Dialect, hearOrder } from '../dialect.js';
import { noSuch } from '../errors.js';
import { numbersAsText } from '../number-text.js';
import type { Operation } from '../operation.js';
import {
  TradeOrdersRefused,
  TradeOrdersRequest,
  TradeOrdersResponse,
} from '../schema/trade-orders.js';
import { findTrade, tradeSpecifier } from '../trade-specifier.js';

/** Reasons of a cancel that the request itself asked for. */
const ASKED: ReadonlySet<string> = new Set(['CLIENT_REQUEST', 'CLIENT_REQUEST_REPLACED']);

export const TRADE_ORDERS_OPERATIONS: readonly Operation[] = [
  commandOperation({
    operationId: 'setTradeDependentOrders',
    method: 'PUT',
    path: '/v3/accounts/:accountID/trades/:tradeSpecifier/orders',
    summary: 'Create, replace or cancel the take profit and the stops of an open trade',
    tag: 'trade',
    body: TradeOrdersRequest,
    responses: { 200: TradeOrdersResponse, 400: TradeOrdersRefused, 403: TradeOrdersRefused },
    check: ({ account, params }) => {
      const trade = findTrade(account, tradeSpecifier(params));
      if (trade === undefined) throw noSuch('TRADE', String(account.log.lastID));
    },
    command: ({ body, dialect, params }) => {
      const details = ORDERS_ON_TRADE.flatMap(({ name }) => {
        const given = body[name];
        return given === undefined ? [] : [[name, heard(name, given, dialect)] as const];
      });
      return {
        type: 'SetTradeOrders',
        tradeSpecifier: tradeSpecifier(params),
        ...Object.fromEntries(details),
      };
    },
    answer: (call, outcome) =>
      rejectReasonOf(outcome) === undefined
        ? carriedOut(call, outcome, madeFields(call.account, outcome))
        : refused(call, outcome, rejectFields(call.account, outcome)),
  }),
];

function heard(
  name: DependentOrderName,
  details: object | null,
  dialect: Dialect,
): DependentDetails | null {
  return details === null ? null : hearOrder(numbersAsText(details, name) as object, dialect);
}

/** Per type: the order taken away, the one made, and how that one ended if it did at once. */
function madeFields(account: AccountSource, outcome: Outcome): TransactionsByField {
  const fields: Record<string, Transaction | undefined> = {};
  for (const { name, type, showsEnd } of ORDERS_ON_TRADE) {
    fields[`${name}OrderCancelTransaction`] = firstOf(
      outcome,
      each =>
        each.type === 'ORDER_CANCEL' &&
        ASKED.has(each.reason) &&
        isOfType(account, each.orderID, type),
    );
    const made = firstOf(outcome, each => each.type === `${type}_ORDER`);
    const { fill, cancel } = closingOf(outcome, made);
    fields[`${name}OrderTransaction`] = made;
    if (!showsEnd) continue;
    fields[`${name}OrderFillTransaction`] = fill;
    fields[`${name}OrderCreatedCancelTransaction`] = cancel;
  }
  return fields;
}

/** Per type: why the order there is could not be taken away, or the new one not be made. */
function rejectFields(account: AccountSource, outcome: Outcome): TransactionsByField {
  const fields: Record<string, Transaction | undefined> = {};
  for (const { name, type } of ORDERS_ON_TRADE) {
    fields[`${name}OrderCancelRejectTransaction`] = firstOf(
      outcome,
      each => each.type === 'ORDER_CANCEL_REJECT' && isOfType(account, each.orderID ?? '', type),
    );
    fields[`${name}OrderRejectTransaction`] = firstOf(
      outcome,
      each => each.type === `${type}_ORDER_REJECT`,
    );
  }
  return fields;
}

function isOfType({ state }: AccountSource, orderID: string, type: DependentOrderType): boolean {
  return state.orders.get(Number(orderID))?.type === type;
}
