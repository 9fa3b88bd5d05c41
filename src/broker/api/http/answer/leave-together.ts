/**
 * Lets answers leave at the end of the turn of the event loop in which they are made. Requests of
 * several connections often come in one turn. A client that waits is woken by the first answer that
 * reaches it, which takes longer than writing one; the others then find it awake. Decision 0053.
 */

import type { FastifyInstance } from 'fastify';

/**
 * Holds each answer back until the requests that came with it are handled; to be called after all
 * hooks that may hold one back.
 * @param mayBeSeveral - whether several requests may come together; if not, no answer is held back.
 */
export function addLeavingTogether(app: FastifyInstance, mayBeSeveral: () => boolean): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (mayBeSeveral()) setImmediate(done, null, payload);
    else done(null, payload);
  });
}
