/**
 * The encoding of a body: UTF-8 and no Content-Encoding. A request that names another encoding is
 * refused with 415 before its body is read. Source: RFC 9110 8.4, 15.5.16; RFC 8259 8.1.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../request-errors.js';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF8 = /^utf-?8$/i;
const AS_IT_IS = /^\s*(?:identity\s*)?$/i;

/** Checks what the headers of a request say of its body. @throws RequestError 415 */
export function checkEncoding(headers: IncomingHttpHeaders): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const isPlain = AS_IT_IS.test(headers['content-encoding'] ?? '');
  if (!UTF8.test(charset) || !isPlain) throw new RequestError('encoded-body');
}
