/**
 * The error body of v20. Source: v20 semantics 1, 2.4.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { errorAnswer } from '../../http/answer/describe-answers.js';
import { defineObject, optionalText, textOf } from '../../http/read/define.js';
import { TransactionID } from './primitives.js';

export const ErrorResponse = defineObject('ErrorResponse', {
  errorMessage: textOf('the reason, as a sentence'),
  errorCode: optionalText('the reason, as a code; not every error has one'),
  lastTransactionID: Type.Optional(TransactionID),
});
export type ErrorResponse = Static<typeof ErrorResponse>;

/** The error body for a status that only some operations have. */
export const error = (description: string): TSchema => errorAnswer(ErrorResponse, description);
