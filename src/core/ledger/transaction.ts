/**
 * Transactions: the wire objects of v20, which are the ledger itself. A line of ledger.ndjson, the
 * answer of the API and the input of `apply` are the same object, so nothing is translated. Money
 * is in home currency unless a name says quote or base; amounts and prices are decimal strings. The
 * key order is the recorded one: id, accountID, userID, batchID, requestID, time, type, the rest.
 * Source: v20 semantics 6.1 and 6.2, decision 0006.
 */

import type { OrderFillReason } from '../order/fill-reason.js';
import type { ClientExtensions, OrderType } from '../order/order.js';
import { ORDER_TYPE_NAMES } from '../order/order-types.js';
import type { OrderCancelReason } from '../reason/cancel-reasons.js';
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

/** The conversion factors of a fill: for gains and losses in quote and base currency. */
export interface HomeConversionFactors {
  readonly gainQuoteHome: Factor;
  readonly lossQuoteHome: Factor;
  readonly gainBaseHome: Factor;
  readonly lossBaseHome: Factor;
}

/** One price level of a book; `liquidity` in units. */
export interface PriceLevel {
  readonly price: string;
  readonly liquidity: string;
}

/** The book that a fill met; `timestamp` is RFC 3339. */
export interface FullPrice {
  readonly closeoutBid: string;
  readonly closeoutAsk: string;
  readonly timestamp: string;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/** The creation of an account. */
export interface CreateBody {
  readonly type: 'CREATE';
  readonly divisionID: number;
  readonly siteID: number;
  readonly accountUserID: number;
  readonly accountNumber: number;
  readonly homeCurrency: string;
}

/** A client's configuration of its account; `marginRate` is a fraction. */
export interface ClientConfigureBody {
  readonly type: 'CLIENT_CONFIGURE';
  readonly alias?: string;
  readonly marginRate?: string;
}

/** A transfer; a negative amount withdraws. `accountBalance` is the balance after it. */
export interface TransferFundsBody {
  readonly type: 'TRANSFER_FUNDS';
  readonly amount: string;
  readonly fundingReason: string;
  readonly comment?: string;
  readonly accountBalance: string;
}

/** The trade that a fill opened; units are signed. */
export interface TradeOpen {
  /** Open price, in quote currency per unit. */
  readonly price: string;
  readonly tradeID: string;
  /** Signed units: positive is long. */
  readonly units: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  readonly halfSpreadCost: string;
  readonly initialMarginRequired: string;
  readonly guaranteedExecutionFeeHomeConversionCost: string;
  readonly clientExtensions?: ClientExtensions;
}

/** A trade that a fill closed or reduced. */
export interface TradeReduce {
  readonly tradeID: string;
  readonly clientTradeID?: string;
  /** Signed as the fill: closing a short trade shows positive units. */
  readonly units: string;
  /** Profit of the part that was closed, home currency. */
  readonly realizedPL: string;
  readonly financing: string;
  readonly baseFinancing: string;
  /** Where value is charged by the second: the same in quote currency. */
  readonly quoteFinancing?: string;
  /** In the mode of an instrument by the second: the yearly rate, a fraction. */
  readonly financingRate?: string;
  readonly price: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  readonly halfSpreadCost: string;
  readonly plHomeConversionCost: string;
  readonly baseFinancingHomeConversionCost: string;
  readonly guaranteedExecutionFeeHomeConversionCost: string;
  readonly homeConversionCost: string;
}

/** A fill; units are signed, `accountBalance` is the balance after it. */
export interface OrderFillBody {
  readonly type: 'ORDER_FILL';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly instrument: string;
  readonly units: string;
  /** Signed units that the order asked for. */
  readonly requestedUnits: string;
  readonly price: string;
  /** Realized profit in home currency; `quotePL` in quote currency. */
  readonly pl: string;
  readonly quotePL: string;
  readonly financing: string;
  readonly baseFinancing: string;
  readonly quoteFinancing?: string;
  readonly commission: string;
  readonly accountBalance: string;
  readonly gainQuoteHomeConversionFactor: string;
  readonly lossQuoteHomeConversionFactor: string;
  readonly guaranteedExecutionFee: string;
  readonly quoteGuaranteedExecutionFee: string;
  /** Cost of half the spread, home currency. */
  readonly halfSpreadCost: string;
  /** Volume-weighted price that the book would have given. */
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

/** The cancel of an order. */
export interface OrderCancelBody {
  readonly type: 'ORDER_CANCEL';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly replacedByOrderID?: string;
  readonly closedTradeID?: string;
  readonly tradeCloseTransactionID?: string;
  readonly reason: OrderCancelReason;
}

/** A change of the client extensions of an order. */
export interface OrderClientExtensionsModifyBody {
  readonly type: 'ORDER_CLIENT_EXTENSIONS_MODIFY';
  readonly orderID: string;
  readonly clientOrderID?: string;
  readonly clientExtensionsModify?: ClientExtensions;
  readonly tradeClientExtensionsModify?: ClientExtensions;
}

/** A change of the client extensions of a trade. */
export interface TradeClientExtensionsModifyBody {
  readonly type: 'TRADE_CLIENT_EXTENSIONS_MODIFY';
  readonly tradeID: string;
  readonly clientTradeID?: string;
  readonly tradeClientExtensionsModify: ClientExtensions;
}

/** The financing of one open trade; a negative amount is a charge. */
export interface OpenTradeFinancing {
  readonly tradeID: string;
  readonly financing: string;
  /** Units x rate x days / 365. */
  readonly baseFinancing: string;
  /** Where value is charged: the same at the price of the instrument, in quote currency. */
  readonly quoteFinancing?: string;
  /** In the modes by instrument: the yearly rate, a fraction. */
  readonly financingRate?: string;
  /**
   * The part of the conversion cost from the base currency's factors; it is the whole cost where units
   * are charged (recorded).
   */
  readonly baseHomeConversionCost: string;
  readonly homeConversionCost: string;
}

/**
 * Conversion factors of a financing. Those of the quote currency are null where they are not used
 * (recorded).
 */
export interface FinancingConversionFactors
  extends Pick<HomeConversionFactors, 'gainBaseHome' | 'lossBaseHome'> {
  readonly gainQuoteHome: Factor | null;
  readonly lossQuoteHome: Factor | null;
}

/** The financing of one position. */
export interface PositionFinancing {
  readonly instrument: string;
  readonly financing: string;
  readonly baseFinancing: string;
  readonly quoteFinancing?: string;
  readonly accountFinancingMode: string;
  readonly homeConversionFactors: FinancingConversionFactors;
  readonly openTradeFinancings: readonly OpenTradeFinancing[];
  readonly homeConversionCost: string;
}

/** The daily financing of an account; `accountBalance` is the balance after it. */
export interface DailyFinancingBody {
  readonly type: 'DAILY_FINANCING';
  readonly financing: string;
  readonly accountBalance: string;
  readonly accountFinancingMode: string;
  readonly positionFinancings: readonly PositionFinancing[];
  readonly baseHomeConversionCost: string;
  readonly homeConversionCost: string;
}

/** The dividend adjustment of one open trade; a negative amount is paid. */
export interface OpenTradeDividendAdjustment {
  readonly tradeID: string;
  /** In home currency. */
  readonly dividendAdjustment: string;
  /** In quote currency. */
  readonly quoteDividendAdjustment: string;
}

/** The dividend adjustment of the trades of one instrument; amounts are sums over the trades. */
export interface DividendAdjustmentBody {
  readonly type: 'DIVIDEND_ADJUSTMENT';
  readonly instrument: string;
  readonly dividendAdjustment: string;
  readonly quoteDividendAdjustment: string;
  readonly homeConversionFactors: HomeConversionFactors;
  /** The balance after it. */
  readonly accountBalance: string;
  readonly openTradeDividendAdjustments: readonly OpenTradeDividendAdjustment[];
}

/** Trades that a closeout could not close because their market was closed. */
export interface DelayedTradeClosureBody {
  readonly type: 'DELAYED_TRADE_CLOSURE';
  readonly reason: MarketOrderReason;
  readonly tradeIDs: readonly string[];
}

/** A transaction that has a type and no other field. */
export interface MarkerBody {
  readonly type:
    | 'CLOSE'
    | 'REOPEN'
    | 'RESET_RESETTABLE_PL'
    | 'MARGIN_CALL_ENTER'
    | 'MARGIN_CALL_EXIT';
}

/** The extension of a margin call; `extensionNumber` counts from 1. */
export interface MarginCallExtendBody {
  readonly type: 'MARGIN_CALL_EXTEND';
  readonly extensionNumber: number;
}

/** Any transaction without its head. */
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
  | DividendAdjustmentBody
  | DelayedTradeClosureBody
  | MarkerBody
  | MarginCallExtendBody
  | RejectBody;

/** The first fields of every transaction; `time` is RFC 3339. */
export interface TransactionHead {
  /** Whole number as text; rises by one. */
  readonly id: string;
  readonly accountID: string;
  readonly userID: number;
  /** Id of the first transaction of the batch. */
  readonly batchID: string;
  /** 17 digits; absent when no request caused the transaction. */
  readonly requestID?: string;
  readonly time: string;
}

/** One committed entry of the ledger. */
export type Transaction = TransactionHead & TransactionBody;
/** A transaction that made an order. */
export type OrderTransaction = TransactionHead & OrderBody;
/** A transaction that filled an order. */
export type OrderFillTransaction = TransactionHead & OrderFillBody;

/** Whether the transaction created an order; a refusal did not. */
export function isOrderTransaction(
  transaction: Pick<Transaction, 'type'>,
): transaction is OrderTransaction {
  return Object.hasOwn(ORDER_TYPE_OF_TRANSACTION, transaction.type);
}

/** The type of the order that a transaction of each type makes. */
export const ORDER_TYPE_OF_TRANSACTION = Object.fromEntries(
  ORDER_TYPE_NAMES.map(type => [`${type}_ORDER`, type]),
) as Readonly<Record<OrderTransaction['type'], OrderType>>;
