/**
 * The fold of an ORDER_FILL: trades open, shrink and close, and the balance moves by the amounts of
 * the fill. Invariants I5, I10, I11, I13.
 */

import { assert } from '../base/assert.js';
import { type Decimal, decimal, formatMoney, ZERO } from '../base/decimal.js';
import { plainObjects } from '../base/present.js';
import type { ClientExtensions } from '../order/order.js';
import type { AccountState, PositionRecord, SideRecord, TradeRecord } from './account.js';
import { mustPending, mustTrade, retire, setBalance, sideOf } from './account-records.js';
import type { OrderFillTransaction, TradeOpen, TradeReduce } from './transaction.js';

const NO_IDS: readonly string[] = [];

/** What a fill does to a trade that it closes, whole or in part; money in home currency. */
interface CloseEffect {
  readonly trade: TradeRecord;
  /** Signed as the fill. */
  readonly units: Decimal;
  /** Whether nothing of the trade is left. */
  readonly isWhole: boolean;
  readonly pl: Decimal;
  readonly financing: Decimal;
  /** Fee of guaranteed execution. */
  readonly fee: Decimal;
}

/** What a fill opens: signed units, and the margin for them in home currency. */
interface OpenEffect {
  readonly units: Decimal;
  readonly initialMarginRequired: Decimal;
  readonly clientExtensions?: ClientExtensions | undefined;
}

/** The numbers of a fill that the fold adds up. Money in home currency. */
export interface FillNumbers {
  readonly price: Decimal;
  readonly amounts: {
    /** Trades that it closes, in the order of the fill; at most the last one is not whole. */
    readonly closes: readonly CloseEffect[];
    /** Undefined when it opens no trade. */
    readonly open: OpenEffect | undefined;
    readonly total: Pick<CloseEffect, 'pl' | 'financing' | 'fee'>;
    readonly commission: Decimal;
    /** The balance after the fill. */
    readonly balance: Decimal;
  };
}

/** The fields of a fill that the fold reads beside its numbers. */
export interface FillHead {
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  readonly orderID: string;
  /** Name of the instrument. */
  readonly instrument: string;
}

/** The numbers of `fill`, read from its texts. A fill that was just decided has them. */
export function numbersOf(state: AccountState, fill: OrderFillTransaction): FillNumbers {
  const { tradesClosed = [], tradeReduced, tradeOpened } = fill;
  const closes = tradesClosed.map(each => closeEffect(state, each, true));
  if (tradeReduced !== undefined) closes.push(closeEffect(state, tradeReduced, false));
  const amounts = {
    closes,
    open: tradeOpened && openEffect(tradeOpened),
    total: {
      pl: decimal(fill.pl),
      financing: decimal(fill.financing),
      fee: decimal(fill.guaranteedExecutionFee),
    },
    commission: decimal(fill.commission),
    balance: decimal(fill.accountBalance),
  };
  return { price: decimal(fill.price), amounts };
}

function closeEffect(state: AccountState, reduce: TradeReduce, isWhole: boolean): CloseEffect {
  return {
    trade: mustTrade(state, Number(reduce.tradeID)),
    units: decimal(reduce.units),
    isWhole,
    pl: decimal(reduce.realizedPL),
    financing: decimal(reduce.financing),
    fee: decimal(reduce.guaranteedExecutionFee),
  };
}

function openEffect({ units, initialMarginRequired, clientExtensions }: TradeOpen): OpenEffect {
  return {
    units: decimal(units),
    initialMarginRequired: decimal(initialMarginRequired),
    clientExtensions,
  };
}

/**
 * Applies `fill` to `state` in place. @throws InvariantError when the fill does not fit the state.
 * @param numbers - those of the same fill.
 */
export function applyFill(state: AccountState, fill: FillHead, numbers: FillNumbers): void {
  const order = mustPending(state, Number(fill.orderID));
  retire(state, order);
  order.state = 'FILLED';
  order.fillingTransactionID = fill.id;
  order.filledTime = fill.time;
  const { closes, open } = numbers.amounts;
  if (open !== undefined) order.tradeOpenedID = fill.id;
  for (const { trade, isWhole } of closes) {
    const tradeID = String(trade.id);
    if (isWhole) order.tradeClosedIDs = withLast(order.tradeClosedIDs ?? NO_IDS, tradeID);
    else order.tradeReducedID = tradeID;
  }
  const position = positionOf(state, fill.instrument);
  for (const close of closes) reduceTrade(position, close, fill, numbers.price);
  for (const close of closes)
    if (close.isWhole) closeTrade(state, position, close.trade, fill.time);
  if (open !== undefined) applyOpen(state, position, fill, { open, price: numbers.price });
  addAmounts(state, position, fill, numbers.amounts);
}

/** The position record of `instrument`; made when the instrument is first traded. */
function positionOf(state: AccountState, instrument: string): PositionRecord {
  const known = state.positions.get(instrument);
  if (known !== undefined) return known;
  const position = { instrument, commission: ZERO, long: emptySide(), short: emptySide() };
  state.positions.set(instrument, position);
  return position;
}

function emptySide(): SideRecord {
  return {
    tradeIDs: [],
    pl: ZERO,
    resettablePL: ZERO,
    financing: ZERO,
    dividendAdjustment: ZERO,
    guaranteedExecutionFees: ZERO,
  };
}

function reduceTrade(
  position: PositionRecord,
  { trade, units, isWhole, pl, financing, fee }: CloseEffect,
  fill: FillHead,
  price: Decimal,
): void {
  const side = sideOf(position, trade);
  const remaining = trade.currentUnits.plus(units);
  assert(
    remaining.isZero() || remaining.isNegative() === trade.currentUnits.isNegative(),
    'Invariant: the sign of a trade never flips',
  );
  assert(remaining.isZero() === isWhole, 'Invariant: a trade is closed when no unit is left');
  trade.currentUnits = isWhole ? ZERO : remaining;
  trade.realizedPL = trade.realizedPL.plus(pl);
  trade.financing = trade.financing.plus(financing);
  trade.closedValue = trade.closedValue.plus(units.abs().times(price));
  trade.closingTransactionIDs = withLast(trade.closingTransactionIDs, fill.id);
  addProfit(side, pl);
  side.financing = side.financing.plus(financing);
  side.guaranteedExecutionFees = side.guaranteedExecutionFees.plus(fee);
}

/** Adds to both profits; until the first reset they are one number. */
function addProfit(to: Pick<SideRecord, 'pl' | 'resettablePL'>, pl: Decimal): void {
  const isOne = to.resettablePL === to.pl;
  to.pl = to.pl.plus(pl);
  to.resettablePL = isOne ? to.pl : to.resettablePL.plus(pl);
}

/** The items and one more: one block of memory for the one item that most lists have. */
function withLast<T>(items: readonly T[], last: T): readonly T[] {
  return items.length === 0 ? [last] : [...items, last];
}

function closeTrade(
  state: AccountState,
  position: PositionRecord,
  trade: TradeRecord,
  time: string,
): void {
  const side = sideOf(position, trade);
  trade.state = 'CLOSED';
  trade.closeTime = time;
  side.tradeIDs = side.tradeIDs.length === 1 ? [] : side.tradeIDs.filter(id => id !== trade.id);
  state.openTrades.delete(trade.id);
  if (trade.clientExtensions?.id !== undefined) {
    state.clientTradeIDs.delete(trade.clientExtensions.id);
  }
}

/** A trade that opens, and its price. */
interface TradeOpening {
  readonly open: OpenEffect;
  readonly price: Decimal;
}

function applyOpen(
  state: AccountState,
  position: PositionRecord,
  fill: FillHead,
  opened: TradeOpening,
): void {
  const trade = new OpenedTrade(fill, opened);
  const { clientExtensions } = opened.open;
  if (clientExtensions !== undefined) {
    trade.clientExtensions = clientExtensions;
    if (clientExtensions.id !== undefined) state.clientTradeIDs.set(clientExtensions.id, trade.id);
  }
  state.trades.set(trade.id, trade);
  state.openTrades.set(trade.id, trade);
  const side = sideOf(position, trade);
  side.tradeIDs = withLast(side.tradeIDs, trade.id);
}

/**
 * A record that was just made. The trade has the id of its fill. The fields of its end get room in
 * the same block of memory.
 */
const OpenedTrade = plainObjects<TradeRecord, [FillHead, TradeOpening]>(function (
  fill,
  { open: { units, initialMarginRequired }, price },
) {
  this.id = Number(fill.id);
  this.instrument = fill.instrument;
  this.price = price;
  this.openTime = fill.time;
  this.initialUnits = units;
  this.initialMarginRequired = formatMoney(initialMarginRequired);
  this.state = 'OPEN';
  this.currentUnits = units;
  this.realizedPL = ZERO;
  this.financing = ZERO;
  this.dividendAdjustment = ZERO;
  this.financedUntil = fill.time;
  this.closingTransactionIDs = NO_IDS;
  this.closedValue = ZERO;
});

function addAmounts(
  state: AccountState,
  position: PositionRecord,
  fill: FillHead,
  { total: { pl, financing, fee }, commission, balance: stated }: FillNumbers['amounts'],
): void {
  const balance = state.balance.plus(pl).plus(financing).minus(commission).minus(fee);
  setBalance(state, balance, stated);
  addProfit(state, pl);
  state.financing = state.financing.plus(financing);
  state.commission = state.commission.plus(commission);
  state.guaranteedExecutionFees = state.guaranteedExecutionFees.plus(fee);
  state.lastOrderFillTimestamp = fill.time;
  position.commission = position.commission.plus(commission);
}
