/**
 * Transactions of every type: the objects that clients receive are the ledger's own entries. What the simulator
 * never writes (FIXED_PRICE_ORDER) is defined because v20 has it.
 * Source: v20 semantics 6.1-6.4.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import { TRANSACTION_FILTERS } from '../../../../core/view/transactions.js';
import { define, defineChoice, defineObject, ref, textOf } from '../../http/read/define.js';
import { answerBody } from './answers.js';
import { ClientExtensions } from './order.js';
import {
  AccountUnits,
  Currency,
  DateTime,
  DecimalNumber,
  oneOf,
  TransactionID,
} from './primitives.js';
import { fundingReason, marketOrderReason, orderCancelReason } from './reasons.js';
import {
  DailyFinancingTransaction,
  DividendAdjustmentTransaction,
  OrderFillTransaction,
} from './transaction-fill.js';
import { rejected, transaction } from './transaction-head.js';
import { ORDER_CREATIONS, ORDER_REJECTS } from './transaction-orders.js';

const optional = Type.Optional;
const extensions = optional(ref(ClientExtensions));

const configureFields = { alias: optional(Type.String()), marginRate: optional(DecimalNumber) };
/** A refused margin rate is shown as the client sent it; it may not be a number. */
const refusedConfigureFields = { ...configureFields, marginRate: Type.String() };
const fundsFields = {
  amount: AccountUnits,
  fundingReason: fundingReason,
  comment: optional(Type.String()),
};
const orderNames = { orderID: TransactionID, clientOrderID: optional(Type.String()) };
const orderModifyFields = {
  ...orderNames,
  clientExtensionsModify: extensions,
  tradeClientExtensionsModify: extensions,
};
const tradeModifyFields = {
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  tradeClientExtensionsModify: ref(ClientExtensions),
};

export const ClientConfigureTransaction = transaction(
  'ClientConfigureTransaction',
  'CLIENT_CONFIGURE',
  configureFields,
);
export const ClientConfigureRejectTransaction = rejected(
  'ClientConfigureRejectTransaction',
  'CLIENT_CONFIGURE',
  refusedConfigureFields,
);
export const OrderCancelTransaction = transaction('OrderCancelTransaction', 'ORDER_CANCEL', {
  ...orderNames,
  replacedByOrderID: optional(TransactionID),
  closedTradeID: optional(TransactionID),
  tradeCloseTransactionID: optional(TransactionID),
  reason: orderCancelReason,
});
export const OrderCancelRejectTransaction = rejected(
  'OrderCancelRejectTransaction',
  'ORDER_CANCEL',
  orderNames,
);
export const OrderClientExtensionsModifyTransaction = transaction(
  'OrderClientExtensionsModifyTransaction',
  'ORDER_CLIENT_EXTENSIONS_MODIFY',
  orderModifyFields,
);
export const OrderClientExtensionsModifyRejectTransaction = rejected(
  'OrderClientExtensionsModifyRejectTransaction',
  'ORDER_CLIENT_EXTENSIONS_MODIFY',
  orderModifyFields,
);
export const TradeClientExtensionsModifyTransaction = transaction(
  'TradeClientExtensionsModifyTransaction',
  'TRADE_CLIENT_EXTENSIONS_MODIFY',
  tradeModifyFields,
);
export const TradeClientExtensionsModifyRejectTransaction = rejected(
  'TradeClientExtensionsModifyRejectTransaction',
  'TRADE_CLIENT_EXTENSIONS_MODIFY',
  tradeModifyFields,
);

const TRANSACTIONS: readonly TSchema[] = [
  transaction('CreateTransaction', 'CREATE', {
    divisionID: Type.Integer(),
    siteID: Type.Integer(),
    accountUserID: Type.Integer(),
    accountNumber: Type.Integer(),
    homeCurrency: Currency,
  }),
  transaction('CloseTransaction', 'CLOSE'),
  transaction('ReopenTransaction', 'REOPEN'),
  ClientConfigureTransaction,
  ClientConfigureRejectTransaction,
  transaction('TransferFundsTransaction', 'TRANSFER_FUNDS', {
    ...fundsFields,
    accountBalance: AccountUnits,
  }),
  rejected('TransferFundsRejectTransaction', 'TRANSFER_FUNDS', fundsFields),
  ...ORDER_CREATIONS,
  ...ORDER_REJECTS,
  OrderFillTransaction,
  OrderCancelTransaction,
  OrderCancelRejectTransaction,
  OrderClientExtensionsModifyTransaction,
  OrderClientExtensionsModifyRejectTransaction,
  TradeClientExtensionsModifyTransaction,
  TradeClientExtensionsModifyRejectTransaction,
  transaction('MarginCallEnterTransaction', 'MARGIN_CALL_ENTER'),
  transaction('MarginCallExtendTransaction', 'MARGIN_CALL_EXTEND', {
    extensionNumber: Type.Integer({ minimum: 1 }),
  }),
  transaction('MarginCallExitTransaction', 'MARGIN_CALL_EXIT'),
  transaction('DelayedTradeClosureTransaction', 'DELAYED_TRADE_CLOSURE', {
    reason: marketOrderReason,
    tradeIDs: Type.Array(TransactionID),
  }),
  DailyFinancingTransaction,
  DividendAdjustmentTransaction,
  transaction('ResetResettablePLTransaction', 'RESET_RESETTABLE_PL'),
];

/** One of `schemas`, told apart by `type`. */
function anyOf(name: string, schemas: readonly TSchema[]) {
  return defineChoice<{ readonly id: string; readonly type: string }>(name, schemas);
}

/** A transaction of any type, told apart by `type`. */
export const Transaction = anyOf('Transaction', TRANSACTIONS);
/** The transaction that made an order. */
export const OrderTransaction = anyOf('OrderTransaction', ORDER_CREATIONS);
/** The refusal of an order. */
export const OrderRejectTransaction = anyOf('OrderRejectTransaction', ORDER_REJECTS);

export const TransactionType = define(
  'TransactionType',
  oneOf(TRANSACTIONS.map(({ properties }) => properties.type.enum[0])),
);
export const TransactionFilter = define('TransactionFilter', oneOf(TRANSACTION_FILTERS));

export const TransactionHeartbeat = defineObject('TransactionHeartbeat', {
  type: oneOf(['HEARTBEAT']),
  lastTransactionID: TransactionID,
  time: DateTime,
});

export const TransactionPagesResponse = answerBody({
  from: DateTime,
  to: DateTime,
  pageSize: Type.Integer(),
  type: optional(Type.Array(ref(TransactionFilter))),
  count: Type.Integer({ description: 'matching transactions in the range of time' }),
  pages: Type.Array(textOf('URL of an idrange')),
});
export const TransactionResponse = answerBody({ transaction: ref(Transaction) });
export const TransactionsResponse = answerBody({ transactions: Type.Array(ref(Transaction)) });
