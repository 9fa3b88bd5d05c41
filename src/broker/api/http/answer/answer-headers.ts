/**
 * Headers that every answer has: the request's id, its date, and one that forbids browsers to guess
 * another type than the one that is named. Pages may load from their own server only, and in no frame.
 * Source: v20 semantics 2.2; invariant A13.
 */

import type { FastifyInstance } from 'fastify';
import type { AnswerForm } from '../answer-form.js';
import { addAnswerDate, type DatedBy } from './answer-date.js';

/** The value of X-Content-Type-Options. */
export const NO_SNIFF = 'nosniff';

/** What the pages of the documentation may load; some of their styles and pictures are inline. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** Adds the headers; to be called before any hook that refuses requests. */
export function addAnswerHeaders(
  app: FastifyInstance,
  { requestIDHeader }: AnswerForm,
  datedBy: DatedBy,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIDHeader, request.id).header('X-Content-Type-Options', NO_SNIFF);
    done();
  });
  addAnswerDate(app, datedBy);
}
