/**
 * Operations of the v20 API that the page uses, one function each. Source:
 * docs/reference/semantics.md.
 */

import { call, withQuery } from './rest.js';
import type {
  AccountChangesState,
  AccountSummary,
  Candle,
  Instrument,
  Order,
  Position,
  TradeSummary,
  Transaction,
} from './types.js';

/** An account of a simulation. */
export interface AccountPlace {
  readonly simulation: string;
  readonly account: string;
}

/** An account with everything in it. */
export interface WholeAccount extends AccountSummary {
  readonly orders: readonly Order[];
  readonly trades: readonly TradeSummary[];
  readonly positions: readonly Position[];
}

/** What changed since a transaction. */
export interface Changes {
  readonly ordersCreated: readonly Order[];
  readonly ordersCancelled: readonly Order[];
  readonly ordersFilled: readonly Order[];
  readonly ordersTriggered: readonly Order[];
  readonly tradesOpened: readonly TradeSummary[];
  readonly tradesReduced: readonly TradeSummary[];
  readonly tradesClosed: readonly TradeSummary[];
  readonly positions: readonly Position[];
  readonly transactions: readonly Transaction[];
}

export interface ChangesAnswer {
  readonly changes: Changes;
  readonly state: AccountChangesState;
  readonly lastTransactionID: string;
}

/** A request below an account. */
export function accountCall<Answer>(
  place: AccountPlace,
  rest: string,
  write:
    | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly body?: unknown }
    | undefined = undefined,
): Promise<Answer> {
  const path = `/v3/accounts/${place.account}${rest}`;
  return call({ simulation: place.simulation, path, ...write });
}

export async function readAccount(place: AccountPlace): Promise<WholeAccount> {
  return (await accountCall<{ account: WholeAccount }>(place, '')).account;
}

export async function readSummary(place: AccountPlace): Promise<AccountSummary> {
  return (await accountCall<{ account: AccountSummary }>(place, '/summary')).account;
}

export async function readInstruments(place: AccountPlace): Promise<readonly Instrument[]> {
  const answer = await accountCall<{ instruments: Instrument[] }>(place, '/instruments');
  return answer.instruments;
}

export function readChanges(place: AccountPlace, since: string): Promise<ChangesAnswer> {
  return accountCall(place, `/changes?sinceTransactionID=${since}`);
}

/** Transactions from one id to another, both included; at most 1000 of them. */
export async function readTransactions(
  place: AccountPlace,
  from: number,
  to: number,
): Promise<readonly Transaction[]> {
  const path = withQuery('/transactions/idrange', { from, to });
  return (await accountCall<{ transactions: Transaction[] }>(place, path)).transactions;
}

/** Which candles. */
export interface CandleQuery {
  readonly granularity: string;
  /** B, M or A, or several of them. */
  readonly price: string;
  readonly count: number;
  /** Candles before this instant; default: up to now. */
  readonly to?: string | undefined;
}

export async function readCandles(
  place: AccountPlace,
  instrument: string,
  { granularity, price, count, to }: CandleQuery,
): Promise<readonly Candle[]> {
  const query = { granularity, price, count, to };
  const path = withQuery(`/instruments/${instrument}/candles`, query);
  return (await accountCall<{ candles: Candle[] }>(place, path)).candles;
}

/** Places an order. @throws WireError with the v20 refusal. */
export function placeOrder(place: AccountPlace, order: object): Promise<Record<string, unknown>> {
  return accountCall(place, '/orders', { method: 'POST', body: { order } });
}

/** Replaces a pending order. */
export function replaceOrder(
  place: AccountPlace,
  id: string,
  order: object,
): Promise<Record<string, unknown>> {
  return accountCall(place, `/orders/${id}`, { method: 'PUT', body: { order } });
}

export function cancelOrder(place: AccountPlace, id: string): Promise<Record<string, unknown>> {
  return accountCall(place, `/orders/${id}/cancel`, { method: 'PUT' });
}

/** Sets the stop, profit or trailing stop of a trade; null cancels one. */
export function setTradeOrders(
  place: AccountPlace,
  trade: string,
  orders: Readonly<Record<string, object | null>>,
): Promise<Record<string, unknown>> {
  return accountCall(place, `/trades/${trade}/orders`, { method: 'PUT', body: orders });
}

/** Closes a trade, in full unless `units` is given. */
export function closeTrade(
  place: AccountPlace,
  trade: string,
  units = 'ALL',
): Promise<Record<string, unknown>> {
  return accountCall(place, `/trades/${trade}/close`, { method: 'PUT', body: { units } });
}
