/**
 * Transactions that move money by themselves: fills, financing and dividends, with their parts.
 * Fields that the service sends only since later years are optional. `fullPrice` is no ClientPrice:
 * its time is called `timestamp` and its liquidity is text. Source: v20 semantics 5.7, 6.1, 6.2.
 */

import { Type } from '@sinclair/typebox';
import { FINANCING_MODES } from '../../../../core/ledger/account-config.js';
import { defineObject, ref, textOf } from '../../http/read/define.js';
import { ClientExtensions } from './order.js';
import {
  AccountUnits,
  DateTime,
  DecimalNumber,
  InstrumentName,
  named,
  PriceValue,
  TransactionID,
} from './primitives.js';
import { orderFillReason } from './reasons.js';
import { transaction } from './transaction-head.js';

const optional = Type.Optional;

const feeFields = {
  guaranteedExecutionFee: optional(AccountUnits),
  quoteGuaranteedExecutionFee: optional(DecimalNumber),
  halfSpreadCost: optional(AccountUnits),
};
const homeConversionCost = optional(DecimalNumber);
const conversionCostFields = {
  plHomeConversionCost: optional(DecimalNumber),
  baseFinancingHomeConversionCost: optional(DecimalNumber),
  guaranteedExecutionFeeHomeConversionCost: optional(DecimalNumber),
  homeConversionCost,
};

const ConversionFactor = defineObject('ConversionFactor', { factor: DecimalNumber });
export const HomeConversionFactors = defineObject('HomeConversionFactors', {
  gainQuoteHome: optional(ref(ConversionFactor)),
  lossQuoteHome: optional(ref(ConversionFactor)),
  gainBaseHome: optional(ref(ConversionFactor)),
  lossBaseHome: optional(ref(ConversionFactor)),
});

export const TradeOpen = defineObject('TradeOpen', {
  price: optional(PriceValue),
  tradeID: TransactionID,
  units: DecimalNumber,
  ...feeFields,
  initialMarginRequired: optional(AccountUnits),
  guaranteedExecutionFeeHomeConversionCost: optional(DecimalNumber),
  clientExtensions: optional(ref(ClientExtensions)),
});

export const TradeReduce = defineObject('TradeReduce', {
  tradeID: TransactionID,
  clientTradeID: optional(Type.String()),
  units: DecimalNumber,
  realizedPL: AccountUnits,
  financing: AccountUnits,
  baseFinancing: optional(DecimalNumber),
  quoteFinancing: optional(DecimalNumber),
  financingRate: optional(DecimalNumber),
  price: optional(PriceValue),
  ...feeFields,
  ...conversionCostFields,
});

const priceLevels = Type.Array(
  Type.Object({
    price: PriceValue,
    liquidity: textOf('units; a string here, a number in ClientPrice'),
  }),
);

export const OrderFillTransaction = transaction('OrderFillTransaction', 'ORDER_FILL', {
  orderID: TransactionID,
  clientOrderID: optional(Type.String()),
  instrument: InstrumentName,
  units: DecimalNumber,
  requestedUnits: optional(DecimalNumber),
  price: PriceValue,
  pl: AccountUnits,
  quotePL: optional(DecimalNumber),
  financing: AccountUnits,
  baseFinancing: optional(DecimalNumber),
  quoteFinancing: optional(DecimalNumber),
  commission: optional(AccountUnits),
  accountBalance: AccountUnits,
  gainQuoteHomeConversionFactor: optional(DecimalNumber),
  lossQuoteHomeConversionFactor: optional(DecimalNumber),
  ...feeFields,
  fullVWAP: optional(PriceValue),
  reason: orderFillReason,
  tradeOpened: optional(ref(TradeOpen)),
  tradesClosed: optional(Type.Array(ref(TradeReduce))),
  tradeReduced: optional(ref(TradeReduce)),
  fullPrice: optional(
    Type.Object({
      closeoutBid: PriceValue,
      closeoutAsk: PriceValue,
      timestamp: DateTime,
      bids: priceLevels,
      asks: priceLevels,
    }),
  ),
  homeConversionFactors: optional(ref(HomeConversionFactors)),
  ...conversionCostFields,
});

export const OpenTradeFinancing = defineObject('OpenTradeFinancing', {
  tradeID: TransactionID,
  financing: AccountUnits,
  baseFinancing: optional(DecimalNumber),
  quoteFinancing: optional(DecimalNumber),
  financingRate: optional(DecimalNumber),
  baseHomeConversionCost: homeConversionCost,
  homeConversionCost,
});
const accountFinancingMode = named('AccountFinancingMode', FINANCING_MODES);
/** Of pairs, financing is computed in the base currency, without the factors of the quote currency. */
const quoteFactor = optional(
  Type.Unsafe<null>({ ...Type.Object({ factor: DecimalNumber }), nullable: true }),
);
const financingFactors = Type.Object({
  gainQuoteHome: quoteFactor,
  lossQuoteHome: quoteFactor,
  gainBaseHome: optional(ref(ConversionFactor)),
  lossBaseHome: optional(ref(ConversionFactor)),
});
export const PositionFinancing = defineObject('PositionFinancing', {
  instrument: InstrumentName,
  financing: AccountUnits,
  baseFinancing: optional(DecimalNumber),
  quoteFinancing: optional(DecimalNumber),
  accountFinancingMode: optional(accountFinancingMode),
  homeConversionFactors: optional(financingFactors),
  openTradeFinancings: Type.Array(ref(OpenTradeFinancing)),
  homeConversionCost,
});
export const DailyFinancingTransaction = transaction(
  'DailyFinancingTransaction',
  'DAILY_FINANCING',
  {
    financing: AccountUnits,
    accountBalance: AccountUnits,
    accountFinancingMode: optional(accountFinancingMode),
    positionFinancings: Type.Array(ref(PositionFinancing)),
    baseHomeConversionCost: homeConversionCost,
    homeConversionCost,
  },
);

export const DividendAdjustmentTransaction = transaction(
  'DividendAdjustmentTransaction',
  'DIVIDEND_ADJUSTMENT',
  {
    instrument: InstrumentName,
    dividendAdjustment: AccountUnits,
    quoteDividendAdjustment: DecimalNumber,
    homeConversionFactors: optional(ref(HomeConversionFactors)),
    accountBalance: AccountUnits,
    openTradeDividendAdjustments: Type.Array(
      Type.Object({
        tradeID: TransactionID,
        dividendAdjustment: AccountUnits,
        quoteDividendAdjustment: DecimalNumber,
      }),
    ),
  },
);
