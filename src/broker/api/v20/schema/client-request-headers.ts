/**
 * The request header that some operations document as their own.
 * Source: v20 semantics 2.2, choice 4; invariants B1-B6.
 */

import { Type } from '@sinclair/typebox';

/** The client's own id of the request. It is accepted, but not stored and not sent back. */
export const ClientRequestHeaders = Type.Object({
  ClientRequestID: Type.Optional(
    Type.String({
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description: 'the client’s own id of the request',
    }),
  ),
});
