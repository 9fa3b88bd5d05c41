/**
 * The ORDER_FILL of a decided fill: every number as the text of the wire. The fields are in the
 * recorded order; a field without a value is left out. Source: v20 semantics 2.3, 6.2.
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  formatUnits,
  ZERO,
} from '../../base/decimal.js';
import { plainObjects } from '../../base/present.js';
import { appended } from '../../ledger/account-records.js';
import type {
  FullPrice,
  OrderFillTransaction,
  PriceLevel,
  TradeOpen,
  TradeReduce,
  TransactionHead,
} from '../../ledger/transaction.js';
import type { BookLevel, TopOfBook } from '../../market/book.js';
import { FACTOR_DIGITS, printedFactors, trimmedFactorText } from '../../market/conversion.js';
import type { Instrument } from '../../market/instrument.js';
import { formatPoints } from '../../market/points.js';
import type { QuoteBoard } from '../../market/quote.js';
import { formatRfc3339, instant } from '../../time/instant.js';
import type { Batch } from '../state/batch.js';
import { type ExecutionContext, levelsLeft } from '../state/execution-context.js';
import type { Amounts, CloseAmounts, OpenAmounts } from './amounts.js';
import type { FillPlan } from './fill-plan.js';
import type { FillRequest } from './fill-request.js';

const NO_MONEY = '0.0000';

/** The book that a fill met: price levels of each side, best first. */
interface FilledBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** The best prices in points; the closeout prices of a side without levels. */
  readonly top: Pick<TopOfBook, 'bid' | 'ask'>;
  /** Time of the quote, RFC 3339. */
  readonly time: string;
}

/** The amounts of a trade that a fill closes or reduces. */
type WrittenClose = Omit<CloseAmounts, 'trade'> & {
  readonly trade: Pick<CloseAmounts['trade'], 'id' | 'clientExtensions'>;
};

/** What the transaction of a fill says. */
export interface DecidedFill
  extends Pick<TransactionHead, 'id' | 'accountID' | 'userID' | 'batchID' | 'time'>,
    Pick<FillRequest, 'orderID' | 'clientOrderID' | 'reason'>,
    Pick<FillPlan, 'units' | 'points' | 'vwapPoints'> {
  readonly requestID: string | undefined;
  readonly instrument: Instrument;
  readonly requestedUnits: Decimal;
  readonly amounts: Omit<Amounts, 'closes'> & { readonly closes: readonly WrittenClose[] };
  readonly book: FilledBook;
}

/** The fill that `plan` becomes, as the next transaction of `batch`. */
export function decidedFill(
  context: ExecutionContext,
  batch: Batch,
  { request, slot, units, points, vwapPoints, amounts }: FillPlan,
): DecidedFill {
  const { quotes } = context;
  const taker = { taken: batch.cell.taken, at: batch.time };
  return {
    id: batch.nextID(),
    accountID: batch.cell.state.config.id,
    userID: batch.userID,
    batchID: batch.batchID,
    requestID: batch.requestID,
    time: batch.timeText,
    orderID: request.orderID,
    clientOrderID: request.clientOrderID,
    reason: request.reason,
    instrument: quotes.instrument(slot),
    units,
    requestedUnits: request.units,
    points,
    vwapPoints,
    amounts,
    book: {
      bids: levelsLeft(context, slot, 'bid', taker),
      asks: levelsLeft(context, slot, 'ask', taker),
      top: { bid: quotes.bidPoints(slot), ask: quotes.askPoints(slot) },
      time: quoteTime(quotes, slot, batch),
    },
  };
}

/** The RFC 3339 time of the quote in `slot`; most fills have the time of their quote. */
export function quoteTime({ time }: QuoteBoard, slot: number, batch: Batch): string {
  const micros = time[slot] as number;
  return micros === batch.time ? batch.timeText : formatRfc3339(instant(micros));
}

/** The ORDER_FILL of a decided fill. */
export function fillTransaction(fill: DecidedFill): OrderFillTransaction {
  return new OrderFill(fill, formatPoints(fill.points, fill.instrument.displayPrecision));
}

const OrderFill = plainObjects<OrderFillTransaction, [DecidedFill, string]>(function (fill, price) {
  const { instrument, amounts } = fill;
  const { total, closes } = amounts;
  const closing = closes.length > 0;
  this.id = fill.id;
  this.accountID = fill.accountID;
  this.userID = fill.userID;
  this.batchID = fill.batchID;
  if (fill.requestID !== undefined) this.requestID = fill.requestID;
  this.time = fill.time;
  this.type = 'ORDER_FILL';
  this.orderID = fill.orderID;
  if (fill.clientOrderID !== undefined) this.clientOrderID = fill.clientOrderID;
  this.instrument = instrument.name;
  this.units = formatUnits(fill.units);
  this.requestedUnits =
    fill.units === fill.requestedUnits ? this.units : formatUnits(fill.requestedUnits);
  this.price = price;
  this.pl = formatMoney(total.pl);
  this.quotePL = closing ? formatFixed(total.quotePL, instrument.displayPrecision) : '0';
  this.financing = formatMoney(total.financing);
  this.baseFinancing = closing ? formatCost(total.baseFinancing) : '0';
  if (total.quoteFinancing !== undefined) this.quoteFinancing = formatCost(total.quoteFinancing);
  this.commission = formatMoney(amounts.commission);
  this.accountBalance = formatMoney(amounts.balance);
  this.gainQuoteHomeConversionFactor = trimmedFactorText(amounts.quote, 'gain');
  this.lossQuoteHomeConversionFactor = trimmedFactorText(amounts.quote, 'loss');
  this.guaranteedExecutionFee = formatMoney(total.fee);
  this.quoteGuaranteedExecutionFee = quoteFeeText(total.quoteFee, instrument);
  this.halfSpreadCost = formatMoney(amounts.halfSpreadCost);
  this.fullVWAP =
    fill.vwapPoints === fill.points
      ? price
      : formatPoints(fill.vwapPoints, instrument.displayPrecision);
  this.reason = fill.reason;
  if (amounts.open !== undefined) this.tradeOpened = tradeOpened(fill.id, amounts.open, price);
  let closed: TradeReduce[] | undefined;
  let reduced: TradeReduce | undefined;
  for (const close of closes) {
    const body = new Reduce(close, price, instrument);
    if (!close.isWhole) reduced ??= body;
    else closed = appended(closed, body);
  }
  if (closed !== undefined) this.tradesClosed = closed;
  if (reduced !== undefined) this.tradeReduced = reduced;
  this.fullPrice = fullPrice(fill.book, instrument);
  this.homeConversionFactors = printedFactors(amounts.quote, amounts.base);
  this.plHomeConversionCost = formatCost(total.plCost);
  this.baseFinancingHomeConversionCost = formatCost(baseCostOf(total));
  this.guaranteedExecutionFeeHomeConversionCost = formatCost(total.feeCost);
  this.homeConversionCost = formatCost(total.plCost.plus(total.financingCost).plus(total.feeCost));
});

const Reduce = plainObjects<TradeReduce, [WrittenClose, string, Instrument]>(
  function (close, price, instrument) {
    const clientTradeID = close.trade.clientExtensions?.id;
    this.tradeID = String(close.trade.id);
    if (clientTradeID !== undefined) this.clientTradeID = clientTradeID;
    this.units = formatUnits(close.units);
    this.realizedPL = formatMoney(close.pl);
    this.financing = formatMoney(close.financing);
    this.baseFinancing = formatCost(close.baseFinancing);
    if (close.quoteFinancing !== undefined) this.quoteFinancing = formatCost(close.quoteFinancing);
    if (close.financingRate !== undefined) this.financingRate = close.financingRate;
    this.price = price;
    this.guaranteedExecutionFee = formatMoney(close.fee);
    this.quoteGuaranteedExecutionFee = quoteFeeText(close.quoteFee, instrument);
    this.halfSpreadCost = formatMoney(close.halfSpreadCost);
    this.plHomeConversionCost = formatCost(close.plCost);
    this.baseFinancingHomeConversionCost = formatCost(baseCostOf(close));
    this.guaranteedExecutionFeeHomeConversionCost = formatCost(close.feeCost);
    this.homeConversionCost = formatCost(
      close.plCost.plus(close.financingCost).plus(close.feeCost),
    );
  },
);

/** The cost of converting financing from base currency; 0 for financing in quote currency. */
function baseCostOf({
  quoteFinancing,
  financingCost,
}: Pick<CloseAmounts, 'quoteFinancing' | 'financingCost'>): Decimal {
  return quoteFinancing === undefined ? financingCost : ZERO;
}

function tradeOpened(tradeID: string, open: OpenAmounts, price: string): TradeOpen {
  const opened = {
    price,
    tradeID,
    units: formatUnits(open.units),
    guaranteedExecutionFee: NO_MONEY,
    quoteGuaranteedExecutionFee: '0',
    halfSpreadCost: formatMoney(open.halfSpreadCost),
    initialMarginRequired: formatMoney(open.initialMarginRequired),
    guaranteedExecutionFeeHomeConversionCost: formatCost(ZERO),
  };
  const { clientExtensions } = open;
  return clientExtensions === undefined ? opened : { ...opened, clientExtensions };
}

function quoteFeeText(quoteFee: Decimal, { displayPrecision }: Instrument): string {
  return quoteFee.isZero() ? '0' : formatFixed(quoteFee, displayPrecision);
}

function formatCost(cost: Decimal): string {
  return formatFixed(cost, FACTOR_DIGITS);
}

/** The book that the fill met. `timestamp` is the time of the quote, not of the fill. */
function fullPrice(
  { bids, asks, top, time }: FilledBook,
  { displayPrecision }: Instrument,
): FullPrice {
  const liquidityText = bids.every(isCounted) && asks.every(isCounted) ? String : fractionText;
  const level = ({ points, liquidity }: BookLevel): PriceLevel => ({
    price: formatPoints(points, displayPrecision),
    liquidity: liquidityText(liquidity),
  });
  const bidLevels = bids.map(level);
  const askLevels = asks.map(level);
  return {
    closeoutBid: bidLevels.at(-1)?.price ?? formatPoints(top.bid, displayPrecision),
    closeoutAsk: askLevels.at(-1)?.price ?? formatPoints(top.ask, displayPrecision),
    timestamp: time,
    bids: bidLevels,
    asks: askLevels,
  };
}

function isCounted({ liquidity }: BookLevel): boolean {
  return Number.isInteger(liquidity);
}

/** When depth is counted in fractions, a whole number also has a decimal: `250000.0` (recorded). */
function fractionText(liquidity: number): string {
  const text = decimal(liquidity).toFixed();
  return Number.isInteger(liquidity) ? `${text}.0` : text;
}
