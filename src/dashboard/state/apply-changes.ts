/**
 * An account as the page has it, and how it changes: by the changes of the v20 API, and by its values
 * at new prices. Pure.
 */

import type {
  AccountChangesState,
  AccountSummary,
  Order,
  Position,
  TradeSummary,
} from '../wire/types.js';
import type { Changes, ChangesAnswer, WholeAccount } from '../wire/v20.js';

/** What an account has open, by id or instrument, and its figures. */
export interface PageAccount {
  readonly summary: AccountSummary;
  readonly orders: ReadonlyMap<string, Order>;
  readonly trades: ReadonlyMap<string, TradeSummary>;
  /** The positions with units. */
  readonly positions: ReadonlyMap<string, Position>;
}

/** The state of an account that was read as a whole. */
export function accountState(account: WholeAccount): PageAccount {
  const { orders, trades, positions, ...summary } = account;
  return {
    summary,
    orders: new Map(orders.map(order => [order.id, order])),
    trades: new Map(trades.map(trade => [trade.id, trade])),
    positions: new Map(positions.filter(isOpen).map(each => [each.instrument, each])),
  };
}

/** The state after changes. */
export function withChanges(
  before: PageAccount,
  { changes, state, lastTransactionID }: ChangesAnswer,
): PageAccount {
  const orders = ordersAfter(before.orders, changes);
  const trades = tradesAfter(before.trades, changes);
  const positions = positionsAfter(before.positions, changes);
  const summary = {
    ...before.summary,
    lastTransactionID,
    openTradeCount: trades.size,
    openPositionCount: positions.size,
    pendingOrderCount: orders.size,
  };
  return withValues({ summary, orders, trades, positions }, state);
}

/** The state at new prices. */
export function withValues(before: PageAccount, state: AccountChangesState): PageAccount {
  const { orders, trades, positions, ...values } = state;
  return {
    summary: { ...before.summary, ...values },
    orders: merged(before.orders, orders, ({ id }) => id),
    trades: merged(before.trades, trades, ({ id }) => id),
    positions: valuedPositions(before.positions, positions),
  };
}

/** The positions at new prices, as the broker answers them. */
function valuedPositions(
  before: ReadonlyMap<string, Position>,
  values: AccountChangesState['positions'],
): ReadonlyMap<string, Position> {
  const parts = values.flatMap(each => {
    const { instrument, marginUsed, netUnrealizedPL, longUnrealizedPL, shortUnrealizedPL } = each;
    const known = before.get(instrument);
    if (known === undefined) return [];
    const long = { ...known.long, unrealizedPL: longUnrealizedPL };
    const short = { ...known.short, unrealizedPL: shortUnrealizedPL };
    return [{ instrument, unrealizedPL: netUnrealizedPL, marginUsed, long, short }];
  });
  return merged(before, parts, ({ instrument }) => instrument);
}

function isOpen({ long, short }: Position): boolean {
  return long.units !== '0' || short.units !== '0';
}

function ordersAfter(before: ReadonlyMap<string, Order>, changes: Changes) {
  const after = new Map(before);
  for (const order of changes.ordersCreated) after.set(order.id, order);
  const gone = [...changes.ordersCancelled, ...changes.ordersFilled, ...changes.ordersTriggered];
  for (const { id } of gone) after.delete(id);
  return after;
}

function tradesAfter(before: ReadonlyMap<string, TradeSummary>, changes: Changes) {
  const after = new Map(before);
  for (const trade of [...changes.tradesOpened, ...changes.tradesReduced]) {
    after.set(trade.id, trade);
  }
  for (const { id } of changes.tradesClosed) after.delete(id);
  return after;
}

function positionsAfter(before: ReadonlyMap<string, Position>, changes: Changes) {
  const after = new Map(before);
  for (const position of changes.positions) {
    if (isOpen(position)) after.set(position.instrument, position);
    else after.delete(position.instrument);
  }
  return after;
}

/** Puts fields over the items that are there; the same map when none of them is. */
function merged<Item extends object, Part extends object>(
  before: ReadonlyMap<string, Item>,
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): ReadonlyMap<string, Item> {
  const known = parts.filter(part => before.has(keyOf(part)));
  if (known.length === 0) return before;
  const after = new Map(before);
  for (const part of known) {
    const key = keyOf(part);
    after.set(key, { ...(before.get(key) as Item), ...part });
  }
  return after;
}
