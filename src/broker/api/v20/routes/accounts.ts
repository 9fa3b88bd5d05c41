/**
 * Accounts: the list, their contents and values, their changes, and the instruments they may trade.
 * Source: v20 semantics 1.1.
 */

import { accountSummary, fullAccount } from '../../../../core/view/accounts.js';
import { instrumentView } from '../../../../core/view/instruments.js';
import { ref } from '../../http/read/define.js';
import { invalidParameter } from '../../http/request-errors.js';
import { okOfAccount } from '../answers/account-answer.js';
import { changesBody, speakOrders } from '../answers/changes-body.js';
import { rangeNotSatisfiable } from '../errors.js';
import { type Operation, ok, operation } from '../operation.js';
import { AccountResponse, AccountSummaryResponse, AccountsResponse } from '../schema/account.js';
import { ChangesQuery, ChangesResponse } from '../schema/changes.js';
import { ErrorResponse } from '../schema/errors.js';
import { InstrumentsQuery, InstrumentsResponse } from '../schema/instrument.js';

const ACCOUNT = '/v3/accounts/:accountID';

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listAccounts',
    method: 'GET',
    path: '/v3/accounts',
    summary: 'The accounts that the token gives access to',
    tag: 'account',
    responses: { 200: AccountsResponse },
    // A rewind to before an account was made takes it away.
    handle: ({ accountIDs, simulation }) => {
      const ids = accountIDs.filter(id => simulation.account(id) !== undefined);
      return ok({ accounts: ids.map(id => ({ id, tags: [] })) });
    },
  }),
  operation({
    operationId: 'getAccount',
    isPoll: true,
    method: 'GET',
    path: ACCOUNT,
    summary: 'An account with its pending orders, open trades and positions',
    tag: 'account',
    responses: { 200: AccountResponse },
    handle: ({ account, dialect }) =>
      okOfAccount(account, view => {
        const full = fullAccount(view);
        return {
          account: { ...full, orders: speakOrders(full.orders, dialect) },
          lastTransactionID: String(account.log.lastID),
        };
      }),
  }),
  operation({
    operationId: 'getAccountSummary',
    isPoll: true,
    method: 'GET',
    path: `${ACCOUNT}/summary`,
    summary: 'The summary of an account, without its orders, trades and positions',
    tag: 'account',
    responses: { 200: AccountSummaryResponse },
    handle: ({ account: { state, market, log } }) =>
      ok({
        account: accountSummary(state, market),
        lastTransactionID: String(log.lastID),
      }),
  }),
  operation({
    operationId: 'getAccountInstruments',
    method: 'GET',
    path: `${ACCOUNT}/instruments`,
    summary: 'The instruments that an account may trade',
    tag: 'account',
    query: InstrumentsQuery,
    responses: { 200: InstrumentsResponse },
    handle: ({ simulation, account: { state, market, log }, query }) => {
      const { quotes } = market;
      const names = new Set(query.instruments ?? quotes.instruments.map(({ name }) => name));
      const instruments = [...names].map(name => {
        const slot = quotes.slot(name);
        if (slot === undefined) throw invalidParameter('instruments');
        return instrumentView(state.config, quotes.instrument(slot), simulation.now);
      });
      return ok({ instruments, lastTransactionID: String(log.lastID) });
    },
  }),
  operation({
    operationId: 'getAccountChanges',
    isPoll: true,
    method: 'GET',
    path: `${ACCOUNT}/changes`,
    summary: 'What has changed in an account since a transaction, and its values now',
    tag: 'account',
    query: ChangesQuery,
    responses: { 200: ChangesResponse, 416: ref(ErrorResponse) },
    handle: ({ account, dialect, query }) => {
      const since = Number(query.sinceTransactionID);
      const { firstID, lastID } = account.log;
      if (since < firstID || since > lastID) throw rangeNotSatisfiable();
      return okOfAccount(account, view => changesBody(view, since, dialect), lastID - since);
    },
  }),
];
