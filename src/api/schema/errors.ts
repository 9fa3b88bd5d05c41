/**
 * The error body, and the statuses that every operation may answer with it.
 * Source: v20 semantics 1, 2.4.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { define, ref } from './define.js';
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

/** The error body, said of a status that not every operation has. */
export const error = (description: string): TSchema => ({ ...ref(ErrorResponse), description });

/** What any operation may answer; an operation's own bodies for a status come before these. */
export const errorResponses: Readonly<Record<number, TSchema>> = {
  400: error('A parameter or the body is malformed'),
  401: error('No valid token'),
  403: error('The account is not the token’s'),
  404: error('Nothing there'),
  405: error('The path is asked in another way'),
};

/** What a command may answer beside: whatever writes is over when the window is. */
const commandResponses: Readonly<Record<number, TSchema>> = {
  ...errorResponses,
  503: error('The simulated window is over, or ends before the command could take effect'),
};

/** The error bodies by status that an operation of `method` may answer. */
export function errorResponsesOf(method: string): Readonly<Record<number, TSchema>> {
  return method === 'GET' ? errorResponses : commandResponses;
}
