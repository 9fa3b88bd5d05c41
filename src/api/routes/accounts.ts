/**
 * Accounts: which there are, and what they are worth. Source: v20 semantics 1.1.
 */

import { accountSummary } from '../../core/view/accounts.js';
import { type Operation, ok, operation } from '../operation.js';
import { AccountSummaryResponse, AccountsResponse } from '../schema/account.js';

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listAccounts',
    method: 'GET',
    path: '/v3/accounts',
    summary: 'The accounts that the token opens',
    tag: 'account',
    responses: { 200: AccountsResponse },
    handle: ({ accountIDs }) => ok({ accounts: accountIDs.map(id => ({ id, tags: [] })) }),
  }),
  operation({
    operationId: 'getAccountSummary',
    method: 'GET',
    path: '/v3/accounts/:accountID/summary',
    summary: 'What an account is worth, without its orders, trades and positions',
    tag: 'account',
    responses: { 200: AccountSummaryResponse },
    handle: ({ account: { state, market, log } }) =>
      ok({
        account: accountSummary(state, market),
        lastTransactionID: String(log.lastID),
      }),
  }),
];
