/**
 * Configuration of an account: the request and its answers. Source: v20 semantics 1.1.
 */

import { Type } from '@sinclair/typebox';
import { optionalText, ref, textOf } from '../../http/read/define.js';
import { answerBody } from './answers.js';
import { RequestDecimal, TransactionID } from './primitives.js';
import { ClientConfigureRejectTransaction, ClientConfigureTransaction } from './transaction.js';

/** Longest alias that is read; an alias longer than v20 allows is refused with a reason. */
const ALIAS_MAX = 1_024;

export const ConfigureAccountBody = Type.Object({
  alias: Type.Optional(Type.String({ maxLength: ALIAS_MAX })),
  marginRate: Type.Optional(RequestDecimal),
});

export const ConfiguredResponse = answerBody({
  clientConfigureTransaction: ref(ClientConfigureTransaction),
});

/** A refusal. It has no transaction when the body is malformed or the token may not use the account. */
export const NotConfiguredResponse = Type.Object({
  clientConfigureRejectTransaction: Type.Optional(ref(ClientConfigureRejectTransaction)),
  lastTransactionID: Type.Optional(TransactionID),
  errorMessage: textOf('the reason, as a sentence'),
  errorCode: optionalText('the reject reason'),
});
