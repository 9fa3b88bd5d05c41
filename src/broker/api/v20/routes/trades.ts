/**
 * Trades: lists, one trade, and closing it. Source: v20 semantics 1.4, 9.3.
 */

import { present } from '../../../../core/base/present.js';
import type { TradeRecord } from '../../../../core/ledger/account.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { LongList } from '../../../../core/view/long-list.js';
import { OpenValues } from '../../../../core/view/open-values.js';
import { tradeView } from '../../../../core/view/trades.js';
import { okOfAccount } from '../answers/account-answer.js';
import { closingOf } from '../answers/closing.js';
import { listPage, listQuery } from '../answers/list-page.js';
import { carriedOut, commandOperation, refused, rejectReasonOf } from '../answers/outcome.js';
import type { Dialect } from '../dialect.js';
import { noSuch } from '../errors.js';
import { numbersAsText } from '../number-text.js';
import { type Operation, ok, operation } from '../operation.js';
import {
  CloseTradeRefused,
  CloseTradeRequest,
  CloseTradeResponse,
  TRADE_STATE_FILTERS,
  TradeExtensionsRefused,
  TradeExtensionsRequest,
  TradeExtensionsResponse,
  TradeResponse,
  type TradeStateFilter,
  TradesResponse,
} from '../schema/trade.js';
import { findTrade, speakTrade, tradeSpecifier } from '../trade-specifier.js';

const TRADES = '/v3/accounts/:accountID/trades';

export const TRADE_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listTrades',
    method: 'GET',
    path: TRADES,
    summary: 'Trades in a state, newest first',
    tag: 'trade',
    query: listQuery(TRADE_STATE_FILTERS, 'OPEN'),
    responseHeaders: ['Link'],
    responses: { 200: TradesResponse },
    handle: call => {
      const { account, dialect, query } = call;
      const { state } = query;
      const { items, headers } = listPage(
        call,
        'trades',
        heldIn(account, state),
        trade => state === 'ALL' || trade.state === state,
      );
      const answer = ok({
        trades: [...tradesShown(account, items, dialect)],
        lastTransactionID: String(account.log.lastID),
      });
      return headers === undefined ? answer : { ...answer, headers };
    },
  }),
  operation({
    operationId: 'listOpenTrades',
    method: 'GET',
    path: '/v3/accounts/:accountID/openTrades',
    summary: 'Every open trade, newest first',
    tag: 'trade',
    responses: { 200: TradesResponse },
    handle: ({ account, dialect }) =>
      okOfAccount(account, view => {
        const newestFirst = [...view.state.openTrades.values()].reverse();
        return {
          trades: tradesShown(view, newestFirst, dialect),
          lastTransactionID: String(account.log.lastID),
        };
      }),
  }),
  operation({
    operationId: 'getTrade',
    method: 'GET',
    path: `${TRADES}/:tradeSpecifier`,
    summary: 'One trade, open or closed',
    tag: 'trade',
    responses: { 200: TradeResponse },
    handle: ({ account, dialect, params }) => {
      const lastTransactionID = String(account.log.lastID);
      const trade = findTrade(account, tradeSpecifier(params));
      if (trade === undefined) throw noSuch('TRADE', lastTransactionID);
      return ok({ trade: speakTrade(tradeView(account, trade), dialect), lastTransactionID });
    },
  }),
  commandOperation({
    operationId: 'closeTrade',
    method: 'PUT',
    path: `${TRADES}/:tradeSpecifier/close`,
    summary: 'Close a trade, or some of its units',
    tag: 'trade',
    body: CloseTradeRequest,
    responses: {
      200: CloseTradeResponse,
      400: CloseTradeRefused,
      403: CloseTradeRefused,
      404: CloseTradeRefused,
    },
    command: call => {
      const { units } = numbersAsText(call.body ?? {}) as { readonly units?: string };
      const specifier = tradeSpecifier(call.params);
      return { type: 'CloseTrade', tradeSpecifier: specifier, ...present({ units }) };
    },
    answer: (call, outcome) => {
      if (rejectReasonOf(outcome) !== undefined) {
        return refused(call, outcome, { orderRejectTransaction: outcome.transactions[0] });
      }
      const { create, fill, cancel } = closingOf(outcome, outcome.transactions[0]);
      return carriedOut(call, outcome, {
        orderCreateTransaction: create,
        orderFillTransaction: fill,
        orderCancelTransaction: cancel,
      });
    },
  }),
  commandOperation({
    operationId: 'setTradeClientExtensions',
    method: 'PUT',
    path: `${TRADES}/:tradeSpecifier/clientExtensions`,
    summary: 'Set the client extensions of an open trade: id, tag and comment',
    tag: 'trade',
    body: TradeExtensionsRequest,
    responses: {
      200: TradeExtensionsResponse,
      400: TradeExtensionsRefused,
      403: TradeExtensionsRefused,
      404: TradeExtensionsRefused,
    },
    command: call => {
      const { clientExtensions } = call.body;
      return {
        type: 'SetTradeClientExtensions',
        tradeSpecifier: tradeSpecifier(call.params),
        ...present({ clientExtensions }),
      };
    },
    answer: (call, outcome) => {
      const [written] = outcome.transactions;
      return rejectReasonOf(outcome) === undefined
        ? carriedOut(call, outcome, { tradeClientExtensionsModifyTransaction: written })
        : refused(call, outcome, { tradeClientExtensionsModifyRejectTransaction: written });
    },
  }),
];

/** A map that holds all trades of a state, as small as possible. */
function heldIn(
  { state }: AccountSource,
  wanted: TradeStateFilter,
): ReadonlyMap<number, TradeRecord> {
  return wanted === 'ALL' || wanted === 'CLOSED' ? state.trades : state.openTrades;
}

function tradesShown(account: AccountSource, trades: readonly TradeRecord[], dialect: Dialect) {
  const values = new OpenValues(account.state, account.market);
  return LongList.of(trades, trade => speakTrade(tradeView(account, trade, values), dialect));
}
