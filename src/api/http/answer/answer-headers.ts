/**
 * Headers that every answer has: its id, and that nobody is to guess another type than the one it
 * names. Pages may load from their own server alone and stand in no frame.
 * Source: v20 semantics 2.2; invariant A13.
 */

import type { FastifyInstance } from 'fastify';

export const NO_SNIFF = 'nosniff';

/** What the pages of the documentation may load; their styles and pictures are partly inline. */
export const PAGE_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
};

/** Adds the headers before anything else has a say. */
export function addAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('RequestID', request.id).header('X-Content-Type-Options', NO_SNIFF);
    done();
  });
}
