/**
 * Writes a decided fill: the ORDER_FILL, the dependent orders that it makes, and the cancels of
 * orders whose trades it closed, all in one batch. Source: v20 semantics 4.7, 4.9, 6.2.
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  formatUnits,
  ZERO,
} from '../../base/decimal.js';
import { present } from '../../base/present.js';
import type {
  DependentOrderBody,
  FullPrice,
  HomeConversionFactors,
  OrderFillBody,
  PriceLevel,
  TradeOpen,
  TradeReduce,
} from '../../ledger/transaction.js';
import { type BookLevel, bookLevels } from '../../market/book.js';
import { FACTOR_DIGITS, printedFactorText, trimmedFactorText } from '../../market/conversion.js';
import type { Instrument } from '../../market/instrument.js';
import { formatPoints } from '../../market/points.js';
import { type OnFillOrder, onFillOrders } from '../../order/on-fill-orders.js';
import { formatRfc3339, instant } from '../../time/instant.js';
import type { Batch } from '../state/batch.js';
import { commitCancel } from '../state/commit-cancel.js';
import { depthTable, type ExecutionContext } from '../state/execution-context.js';
import type { Amounts, CloseAmounts } from './amounts.js';
import type { FillPlan } from './fill-plan.js';
import { onFillPrice } from './on-fill.js';

/** Commits `plan` into `batch`. The order must be pending in the account of the batch. */
export function commitFill(context: ExecutionContext, batch: Batch, plan: FillPlan): void {
  const fill = batch.add(fillBody(context, batch, plan));
  if (fill.tradeOpened !== undefined) {
    for (const order of onFillOrders(plan.request.onFill)) {
      batch.add(onFillBody(context, plan, order, fill.tradeOpened));
    }
  }
  for (const closed of fill.tradesClosed ?? []) cancelLinked(batch, closed.tradeID, fill.id);
}

function cancelLinked(batch: Batch, closedTradeID: string, tradeCloseTransactionID: string): void {
  const linked = [...batch.cell.state.pendingOrders.values()].filter(
    order => order.tradeID === Number(closedTradeID),
  );
  for (const order of linked) {
    commitCancel(batch, order, 'LINKED_TRADE_CLOSED', { closedTradeID, tradeCloseTransactionID });
  }
}

function fillBody(context: ExecutionContext, batch: Batch, plan: FillPlan): OrderFillBody {
  const { request, amounts } = plan;
  const instrument = context.quotes.instrument(plan.slot);
  const price = formatFixed(plan.price, instrument.displayPrecision);
  const closing = amounts.closes.length > 0;
  const isWhole = ({ trade, units }: CloseAmounts) => trade.currentUnits.plus(units).isZero();
  const whole = amounts.closes.filter(isWhole);
  const reduced = amounts.closes.find(close => !isWhole(close));
  const { clientOrderID } = request;
  return {
    type: 'ORDER_FILL',
    orderID: request.orderID,
    ...present({ clientOrderID }),
    instrument: instrument.name,
    units: formatUnits(plan.units),
    requestedUnits: formatUnits(request.units),
    price,
    pl: formatMoney(amounts.pl),
    quotePL: closing ? formatFixed(amounts.quotePL, instrument.displayPrecision) : '0',
    financing: formatMoney(amounts.financing),
    baseFinancing: closing ? formatFixed(amounts.baseFinancing, FACTOR_DIGITS) : '0',
    commission: formatMoney(amounts.commission),
    accountBalance: formatMoney(amounts.balance),
    gainQuoteHomeConversionFactor: trimmedFactorText(amounts.quote, 'gain'),
    lossQuoteHomeConversionFactor: trimmedFactorText(amounts.quote, 'loss'),
    guaranteedExecutionFee: formatMoney(amounts.fee),
    quoteGuaranteedExecutionFee: quoteFeeText(amounts.quoteFee, instrument),
    halfSpreadCost: formatMoney(amounts.halfSpreadCost),
    fullVWAP: formatFixed(plan.fullVWAP, instrument.displayPrecision),
    reason: request.reason,
    ...present({ tradeOpened: amounts.open && tradeOpened(batch, plan, price) }),
    ...(whole.length === 0
      ? {}
      : { tradesClosed: whole.map(close => reduceBody(close, price, instrument)) }),
    ...present({ tradeReduced: reduced && reduceBody(reduced, price, instrument) }),
    fullPrice: fullPrice(context, plan.slot),
    homeConversionFactors: conversionFactors(amounts),
    plHomeConversionCost: formatCost(amounts.plCost),
    baseFinancingHomeConversionCost: formatCost(amounts.financingCost),
    guaranteedExecutionFeeHomeConversionCost: formatCost(amounts.feeCost),
    homeConversionCost: formatCost(
      amounts.plCost.plus(amounts.financingCost).plus(amounts.feeCost),
    ),
  };
}

function tradeOpened(batch: Batch, plan: FillPlan, price: string) {
  const { open } = plan.amounts;
  const { tradeClientExtensions } = plan.request.onFill;
  return {
    price,
    tradeID: batch.nextID(),
    units: formatUnits(plan.netting.openUnits),
    guaranteedExecutionFee: '0.0000',
    quoteGuaranteedExecutionFee: '0',
    halfSpreadCost: open === undefined ? '0.0000' : formatMoney(open.halfSpreadCost),
    initialMarginRequired: open === undefined ? '0.0000' : formatMoney(open.initialMarginRequired),
    guaranteedExecutionFeeHomeConversionCost: formatCost(ZERO),
    ...present({ clientExtensions: tradeClientExtensions }),
  };
}

function reduceBody(close: CloseAmounts, price: string, instrument: Instrument): TradeReduce {
  const clientTradeID = close.trade.clientExtensions?.id;
  return {
    tradeID: String(close.trade.id),
    ...present({ clientTradeID }),
    units: formatUnits(close.units),
    realizedPL: formatMoney(close.pl),
    financing: formatMoney(close.financing),
    baseFinancing: formatFixed(close.baseFinancing, FACTOR_DIGITS),
    price,
    guaranteedExecutionFee: formatMoney(close.fee),
    quoteGuaranteedExecutionFee: quoteFeeText(close.quoteFee, instrument),
    halfSpreadCost: formatMoney(close.halfSpreadCost),
    plHomeConversionCost: formatCost(close.plCost),
    baseFinancingHomeConversionCost: formatCost(close.financingCost),
    guaranteedExecutionFeeHomeConversionCost: formatCost(close.feeCost),
    homeConversionCost: formatCost(close.plCost.plus(close.financingCost).plus(close.feeCost)),
  };
}

function quoteFeeText(quoteFee: Decimal, { displayPrecision }: Instrument): string {
  return quoteFee.isZero() ? '0' : formatFixed(quoteFee, displayPrecision);
}

function formatCost(cost: Decimal): string {
  return formatFixed(cost, FACTOR_DIGITS);
}

function conversionFactors({ quote, base }: Amounts): HomeConversionFactors {
  return {
    gainQuoteHome: { factor: printedFactorText(quote, 'gain') },
    lossQuoteHome: { factor: printedFactorText(quote, 'loss') },
    gainBaseHome: { factor: printedFactorText(base, 'gain') },
    lossBaseHome: { factor: printedFactorText(base, 'loss') },
  };
}

/** The book that the fill met. `timestamp` is the time of the quote, not of the fill. */
function fullPrice({ quotes, model }: ExecutionContext, slot: number): FullPrice {
  const { displayPrecision } = quotes.instrument(slot);
  const bids = bookLevels(quotes, slot, 'bid', depthTable(model));
  const asks = bookLevels(quotes, slot, 'ask', depthTable(model));
  const isWhole = [...bids, ...asks].every(({ liquidity }) => Number.isInteger(liquidity));
  const level = ({ points, liquidity }: BookLevel): PriceLevel => ({
    price: formatPoints(points, displayPrecision),
    liquidity: isWhole ? String(liquidity) : fractionText(liquidity),
  });
  const deepest = (levels: readonly BookLevel[], top: number) =>
    formatPoints(levels.at(-1)?.points ?? top, displayPrecision);
  return {
    closeoutBid: deepest(bids, quotes.bidPoints(slot)),
    closeoutAsk: deepest(asks, quotes.askPoints(slot)),
    timestamp: formatRfc3339(instant(quotes.time[slot] as number)),
    bids: bids.map(level),
    asks: asks.map(level),
  };
}

/** When depth is counted in fractions, a whole number also has a decimal: `250000.0` (recorded). */
function fractionText(liquidity: number): string {
  const text = decimal(liquidity).toFixed();
  return Number.isInteger(liquidity) ? `${text}.0` : text;
}

function onFillBody(
  context: ExecutionContext,
  plan: FillPlan,
  { row: { type, price }, details }: OnFillOrder,
  opened: TradeOpen,
): DependentOrderBody {
  const { tradeID } = opened;
  const clientTradeID = opened.clientExtensions?.id;
  const instrument = context.quotes.instrument(plan.slot);
  const long = plan.netting.openUnits.isPositive();
  const { distance, timeInForce = 'GTC', gtdTime, clientExtensions } = details;
  const level = onFillPrice(details, plan.price, long);
  return {
    type: `${type}_ORDER`,
    tradeID,
    ...present({ clientTradeID }),
    ...(price === 'none' ? {} : { price: formatFixed(level, instrument.displayPrecision) }),
    ...present({ distance }),
    timeInForce,
    ...present({ gtdTime }),
    triggerCondition: details.triggerCondition ?? 'DEFAULT',
    ...stopFields(type, instrument),
    ...present({ clientExtensions }),
    reason: 'ON_FILL',
    orderFillTransactionID: tradeID,
  };
}

/** The fields that only stop losses and guaranteed stop losses have. */
export function stopFields(
  type: string,
  instrument: Instrument,
): Pick<DependentOrderBody, 'triggerMode' | 'guaranteedExecutionPremium'> {
  if (type === 'STOP_LOSS') return { triggerMode: 'TOP_OF_BOOK' };
  if (type !== 'GUARANTEED_STOP_LOSS') return {};
  return { guaranteedExecutionPremium: instrument.guaranteedStopLossOrderExecutionPremium ?? '0' };
}
