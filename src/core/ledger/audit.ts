/**
 * The auditor: recomputes an account from its ledger and records by slow and simple code, and names
 * what is wrong. It runs after every step of random runs and after every recovery. The numbers
 * I1-I28 name the invariants of docs/reference/invariants.md.
 */

import { canonicalText } from '../base/canonical.js';
import { type Decimal, decimal, sum, ZERO } from '../base/decimal.js';
import { dependentOrder } from '../order/dependent-orders.js';
import {
  type AccountState,
  firstTransactionID,
  initialState,
  type TradeRecord,
} from './account.js';
import { apply } from './apply.js';
import { sideTrades } from './netting.js';
import type { Transaction } from './transaction.js';
import { type AccountMarket, holdingOf, valueAccount, valueHolding } from './valuation.js';

/** Returns one text per violated invariant; an empty list when the account is correct. */
export function audit(
  state: AccountState,
  ledger: readonly Transaction[],
  market?: AccountMarket,
): string[] {
  return [
    ...auditIds(ledger, firstTransactionID(state.config)),
    ...auditBalance(state, ledger),
    ...auditTrades(state, ledger),
    ...auditPositions(state),
    ...auditOrders(state, ledger),
    ...auditReissues(state, ledger),
    ...auditFold(state, ledger),
    ...(market === undefined ? [] : auditValue(state, market)),
  ];
}

/**
 * I1, I3: ids rise by one from the first, times never fall, and the transactions of a batch are
 * next to each other and have one time.
 */
function auditIds(ledger: readonly Transaction[], firstID: number): string[] {
  const faults: string[] = [];
  ledger.forEach((transaction, at) => {
    const before = ledger[at - 1];
    const id = String(firstID + at);
    if (transaction.id !== id) faults.push(`I1: id ${transaction.id} for ${id}`);
    if (before === undefined) return;
    if (transaction.time < before.time) faults.push(`I1: time goes back at ${transaction.id}`);
    const first = transaction.batchID === transaction.id;
    const continues = transaction.batchID === before.batchID && transaction.time === before.time;
    if (!first && !continues) faults.push(`I3: batch of ${transaction.id}`);
  });
  return faults;
}

/** The amount that a transaction adds to the balance, in home currency. */
function amountOf(transaction: Transaction): Decimal {
  switch (transaction.type) {
    case 'TRANSFER_FUNDS':
      return decimal(transaction.amount);
    case 'DAILY_FINANCING':
      return decimal(transaction.financing);
    case 'DIVIDEND_ADJUSTMENT':
      return decimal(transaction.dividendAdjustment);
    case 'ORDER_FILL':
      return decimal(transaction.pl)
        .plus(transaction.financing)
        .minus(transaction.commission)
        .minus(transaction.guaranteedExecutionFee);
    default:
      return ZERO;
  }
}

/** I4, I5: the balance is the sum of all amounts, and each stated balance is the sum so far. */
function auditBalance(state: AccountState, ledger: readonly Transaction[]): string[] {
  const faults: string[] = [];
  let balance: Decimal = ZERO;
  for (const transaction of ledger) {
    balance = balance.plus(amountOf(transaction));
    if ('accountBalance' in transaction && !balance.eq(String(transaction.accountBalance))) {
      faults.push(`I5: balance after ${transaction.id} is ${balance.toFixed()}`);
    }
  }
  if (!balance.eq(state.balance)) faults.push(`I4: balance ${state.balance.toFixed()}`);
  return faults;
}

/** I11, I13: units opened = units held + units closed; realized P/L is the sum over the fills. */
function auditTrades(state: AccountState, ledger: readonly Transaction[]): string[] {
  const faults: string[] = [];
  const closed = new Map<string, { units: Decimal; pl: Decimal }>();
  const opened = new Set<string>();
  for (const fill of ledger) {
    if (fill.type !== 'ORDER_FILL') continue;
    if (fill.tradeOpened !== undefined) {
      opened.add(fill.tradeOpened.tradeID);
      if (fill.tradeOpened.tradeID !== fill.id) faults.push(`I13: trade of fill ${fill.id}`);
    }
    const parts = [...(fill.tradesClosed ?? []), ...(fill.tradeReduced ? [fill.tradeReduced] : [])];
    for (const part of parts) {
      const entry = closed.get(part.tradeID) ?? { units: ZERO, pl: ZERO };
      entry.units = entry.units.plus(part.units);
      entry.pl = entry.pl.plus(part.realizedPL);
      closed.set(part.tradeID, entry);
    }
    const open = fill.tradeOpened === undefined ? ZERO : decimal(fill.tradeOpened.units);
    const total = sum(parts.map(part => decimal(part.units))).plus(open);
    if (!total.eq(fill.units)) faults.push(`I11: units of fill ${fill.id}`);
  }
  for (const trade of state.trades.values()) {
    const entry = closed.get(String(trade.id)) ?? { units: ZERO, pl: ZERO };
    const left = trade.initialUnits.plus(entry.units);
    if (!left.eq(trade.currentUnits)) faults.push(`I11: units of trade ${trade.id}`);
    if (!entry.pl.eq(trade.realizedPL)) faults.push(`I11: realizedPL of trade ${trade.id}`);
    if (!opened.has(String(trade.id))) faults.push(`I13: trade ${trade.id} has no opening fill`);
    const isOpen = state.openTrades.has(trade.id);
    if (isOpen === trade.currentUnits.isZero()) faults.push(`I10: trade ${trade.id} is empty`);
    if (isOpen === (trade.state === 'CLOSED')) faults.push(`I12: state of trade ${trade.id}`);
  }
  return faults;
}

/** I10: a position consists of its open trades: long units above zero, short units below. */
function auditPositions(state: AccountState): string[] {
  const faults: string[] = [];
  let listed = 0;
  for (const { instrument } of state.positions.values()) {
    const long = sideTrades(state, instrument, 'long');
    const short = sideTrades(state, instrument, 'short');
    listed += long.length + short.length;
    if (long.some(trade => !trade.currentUnits.isPositive()))
      faults.push(`I10: ${instrument} long`);
    if (short.some(trade => !trade.currentUnits.isNegative())) {
      faults.push(`I10: ${instrument} short`);
    }
    if (!state.config.hedging && long.length > 0 && short.length > 0) {
      faults.push(`I10: ${instrument} is hedged in an account that nets`);
    }
  }
  if (listed !== state.openTrades.size) faults.push('I12: open trades are not all in positions');
  return faults;
}

/**
 * I13-I15: an order has one creation and at most one end; dependent orders belong to open trades.
 */
function auditOrders(state: AccountState, ledger: readonly Transaction[]): string[] {
  const faults: string[] = [];
  const ends = new Map<string, number>();
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL' && transaction.type !== 'ORDER_CANCEL') continue;
    ends.set(transaction.orderID, (ends.get(transaction.orderID) ?? 0) + 1);
  }
  for (const order of state.orders.values()) {
    const count = ends.get(String(order.id)) ?? 0;
    const pending = state.pendingOrders.has(order.id);
    if (count !== (pending ? 0 : 1)) faults.push(`I14: order ${order.id} ended ${count} times`);
    if (pending !== (order.state === 'PENDING')) faults.push(`I14: state of order ${order.id}`);
    if (pending) faults.push(...auditLink(state, order.id, order.type, order.tradeID));
  }
  const clientIDs = [...state.pendingOrders.values()].filter(
    order => order.clientExtensions?.id !== undefined,
  );
  if (clientIDs.length !== state.clientOrderIDs.size) faults.push('I27: client order ids');
  return faults;
}

/**
 * I28: the units that depth left of a MARKET_IF_TOUCHED order are reissued or refused once, after
 * its fill and in the batch of the fill. Only the surplus of REDUCE_ONLY may be dropped.
 */
function auditReissues(state: AccountState, ledger: readonly Transaction[]): string[] {
  const faults: string[] = [];
  ledger.forEach((fill, at) => {
    if (fill.type !== 'ORDER_FILL' || fill.reason !== 'MARKET_IF_TOUCHED_ORDER') return;
    const rest = decimal(fill.requestedUnits).minus(fill.units);
    const reissues: Transaction[] = [];
    for (let next = at + 1; ledger[next]?.batchID === fill.batchID; next++) {
      const later = ledger[next] as Transaction;
      if (later.type.startsWith('MARKET_IF_TOUCHED_ORDER')) reissues.push(later);
    }
    const creation = state.orders.get(Number(fill.orderID))?.creation as { positionFill?: string };
    const dropped = rest.isZero() || creation.positionFill === 'REDUCE_ONLY';
    const [reissue] = reissues;
    if (reissue === undefined ? dropped : reissues.length === 1 && rest.eq(unitsOf(reissue))) {
      return;
    }
    faults.push(`I28: the rest of fill ${fill.id}`);
  });
  return faults;
}

function unitsOf(transaction: Transaction): string {
  return 'units' in transaction ? String(transaction.units) : '0';
}

function auditLink(
  state: AccountState,
  orderID: number,
  type: string,
  tradeID: number | undefined,
): string[] {
  if (tradeID === undefined) return [];
  const trade: TradeRecord | undefined = state.openTrades.get(tradeID);
  if (trade === undefined) return [`I15: order ${orderID} belongs to no open trade`];
  const link = dependentOrder(type)?.link;
  return link !== undefined && trade[link] === orderID
    ? []
    : [`I15: trade ${tradeID} does not know order ${orderID}`];
}

/** I24: folding the ledger again gives exactly this state. */
function auditFold(state: AccountState, ledger: readonly Transaction[]): string[] {
  const folded = initialState(state.config);
  for (const transaction of ledger) apply(folded, transaction);
  return canonicalText(folded) === canonicalText(state)
    ? []
    : ['I24: fold(ledger) is not the state'];
}

/** I6-I8: NAV and margin are the sums over the open trades. */
function auditValue(state: AccountState, market: AccountMarket): string[] {
  const faults: string[] = [];
  const value = valueAccount(state, market);
  const values = [...state.openTrades.values()].map(trade =>
    valueHolding(state, market, holdingOf(trade)),
  );
  const unrealized = sum(values.map(each => each.unrealizedPL));
  if (!unrealized.eq(value.unrealizedPL)) faults.push('I7: unrealizedPL');
  if (!value.NAV.eq(state.balance.plus(unrealized))) faults.push('I6: NAV');
  if (!state.config.hedging) {
    const margin = sum(values.map(each => each.marginUsed));
    if (!margin.eq(value.marginUsed)) faults.push('I8: marginUsed');
  }
  if (value.marginAvailable.isNegative() || value.withdrawalLimit.isNegative()) {
    faults.push('I8: marginAvailable and withdrawalLimit are never negative');
  }
  return faults;
}
