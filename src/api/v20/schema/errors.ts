/**
 * The error body of v20. Source: v20 semantics 1, 2.4.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { errorAnswer } from '../../http/answer/describe-answers.js';
import { define } from '../../http/read/define.js';
import { TransactionID } from './primitives.js';

export const ErrorResponse = define(
  'ErrorResponse',
  Type.Object({
    errorMessage: Type.String({ description: 'for people' }),
    errorCode: Type.Optional(Type.String({ description: 'for programs; not on every error' })),
    lastTransactionID: Type.Optional(TransactionID),
  }),
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/** The error body under a status that not every operation has. */
export const error = (description: string): TSchema => errorAnswer(ErrorResponse, description);
