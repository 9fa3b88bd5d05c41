/**
 * Trades as requests name them and as the dialect spells them.
 * Source: v20 semantics 1.4, 2.4; choice 1 (dialects).
 */

import type { TradeRecord } from '../../../core/ledger/account.js';
import type { AccountSource } from '../../../core/view/account-source.js';
import type { OrderView } from '../../../core/view/orders.js';
import type { TradeView } from '../../../core/view/trades.js';
import { invalidParameter } from '../http/request-errors.js';
import { type Dialect, speakOrder } from './dialect.js';
import { pathParameterCheck } from './path-parameters.js';

const isSpecifier = pathParameterCheck('tradeSpecifier');

/** The specifier in the path: an id, or `@` and a client id. @throws RequestError 400 for neither. */
export function tradeSpecifier(params: Readonly<Record<string, string>>): string {
  const { tradeSpecifier: specifier = '' } = params;
  if (!isSpecifier(specifier)) throw invalidParameter('tradeID');
  return specifier;
}

/** The trade of a specifier: of any state by id, open by client id. */
export function findTrade({ state }: AccountSource, specifier: string): TradeRecord | undefined {
  if (!specifier.startsWith('@')) return state.trades.get(Number(specifier));
  return state.trades.get(state.clientTradeIDs.get(specifier.slice(1)) ?? 0);
}

/** A Trade resource, its orders as the dialect spells them. */
export function speakTrade(trade: TradeView, dialect: Dialect): TradeView {
  if (dialect === 'current') return trade;
  const spelled = Object.entries(trade).map(([field, value]) => [
    field,
    field.endsWith('Order') ? speakOrder(value as OrderView, dialect) : value,
  ]);
  return Object.fromEntries(spelled) as TradeView;
}
