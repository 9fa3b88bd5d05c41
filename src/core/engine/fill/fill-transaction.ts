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
  HomeConversionFactors,
  OrderFillTransaction,
  PriceLevel,
  TradeOpen,
  TradeReduce,
} from '../../ledger/transaction.js';
import { type BookLevel, bookLevels } from '../../market/book.js';
import {
  type ConversionFactors,
  FACTOR_DIGITS,
  printedFactorText,
  trimmedFactorText,
} from '../../market/conversion.js';
import type { Instrument } from '../../market/instrument.js';
import { formatPoints } from '../../market/points.js';
import { formatRfc3339, instant } from '../../time/instant.js';
import type { Batch } from '../state/batch.js';
import { depthTable, type ExecutionContext } from '../state/execution-context.js';
import type { Amounts, CloseAmounts, OpenAmounts } from './amounts.js';
import type { FillPlan } from './fill-plan.js';

const NO_MONEY = '0.0000';

/** The texts of a fill that are not its own amounts. */
interface Texts {
  /** The price of the fill. */
  readonly price: string;
  readonly book: FullPrice;
  readonly opened: TradeOpen | undefined;
  /** The trades that the fill closes whole; undefined when there are none. */
  readonly closed: readonly TradeReduce[] | undefined;
  readonly reduced: TradeReduce | undefined;
}

/** The ORDER_FILL that `plan` becomes, as the next transaction of `batch`. */
export function fillTransaction(
  context: ExecutionContext,
  batch: Batch,
  plan: FillPlan,
): OrderFillTransaction {
  const { amounts } = plan;
  const instrument = context.quotes.instrument(plan.slot);
  const price = formatPoints(plan.points, instrument.displayPrecision);
  let closed: TradeReduce[] | undefined;
  let reduced: TradeReduce | undefined;
  for (const close of amounts.closes) {
    const body = new Reduce(close, price, instrument);
    if (!close.isWhole) reduced ??= body;
    else closed = appended(closed, body);
  }
  return new OrderFill(batch, plan, instrument, {
    price,
    book: fullPrice(context, plan.slot, batch),
    opened: amounts.open && tradeOpened(batch.nextID(), plan, amounts.open, price),
    closed,
    reduced,
  });
}

const OrderFill = plainObjects<OrderFillTransaction, [Batch, FillPlan, Instrument, Texts]>(
  function (batch, { request, units, points, vwapPoints, amounts }, instrument, texts) {
    const { total } = amounts;
    const closing = amounts.closes.length > 0;
    this.id = batch.nextID();
    this.accountID = batch.cell.state.config.id;
    this.userID = batch.userID;
    this.batchID = batch.batchID;
    if (batch.requestID !== undefined) this.requestID = batch.requestID;
    this.time = batch.timeText;
    this.type = 'ORDER_FILL';
    this.orderID = request.orderID;
    if (request.clientOrderID !== undefined) this.clientOrderID = request.clientOrderID;
    this.instrument = instrument.name;
    this.units = formatUnits(units);
    this.requestedUnits = units === request.units ? this.units : formatUnits(request.units);
    this.price = texts.price;
    this.pl = formatMoney(total.pl);
    this.quotePL = closing ? formatFixed(total.quotePL, instrument.displayPrecision) : '0';
    this.financing = formatMoney(total.financing);
    this.baseFinancing = closing ? formatCost(total.baseFinancing) : '0';
    this.commission = formatMoney(amounts.commission);
    this.accountBalance = formatMoney(amounts.balance);
    this.gainQuoteHomeConversionFactor = trimmedFactorText(amounts.quote, 'gain');
    this.lossQuoteHomeConversionFactor = trimmedFactorText(amounts.quote, 'loss');
    this.guaranteedExecutionFee = formatMoney(total.fee);
    this.quoteGuaranteedExecutionFee = quoteFeeText(total.quoteFee, instrument);
    this.halfSpreadCost = formatMoney(amounts.halfSpreadCost);
    this.fullVWAP =
      vwapPoints === points ? texts.price : formatPoints(vwapPoints, instrument.displayPrecision);
    this.reason = request.reason;
    if (texts.opened !== undefined) this.tradeOpened = texts.opened;
    if (texts.closed !== undefined) this.tradesClosed = texts.closed;
    if (texts.reduced !== undefined) this.tradeReduced = texts.reduced;
    this.fullPrice = texts.book;
    this.homeConversionFactors = conversionFactors(amounts);
    this.plHomeConversionCost = formatCost(total.plCost);
    this.baseFinancingHomeConversionCost = formatCost(total.financingCost);
    this.guaranteedExecutionFeeHomeConversionCost = formatCost(total.feeCost);
    this.homeConversionCost = formatCost(
      total.plCost.plus(total.financingCost).plus(total.feeCost),
    );
  },
);

const Reduce = plainObjects<TradeReduce, [CloseAmounts, string, Instrument]>(
  function (close, price, instrument) {
    const clientTradeID = close.trade.clientExtensions?.id;
    this.tradeID = String(close.trade.id);
    if (clientTradeID !== undefined) this.clientTradeID = clientTradeID;
    this.units = formatUnits(close.units);
    this.realizedPL = formatMoney(close.pl);
    this.financing = formatMoney(close.financing);
    this.baseFinancing = formatCost(close.baseFinancing);
    this.price = price;
    this.guaranteedExecutionFee = formatMoney(close.fee);
    this.quoteGuaranteedExecutionFee = quoteFeeText(close.quoteFee, instrument);
    this.halfSpreadCost = formatMoney(close.halfSpreadCost);
    this.plHomeConversionCost = formatCost(close.plCost);
    this.baseFinancingHomeConversionCost = formatCost(close.financingCost);
    this.guaranteedExecutionFeeHomeConversionCost = formatCost(close.feeCost);
    this.homeConversionCost = formatCost(
      close.plCost.plus(close.financingCost).plus(close.feeCost),
    );
  },
);

function tradeOpened(
  tradeID: string,
  { request }: FillPlan,
  open: OpenAmounts,
  price: string,
): TradeOpen {
  const { tradeClientExtensions: clientExtensions } = request.onFill;
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
  return clientExtensions === undefined ? opened : { ...opened, clientExtensions };
}

function quoteFeeText(quoteFee: Decimal, { displayPrecision }: Instrument): string {
  return quoteFee.isZero() ? '0' : formatFixed(quoteFee, displayPrecision);
}

function formatCost(cost: Decimal): string {
  return formatFixed(cost, FACTOR_DIGITS);
}

function conversionFactors({ quote, base }: Amounts): HomeConversionFactors {
  return {
    gainQuoteHome: printedFactor(quote, 'gain'),
    lossQuoteHome: printedFactor(quote, 'loss'),
    gainBaseHome: printedFactor(base, 'gain'),
    lossBaseHome: printedFactor(base, 'loss'),
  };
}

/** The factor of the home currency itself. All fills share it, because nobody writes to a fill. */
const HOME_FACTOR: PrintedFactor = { factor: '1' };

type PrintedFactor = HomeConversionFactors['gainQuoteHome'];

function printedFactor(factors: ConversionFactors, kind: 'gain' | 'loss'): PrintedFactor {
  const factor = printedFactorText(factors, kind);
  return factor === '1' ? HOME_FACTOR : { factor };
}

/** The book that the fill met. `timestamp` is the time of the quote, not of the fill. */
function fullPrice({ quotes, model }: ExecutionContext, slot: number, batch: Batch): FullPrice {
  const { displayPrecision } = quotes.instrument(slot);
  const bids = bookLevels(quotes, slot, 'bid', depthTable(model));
  const asks = bookLevels(quotes, slot, 'ask', depthTable(model));
  const liquidityText = bids.every(isCounted) && asks.every(isCounted) ? String : fractionText;
  const level = ({ points, liquidity }: BookLevel): PriceLevel => ({
    price: formatPoints(points, displayPrecision),
    liquidity: liquidityText(liquidity),
  });
  const bidLevels = bids.map(level);
  const askLevels = asks.map(level);
  const time = quotes.time[slot] as number;
  return {
    closeoutBid: bidLevels.at(-1)?.price ?? formatPoints(quotes.bidPoints(slot), displayPrecision),
    closeoutAsk: askLevels.at(-1)?.price ?? formatPoints(quotes.askPoints(slot), displayPrecision),
    timestamp: time === batch.time ? batch.timeText : formatRfc3339(instant(time)),
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
