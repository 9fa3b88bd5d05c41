/**
 * The account's own settings: alias and margin rate. Source: v20 semantics 1.1, 3.3.
 */

import { present } from '../../../../core/base/present.js';
import type { Command } from '../../../../core/engine/state/command.js';
import { carriedOut, commandOperation, refused } from '../answers/outcome.js';
import { numbersAsText } from '../number-text.js';
import type { Answer, Operation } from '../operation.js';
import {
  ConfigureAccountBody,
  ConfiguredResponse,
  NotConfiguredResponse,
} from '../schema/configuration.js';

type ConfigureAccount = Extract<Command, { readonly type: 'ConfigureAccount' }>;

/** Answers to this command alone do not list the ids of the transactions that it wrote. */
function withoutRelated(answer: Answer): Answer {
  const { relatedTransactionIDs, ...body } = answer.body as Readonly<Record<string, unknown>>;
  return { ...answer, body };
}

export const CONFIGURATION_OPERATIONS: readonly Operation[] = [
  commandOperation({
    operationId: 'configureAccount',
    method: 'PATCH',
    path: '/v3/accounts/:accountID/configuration',
    summary: 'Set the alias and the margin rate of an account',
    tag: 'account',
    body: ConfigureAccountBody,
    responses: {
      200: ConfiguredResponse,
      400: NotConfiguredResponse,
      403: NotConfiguredResponse,
    },
    command: ({ body }) => {
      const { alias, marginRate } = numbersAsText(body) as typeof body;
      return present({ type: 'ConfigureAccount', alias, marginRate }) as ConfigureAccount;
    },
    answer: (call, outcome) => {
      const [transaction] = outcome.transactions;
      return withoutRelated(
        transaction?.type === 'CLIENT_CONFIGURE'
          ? carriedOut(call, outcome, { clientConfigureTransaction: transaction })
          : refused(call, outcome, { clientConfigureRejectTransaction: transaction }),
      );
    },
  }),
];
