/**
 * Transactions: the wire objects of v20, which are the ledger itself. A line of ledger.ndjson, the
 * API's answer and the input of `apply` are one and the same object, so nothing is translated.
 * Key order is the recorded one: id, accountID, userID, batchID, requestID, time, type, the rest.
 * Source: v20 semantics 6.1 and 6.2, decision 0006.
 */

import type { ClientExtensions } from '../order/order.js';
import { ORDER_TYPE_NAMES } from '../order/order-types.js';
import type { OrderCancelReason, OrderFillReason } from '../order/reasons.js';
import type { MarketOrderReason, OrderBody } from './order-transaction.js';
import type { RejectBody } from './reject-transaction.js';

export type {
  DependentOrderBody,
  MarketOrderBody,
  MarketOrderPurpose,
  MarketOrderReason,
  PendingEntryOrderBody,
} from './order-transaction.js';
export type { OrderRejectBody, RejectBody } from './reject-transaction.js';

interface Factor {
  readonly factor: string;
}

export interface HomeConversionFactors {
  readonly gainQuoteHome: Factor;
  readonly lossQuoteHome: Factor;
  readonly gainBaseHome: Factor;
  readonly lossBaseHome: Factor;
}

export interface PriceLevel {
  readonly price: string;
  readonly liquidity: string;
}

export interface FullPrice {
  readonly closeoutBid: string;
  readonly closeoutAsk: string;
  readonly timestamp: string;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

export interface CreateBody {
  readonly type: 'CREATE';
  readonly divisionID: number;
  readonly siteID: number;
  readonly accountUserID: number;
  readonly accountNumber: number;
  readonly homeCurrency: string;
}

export interface ClientConfigureBody {
  readonly type: 'CLIENT_CONFIGURE';
  readonly alias?: string;
  readonly marginRate?: string;
}

export interface TransferFundsBody {
  readonly type: 'TRANSFER_FUNDS';
  readonly amount: string;
  readonly fundingReason: string;
  readonly comment?: string;
  readonly accountBalance: string;
}

export interface TradeOpen {
  readonly price: string;
  readonly tradeID: string;
  readonly units: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  readonly halfSpreadCost: string;
  readonly initialMarginRequired: string;
  readonly guaranteedExecutionFeeHomeConversionCost: string;
  readonly clientExtensions?: ClientExtensions;
}

export interface TradeReduce {
  readonly tradeID: string;
  readonly clientTradeID?: string;
  /** Signed as the fill: closing a short shows positive units. */
  readonly units: string;
  readonly realizedPL: string;
  readonly financing: string;
  readonly baseFinancing: string;
  readonly price: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  readonly halfSpreadCost: string;
  readonly plHomeConversionCost: string;
  readonly baseFinancingHomeConversionCost: string;
  readonly guaranteedExecutionFeeHomeConversionCost: string;
  readonly homeConversionCost: string;
}

export interface OrderFillBody {
  readonly type: 'ORDER_FILL';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly instrument: string;
  readonly units: string;
  readonly requestedUnits: string;
  readonly price: string;
  readonly pl: string;
  readonly quotePL: string;
  readonly financing: string;
  readonly baseFinancing: string;
  readonly commission: string;
  readonly accountBalance: string;
  readonly gainQuoteHomeConversionFactor: string;
  readonly lossQuoteHomeConversionFactor: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  readonly halfSpreadCost: string;
  readonly fullVWAP: string;
  readonly reason: OrderFillReason;
  readonly tradeOpened?: TradeOpen;
  readonly tradesClosed?: readonly TradeReduce[];
  readonly tradeReduced?: TradeReduce;
  readonly fullPrice: FullPrice;
  readonly homeConversionFactors: HomeConversionFactors;
  readonly plHomeConversionCost: string;
  readonly baseFinancingHomeConversionCost: string;
  readonly guaranteedExecutionFeeHomeConversionCost: string;
  readonly homeConversionCost: string;
}

export interface OrderCancelBody {
  readonly type: 'ORDER_CANCEL';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly replacedByOrderID?: string;
  readonly closedTradeID?: string;
  readonly tradeCloseTransactionID?: string;
  readonly reason: OrderCancelReason;
}

export interface OrderClientExtensionsModifyBody {
  readonly type: 'ORDER_CLIENT_EXTENSIONS_MODIFY';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly clientExtensionsModify?: ClientExtensions;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

export interface TradeClientExtensionsModifyBody {
  readonly type: 'TRADE_CLIENT_EXTENSIONS_MODIFY';
  readonly tradeID: string;
  readonly clientTradeID?: string;
  readonly tradeClientExtensionsModify: ClientExtensions;
}

export interface OpenTradeFinancing {
  readonly tradeID: string;
  readonly financing: string;
  readonly baseFinancing: string;
  /** The part of the cost that the base currency's factors have; all of it (recorded). */
  readonly baseHomeConversionCost: string;
  readonly homeConversionCost: string;
}

/** Factors of a financing: those of the quote currency have no part in it, and are null (recorded). */
export interface FinancingConversionFactors
  extends Pick<HomeConversionFactors, 'gainBaseHome' | 'lossBaseHome'> {
  readonly gainQuoteHome: null;
  readonly lossQuoteHome: null;
}

export interface PositionFinancing {
  readonly instrument: string;
  readonly financing: string;
  readonly baseFinancing: string;
  readonly accountFinancingMode: string;
  readonly homeConversionFactors: FinancingConversionFactors;
  readonly openTradeFinancings: readonly OpenTradeFinancing[];
  readonly homeConversionCost: string;
}

export interface DailyFinancingBody {
  readonly type: 'DAILY_FINANCING';
  readonly financing: string;
  readonly accountBalance: string;
  readonly accountFinancingMode: string;
  readonly positionFinancings: readonly PositionFinancing[];
  readonly baseHomeConversionCost: string;
  readonly homeConversionCost: string;
}

export interface DelayedTradeClosureBody {
  readonly type: 'DELAYED_TRADE_CLOSURE';
  readonly reason: MarketOrderReason;
  readonly tradeIDs: readonly string[];
}

export interface MarkerBody {
  readonly type:
    | 'CLOSE'
    | 'REOPEN'
    | 'RESET_RESETTABLE_PL'
    | 'MARGIN_CALL_ENTER'
    | 'MARGIN_CALL_EXIT';
}

export interface MarginCallExtendBody {
  readonly type: 'MARGIN_CALL_EXTEND';
  readonly extensionNumber: number;
}

export type TransactionBody =
  | CreateBody
  | ClientConfigureBody
  | TransferFundsBody
  | OrderBody
  | OrderFillBody
  | OrderCancelBody
  | OrderClientExtensionsModifyBody
  | TradeClientExtensionsModifyBody
  | DailyFinancingBody
  | DelayedTradeClosureBody
  | MarkerBody
  | MarginCallExtendBody
  | RejectBody;

export interface TransactionHead {
  readonly id: string;
  readonly accountID: string;
  readonly userID: number;
  readonly batchID: string;
  readonly requestID?: string;
  readonly time: string;
}

/** A committed entry of the ledger. */
export type Transaction = TransactionHead & TransactionBody;
export type OrderTransaction = TransactionHead & OrderBody;
export type OrderFillTransaction = TransactionHead & OrderFillBody;

/** Whether the transaction created an order (and was not refused). */
export function isOrderTransaction(transaction: Transaction): transaction is OrderTransaction {
  return ORDER_TRANSACTION_TYPES.has(transaction.type);
}

const ORDER_TRANSACTION_TYPES: ReadonlySet<string> = new Set(
  ORDER_TYPE_NAMES.map(type => `${type}_ORDER`),
);
