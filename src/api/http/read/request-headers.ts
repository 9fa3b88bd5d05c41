/**
 * Headers that an operation documents as its own. Their values go nowhere, but one that could not be
 * shown again is refused. Source: v20 semantics 2.2, choice 4; invariant B5.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { type TObject, Type } from '@sinclair/typebox';
import { invalidParameter } from '../answer/errors.js';

/** A client's own id of the request: taken, stored nowhere, not echoed. */
export const ClientRequestHeaders = Type.Object({
  ClientRequestID: Type.Optional(
    Type.String({
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description: 'the client’s own id of the request',
    }),
  ),
});

/** Compiles the check of headers. The check throws ApiError naming the malformed one. */
export function compileHeaders(schema: TObject): (headers: IncomingHttpHeaders) => void {
  const checks = Object.entries(schema.properties).map(([name, { pattern = '' }]) => ({
    name,
    key: name.toLowerCase(),
    pattern: new RegExp(pattern),
  }));
  return headers => {
    for (const { name, key, pattern } of checks) {
      const value = headers[key];
      if (typeof value === 'string' && !pattern.test(value)) throw invalidParameter(name);
    }
  };
}
