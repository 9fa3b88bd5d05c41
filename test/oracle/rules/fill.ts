/**
 * Carries out a decided fill: writes ORDER_FILL, changes trades and balance, creates the on-fill
 * orders, cancels the orders of closed trades. Source: v20 semantics 4.7, 4.9, 6.2.
 * Ambiguity: client extensions that were changed since have their fields in the order in which they came.
 */

import type { Instrument } from '../../../src/core/market/instrument.js';
import { rolloverAfter } from '../../../src/core/time/calendar.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import type { FillAmounts, PartAmounts } from '../numbers/amounts.js';
import { type Factors, factorText, shortFactorText } from '../numbers/convert.js';
import { decimal, type Rational, sum, whole, ZERO } from '../numbers/rational.js';
import {
  type Account,
  cancelOrder,
  dependentsOf,
  marketOf,
  nextId,
  type Order,
  quoteOf,
  type Trade,
  type Wire,
  type World,
  withoutAbsent,
  write,
} from '../numbers/state.js';
import { type Decision, decideFill, type Plan } from './decide.js';
import { onFillPrice } from './on-fill.js';
import { reissue } from './reissue.js';
import { gtdInstant, ON_FILL, orderBody } from './request.js';

type Fill = Extract<Decision, { kind: 'fill' }>;

/** Fills, cancels or leaves the order, in the current batch. @returns false when it waits. */
export function settle(world: World, account: Account, order: Order): boolean {
  return carryOut(world, account, order, decideFill(world, account, order));
}

/** The same for a decision already made. */
export function carryOut(
  world: World,
  account: Account,
  order: Order,
  decision: Decision,
): boolean {
  if (decision.kind === 'wait') return false;
  if (decision.kind === 'cancel') cancelOrder(world, account, order, { reason: decision.reason });
  else commit(world, account, order, decision);
  return true;
}

function commit(world: World, account: Account, order: Order, fill: Fill): void {
  const { plan, amounts } = fill;
  const fillId = nextId(account);
  write(world, account, 'ORDER_FILL', fillBody(world, order, fill, fillId));
  order.pending = false;
  account.balance = amounts.holdingAfter.balance;
  const closed: Trade[] = [];
  for (const { trade, units } of amounts.parts) {
    trade.units = trade.units.plus(units);
    if (trade.units.sign === 0) closed.push(trade);
  }
  if (plan.open.sign > 0) {
    const trade: Trade = {
      id: fillId,
      instrument: order.instrument,
      price: plan.price,
      units: plan.open.times(whole(plan.sign)),
      financedTo: world.now,
      clientExtensions: order.tradeClientExtensions,
    };
    account.trades.push(trade);
    createDependents(world, account, { order, plan, trade });
  }
  for (const trade of closed) {
    for (const dependent of dependentsOf(account, trade)) {
      cancelOrder(world, account, dependent, {
        reason: 'LINKED_TRADE_CLOSED',
        closedTradeID: String(trade.id),
        tradeCloseTransactionID: String(fillId),
      });
    }
  }
  if (plan.isPartial && order.type === 'MARKET_IF_TOUCHED') {
    const rest = order.units.minus(filledUnits(plan));
    reissue(world, account, order, { plan, rest });
  }
}

/** Signed units of a fill. */
function filledUnits({ open, parts, sign }: Plan): Rational {
  return open.plus(sum(parts.map(part => part.units))).times(whole(sign));
}

interface Opening {
  readonly order: Order;
  readonly plan: Plan;
  /** The trade that the order opened. */
  readonly trade: Trade;
}

function createDependents(world: World, account: Account, { order, plan, trade }: Opening): void {
  const { instrument } = marketOf(world, order.instrument);
  for (const { key, type } of ON_FILL) {
    const details = order.onFill[key];
    if (details === undefined) continue;
    const level = onFillPrice(details, plan);
    const timeInForce = details.timeInForce ?? 'GTC';
    const gtdTime = timeInForce === 'GTD' ? details.gtdTime : undefined;
    const trailing = type === 'TRAILING_STOP_LOSS';
    const dependent: Order = {
      id: nextId(account),
      type,
      instrument: order.instrument,
      units: ZERO,
      timeInForce,
      positionFill: 'DEFAULT',
      triggerCondition: details.triggerCondition ?? 'DEFAULT',
      price: trailing ? undefined : level,
      distance:
        type === 'TAKE_PROFIT' || details.distance === undefined
          ? undefined
          : decimal(details.distance),
      expires: expiryOf(world, timeInForce, gtdTime),
      gtdTime,
      trade,
      onFill: {},
      clientExtensions: details.clientExtensions,
      pending: true,
    };
    if (trailing) dependent.trailingValue = level;
    account.orders.push(dependent);
    write(world, account, `${type}_ORDER`, {
      ...orderBody(dependent, instrument),
      reason: 'ON_FILL',
      orderFillTransactionID: String(trade.id),
    });
  }
}

/** Instant at which an order created now expires; undefined when it does not. */
export function expiryOf(
  world: World,
  timeInForce: Order['timeInForce'],
  gtdTime: string | undefined,
): number | undefined {
  if (timeInForce === 'GFD') return rolloverAfter(instant(world.now));
  return timeInForce === 'GTD' ? gtdInstant(gtdTime as string) : undefined;
}

/** OrderFillReason of an order: its type, and for MARKET orders their own reason. */
function fillReason(order: Order): string {
  const { marketReason } = order;
  if (marketReason === undefined || marketReason === 'CLIENT_ORDER') return `${order.type}_ORDER`;
  return `MARKET_ORDER_${marketReason}`;
}

function fillBody(world: World, order: Order, fill: Fill, fillId: number): Wire {
  const { plan, amounts } = fill;
  const { instrument } = marketOf(world, order.instrument);
  const { displayPrecision } = instrument;
  const { parts, quoteFactors } = amounts;
  const total = (pick: (part: PartAmounts) => Rational) => sum(parts.map(pick));
  const filled = filledUnits(plan);
  const pureOpen = parts.length === 0;
  const reduced = parts.find(isReduction);
  const closed = parts.filter(part => part !== reduced);
  const opened = plan.open.sign > 0 ? openedBody(order, fill, instrument, fillId) : undefined;
  const partBody = (part: PartAmounts) => closedBody(part, plan, instrument);
  return {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    instrument: order.instrument,
    units: filled.trimmed(15),
    requestedUnits: (order.trade === undefined ? order.units : filled).trimmed(15),
    price: plan.price.fixed(displayPrecision),
    pl: total(part => part.pl).fixed(4),
    quotePL: pureOpen ? '0' : total(part => part.quotePL).fixed(displayPrecision),
    financing: total(part => part.financing).fixed(4),
    baseFinancing: pureOpen ? '0' : total(part => part.baseFinancing).fixed(14),
    quoteFinancing: parts.some(({ quoteFinancing }) => quoteFinancing !== undefined)
      ? sum(parts.flatMap(({ quoteFinancing }) => quoteFinancing ?? [])).fixed(14)
      : undefined,
    commission: amounts.commission.fixed(4),
    accountBalance: amounts.holdingAfter.balance.fixed(4),
    gainQuoteHomeConversionFactor: shortFactorText(quoteFactors.gain),
    lossQuoteHomeConversionFactor: shortFactorText(quoteFactors.loss),
    guaranteedExecutionFee: total(part => part.fee).fixed(4),
    quoteGuaranteedExecutionFee: feeText(
      total(part => part.quoteFee),
      instrument,
    ),
    halfSpreadCost: total(part => part.halfSpreadCost)
      .plus(amounts.openHalfSpreadCost)
      .fixed(4),
    fullVWAP: plan.vwap.fixed(displayPrecision),
    reason: fillReason(order),
    tradeOpened: opened,
    tradesClosed: closed.length > 0 ? closed.map(partBody) : undefined,
    tradeReduced: reduced === undefined ? undefined : partBody(reduced),
    fullPrice: priceBody(world, instrument),
    homeConversionFactors: factorsBody(amounts),
    ...conversionCosts(parts),
  };
}

function factorsBody({ quoteFactors, baseFactors }: FillAmounts): Wire {
  const factor = (factors: Factors, value: Rational) => ({ factor: factorText(factors, value) });
  return {
    gainQuoteHome: factor(quoteFactors, quoteFactors.gain),
    lossQuoteHome: factor(quoteFactors, quoteFactors.loss),
    gainBaseHome: factor(baseFactors, baseFactors.gain),
    lossBaseHome: factor(baseFactors, baseFactors.loss),
  };
}

/** What the conversion of financing from base currency has cost. */
function baseCostOf({ quoteFinancing, financingCost }: PartAmounts): Rational {
  return quoteFinancing === undefined ? financingCost : ZERO;
}

/** What the mark-up of conversion took of each amount of a fill, and of all. */
function conversionCosts(parts: readonly PartAmounts[]): Wire {
  const pl = sum(parts.map(part => part.plCost));
  const financing = sum(parts.map(part => part.financingCost));
  const fee = sum(parts.map(part => part.feeCost));
  return {
    plHomeConversionCost: pl.fixed(14),
    baseFinancingHomeConversionCost: sum(parts.map(baseCostOf)).fixed(14),
    guaranteedExecutionFeeHomeConversionCost: fee.fixed(14),
    homeConversionCost: sum([pl, financing, fee]).fixed(14),
  };
}

/** Whether the part leaves something of its trade, whose units the fill has not changed yet. */
function isReduction(part: PartAmounts): boolean {
  return !part.units.abs().equals(part.trade.units.abs());
}

function feeText(quoteFee: Rational, instrument: Instrument): string {
  return quoteFee.sign === 0 ? '0' : quoteFee.fixed(instrument.displayPrecision);
}

function openedBody(
  order: Order,
  { plan, amounts }: Fill,
  instrument: Instrument,
  fillId: number,
): Wire {
  return withoutAbsent({
    price: plan.price.fixed(instrument.displayPrecision),
    tradeID: String(fillId),
    units: plan.open.times(whole(plan.sign)).trimmed(15),
    guaranteedExecutionFee: '0.0000',
    quoteGuaranteedExecutionFee: '0',
    halfSpreadCost: amounts.openHalfSpreadCost.fixed(4),
    initialMarginRequired: amounts.initialMarginRequired.fixed(4),
    guaranteedExecutionFeeHomeConversionCost: ZERO.fixed(14),
    clientExtensions:
      order.tradeClientExtensions === undefined
        ? undefined
        : withoutAbsent({ ...order.tradeClientExtensions }),
  });
}

function closedBody(part: PartAmounts, plan: Plan, instrument: Instrument): Wire {
  return withoutAbsent({
    tradeID: String(part.trade.id),
    clientTradeID: part.trade.clientExtensions?.id,
    units: part.units.trimmed(15),
    realizedPL: part.pl.fixed(4),
    financing: part.financing.fixed(4),
    baseFinancing: part.baseFinancing.fixed(14),
    quoteFinancing: part.quoteFinancing?.fixed(14),
    financingRate: part.financingRate,
    price: plan.price.fixed(instrument.displayPrecision),
    guaranteedExecutionFee: part.fee.fixed(4),
    quoteGuaranteedExecutionFee: feeText(part.quoteFee, instrument),
    halfSpreadCost: part.halfSpreadCost.fixed(4),
    plHomeConversionCost: part.plCost.fixed(14),
    baseFinancingHomeConversionCost: baseCostOf(part).fixed(14),
    guaranteedExecutionFeeHomeConversionCost: part.feeCost.fixed(14),
    homeConversionCost: part.plCost.plus(part.financingCost).plus(part.feeCost).fixed(14),
  });
}

/** `fullPrice`: the one bucket of each side; liquidity is a string here. */
function priceBody(world: World, instrument: Instrument): Wire {
  const quote = quoteOf(world, instrument.name);
  const [bid, ask] = [quote.bid, quote.ask].map(price => price.fixed(instrument.displayPrecision));
  return {
    closeoutBid: bid,
    closeoutAsk: ask,
    timestamp: formatRfc3339(instant(quote.time)),
    bids: [{ price: bid, liquidity: quote.bidDepth.fixed(0) }],
    asks: [{ price: ask, liquidity: quote.askDepth.fixed(0) }],
  };
}
