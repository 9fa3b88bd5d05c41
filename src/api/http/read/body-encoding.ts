/**
 * How a body is encoded: as it is, in UTF-8. What says otherwise is refused with 415 before anybody
 * reads it as something that it is not. Source: RFC 9110 8.4, 15.5.16; RFC 8259 8.1.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { unsupportedBody } from '../answer/errors.js';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF8 = /^utf-?8$/i;
const AS_IT_IS = /^\s*(?:identity\s*)?$/i;

/** Checks what a request says of its body. @throws ApiError 415 */
export function checkEncoding(headers: IncomingHttpHeaders): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const isPlain = AS_IT_IS.test(headers['content-encoding'] ?? '');
  if (!UTF8.test(charset) || !isPlain) throw unsupportedBody();
}
