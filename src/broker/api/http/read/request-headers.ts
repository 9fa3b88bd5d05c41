/**
 * Checks the headers that an operation documents as its own. Source: v20 semantics 2.2, choice 4; invariant B5.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { TObject } from '@sinclair/typebox';
import { invalidParameter } from '../request-errors.js';

/** Compiles the check of headers. The check throws RequestError 400 naming the malformed one. */
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
