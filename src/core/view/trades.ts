/**
 * Trade views: a Trade as v20 sends it, with the account it belongs to.
 * Source: v20 semantics 9.3, 4.6 (average close price).
 */

import { formatFixed, formatMoney, formatUnits } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState, TradeRecord } from '../ledger/account.js';
import { type AccountMarket, holdingOf, valueHolding } from '../ledger/valuation.js';

/** v20's TradeSummary. */
export interface TradeSummary {
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
  readonly [field: string]: unknown;
}

/** The summary of one trade at the current quotes. */
export function tradeSummary(
  state: AccountState,
  market: AccountMarket,
  trade: TradeRecord,
): TradeSummary {
  const { displayPrecision } = market.quotes.instrument(market.quotes.mustSlot(trade.instrument));
  const open = trade.state !== 'CLOSED';
  const value = open ? valueHolding(state, market, holdingOf(trade)) : undefined;
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
    takeProfitOrderID: idText(trade.takeProfitOrderID),
    stopLossOrderID: idText(trade.stopLossOrderID),
    guaranteedStopLossOrderID: idText(trade.guaranteedStopLossOrderID),
    trailingStopLossOrderID: idText(trade.trailingStopLossOrderID),
  }) as TradeSummary;
}

function idText(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}
