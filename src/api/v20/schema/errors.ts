/**
 * The error body, and the statuses that every operation may answer with it.
 * Source: v20 semantics 1, 2.4.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { define, ref } from '../../http/read/define.js';
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
  400: error('A header, a parameter or the body is malformed'),
  401: error('No valid token'),
  403: error('The account is not the token’s'),
  404: error('Nothing there'),
  405: error('The path is asked in another way'),
  408: error('The request took too long'),
  414: error('The path is too long'),
  417: error('Something else than 100-continue is expected'),
  421: error('The server is not addressed by that host name'),
  429: error('More requests or streams than the limit'),
  431: error('The headers are too large'),
  503: error('The server is busy or is shutting down'),
};

/** What an operation that takes a body, or writes, may answer beside that. */
const writingErrorResponses: Readonly<Record<number, TSchema>> = {
  413: error('The body is too large'),
  415: error('The body is not UTF-8 JSON, or is encoded'),
  503: error('The simulated window is over, or the server is busy or is shutting down'),
};

/** What every operation of a method may answer. */
export function errorResponsesOf(method: string): Readonly<Record<number, TSchema>> {
  return method === 'GET' ? errorResponses : { ...errorResponses, ...writingErrorResponses };
}
