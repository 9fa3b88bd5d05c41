/**
 * Trade views: a Trade as v20 sends it, with its dependent orders in full or by id. An open trade
 * shows its pending orders. A closed trade shows the last order it had of each type, in whatever
 * state. Source: v20 semantics 9.3, 4.6 (average close price), 9.2 (as a change).
 */

import { formatFixed, formatMoney, formatUnits } from '../base/decimal.js';
import { plainObjects, present } from '../base/present.js';
import type { AccountState, OrderRecord, TradeRecord } from '../ledger/account.js';
import type { AccountMarket } from '../ledger/valuation.js';
import {
  DEPENDENT_ORDER_LIST,
  type DependentLink,
  type DependentOrderField,
  perDependentOrder,
} from '../order/dependent-orders.js';
import type { ClientExtensions } from '../order/order.js';
import type { AccountSource } from './account-source.js';
import { OpenValues, type TradeValue } from './open-values.js';
import { type OrderView, orderView } from './orders.js';

interface TradeFields {
  readonly id: string;
  readonly instrument: string;
  readonly price: string;
  readonly openTime: string;
  readonly initialUnits: string;
  readonly state: string;
  readonly currentUnits: string;
  readonly realizedPL: string;
  readonly financing: string;
  readonly dividendAdjustment: string;
  readonly closeTime?: string;
  readonly averageClosePrice?: string;
}

/** v20's TradeSummary: dependent orders by id. Money in home currency. */
export interface TradeSummary extends TradeFields {
  readonly [field: string]: unknown;
}

/** v20's Trade: dependent orders in full. */
export interface TradeView
  extends TradeFields,
    Readonly<Partial<Record<DependentOrderField, OrderView>>> {}

/**
 * The summary of one trade at the current quotes.
 * @param values - shared by all views of one answer.
 */
export function tradeSummary(
  state: AccountState,
  market: AccountMarket,
  trade: TradeRecord,
  values = new OpenValues(state, market),
): TradeSummary {
  const value = trade.state === 'CLOSED' ? undefined : values.trade(trade);
  return withLinks(tradeFields(market, trade, value), state, trade);
}

/** The summary of a changed trade, without the fields that move with prices. */
export function changedTrade(
  state: AccountState,
  market: AccountMarket,
  trade: TradeRecord,
): TradeSummary {
  return withLinks(tradeFields(market, trade, undefined), state, trade);
}

/** The full trade at the current quotes. @param values - shared by all views of one answer. */
export function tradeView(
  account: AccountSource,
  trade: TradeRecord,
  values = new OpenValues(account.state, account.market),
): TradeView {
  const { state, market } = account;
  const value = trade.state === 'CLOSED' ? undefined : values.trade(trade);
  const order = (link: DependentLink) => {
    const linked = linkedOrder(state, trade, link);
    return linked === undefined ? undefined : orderView(account, linked);
  };
  return present({
    ...tradeFields(market, trade, value),
    ...perDependentOrder('orderField', ({ link }) => order(link)),
  }) as TradeView;
}

function tradeFields(
  { quotes }: AccountMarket,
  trade: TradeRecord,
  value: TradeValue | undefined,
): TradeFields {
  const { displayPrecision } = quotes.instrument(quotes.mustSlot(trade.instrument));
  return new Fields(trade, displayPrecision, value);
}

/** The fields that only some trades have. */
interface OptionalFields {
  readonly unrealizedPL?: string;
  readonly marginUsed?: string;
  readonly closingTransactionIDs?: readonly string[];
  readonly clientExtensions?: ClientExtensions;
}

const Fields = plainObjects<
  TradeFields & OptionalFields & Record<'initialMarginRequired', string>,
  [TradeRecord, number, TradeValue | undefined]
>(function (trade, displayPrecision, value) {
  const { initialUnits, currentUnits, closedValue, closingTransactionIDs } = trade;
  const closedUnits = initialUnits.abs().minus(currentUnits.abs());
  this.id = String(trade.id);
  this.instrument = trade.instrument;
  this.price = formatFixed(trade.price, displayPrecision);
  this.openTime = trade.openTime;
  this.initialUnits = formatUnits(initialUnits);
  this.initialMarginRequired = trade.initialMarginRequired;
  this.state = trade.state;
  this.currentUnits = formatUnits(currentUnits);
  this.realizedPL = formatMoney(trade.realizedPL);
  if (value !== undefined) {
    this.unrealizedPL = formatMoney(value.unrealizedPL);
    this.marginUsed = formatMoney(value.marginUsed);
  }
  if (!closedUnits.isZero()) {
    this.averageClosePrice = formatFixed(closedValue.div(closedUnits), displayPrecision);
  }
  if (closingTransactionIDs.length > 0) this.closingTransactionIDs = closingTransactionIDs;
  this.financing = formatMoney(trade.financing);
  this.dividendAdjustment = formatMoney(trade.dividendAdjustment);
  if (trade.closeTime !== undefined) this.closeTime = trade.closeTime;
  if (trade.clientExtensions !== undefined) this.clientExtensions = trade.clientExtensions;
});

/** The summary with the ids of the dependent orders. Most trades have none. */
function withLinks(fields: TradeFields, state: AccountState, trade: TradeRecord): TradeSummary {
  for (const { link } of DEPENDENT_ORDER_LIST) {
    const order = linkedOrder(state, trade, link);
    if (order !== undefined) Object.assign(fields, { [link]: String(order.id) });
  }
  return fields as TradeSummary;
}

/** The dependent order that the trade shows: the pending one, or the last one of a closed trade. */
function linkedOrder(
  { orders, pendingOrders }: AccountState,
  trade: TradeRecord,
  link: DependentLink,
): OrderRecord | undefined {
  const id = trade[link];
  if (id === undefined) return undefined;
  return trade.state === 'CLOSED' ? orders.get(id) : pendingOrders.get(id);
}
