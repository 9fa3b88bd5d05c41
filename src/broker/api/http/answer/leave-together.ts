/**
 * Handles the requests of a turn of the event loop at its end, one after another, and then lets their answers
 * leave. Requests of several connections often come in one turn. Handling them in a row finds the code in the
 * processor's caches. A client that waits is woken by the first answer that reaches it, which takes longer than
 * writing one; the others then find it awake. Decisions 0053, 0125.
 */

import type { FastifyInstance } from 'fastify';

/**
 * Holds each request back until all that came with it are read, and each answer until these are handled; to be
 * called after all hooks that may hold one back.
 * @param mayBeSeveral - whether several requests may come together; if not, nothing is held back.
 */
export function addLeavingTogether(app: FastifyInstance, mayBeSeveral: () => boolean): void {
  const end = new TurnEnd();
  app.addHook('preHandler', (_request, _reply, done) => {
    if (mayBeSeveral()) end.handle(done);
    else done();
  });
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (mayBeSeveral()) end.leave(() => done(null, payload));
    else done(null, payload);
  });
}

/** Owns the requests and the answers that wait for the end of the turn; `handle` and `leave` add one. */
class TurnEnd {
  #requests: (() => void)[] = [];
  #answers: (() => void)[] = [];

  /** Calls `act`, which handles a request, at the end of the turn. */
  handle(act: () => void): void {
    this.#wait();
    this.#requests.push(act);
  }

  /** Calls `act`, which sends an answer, after the requests that wait now. */
  leave(act: () => void): void {
    this.#wait();
    this.#answers.push(act);
  }

  /** Sees to it that what waits is taken up. */
  #wait(): void {
    if (this.#requests.length + this.#answers.length === 0) setImmediate(() => this.#takeUp());
  }

  #takeUp(): void {
    const requests = this.#requests;
    this.#requests = [];
    for (const handle of requests) handle();
    const answers = this.#answers;
    this.#answers = [];
    for (const leave of answers) leave();
  }
}
