/**
 * Trade views: a Trade as v20 sends it, with its dependent orders in full or by id. An open trade
 * shows its pending orders. A closed trade shows the last order it had of each type, in whatever
 * state. Source: v20 semantics 9.3, 4.6 (average close price), 9.2 (as a change).
 */

import { formatFixed, formatMoney, formatUnits } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState, OrderRecord, TradeRecord } from '../ledger/account.js';
import type { AccountMarket } from '../ledger/valuation.js';
import {
  type DependentLink,
  type DependentOrderField,
  perDependentOrder,
} from '../order/dependent-orders.js';
import type { AccountView } from './account-view.js';
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
  return { ...tradeFields(market, trade, value), ...linkedIDs(state, trade) };
}

/** The summary of a changed trade, without the fields that move with prices. */
export function changedTrade(
  state: AccountState,
  market: AccountMarket,
  trade: TradeRecord,
): TradeSummary {
  return { ...tradeFields(market, trade, undefined), ...linkedIDs(state, trade) };
}

/** The full trade at the current quotes. @param values - shared by all views of one answer. */
export function tradeView(
  account: AccountView,
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
  const closedUnits = trade.initialUnits.abs().minus(trade.currentUnits.abs());
  return present({
    id: String(trade.id),
    instrument: trade.instrument,
    price: formatFixed(trade.price, displayPrecision),
    openTime: trade.openTime,
    initialUnits: formatUnits(trade.initialUnits),
    initialMarginRequired: trade.initialMarginRequired,
    state: trade.state,
    currentUnits: formatUnits(trade.currentUnits),
    realizedPL: formatMoney(trade.realizedPL),
    unrealizedPL: value === undefined ? undefined : formatMoney(value.unrealizedPL),
    marginUsed: value === undefined ? undefined : formatMoney(value.marginUsed),
    averageClosePrice: closedUnits.isZero()
      ? undefined
      : formatFixed(trade.closedValue.div(closedUnits), displayPrecision),
    closingTransactionIDs:
      trade.closingTransactionIDs.length === 0 ? undefined : trade.closingTransactionIDs,
    financing: formatMoney(trade.financing),
    dividendAdjustment: '0.0000',
    closeTime: trade.closeTime,
    clientExtensions: trade.clientExtensions,
  }) as TradeFields;
}

function linkedIDs(
  state: AccountState,
  trade: TradeRecord,
): Partial<Record<DependentLink, string>> {
  const id = (link: DependentLink) => {
    const order = linkedOrder(state, trade, link);
    return order === undefined ? undefined : String(order.id);
  };
  return present(perDependentOrder('link', ({ link }) => id(link)));
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
