/**
 * Under a keeper, no answer is sent before everything that it may show is kept: not only the answer
 * to a command, but also an answer that shows what another client has just done. When something
 * cannot be kept, connections are closed without an answer, because it is not known what a restart
 * will find.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Keeper } from '../runtime/keeper.js';
import { MAIN, type Sandbox, type Sandboxes } from '../runtime/sandboxes.js';

/** Lets answers wait for `keeper`. */
export function addKeptAnswers(app: FastifyInstance, keeper: Keeper, sandboxes: Sandboxes): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const sandbox = sandboxOf(request, sandboxes);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const moves = !isRead || sandbox?.clock.rule.movedBy === 'polls';
    const waiting = keeper.settled(sandbox, moves);
    if (waiting === undefined) {
      done(null, payload);
      return;
    }
    waiting.then(
      () => done(null, payload),
      () => {
        request.raw.socket.destroy();
        done(null, payload);
      },
    );
  });
}

/** The sandbox that a request is about: that of its token, or the one in its path. */
function sandboxOf({ tenant, params }: FastifyRequest, sandboxes: Sandboxes): Sandbox | undefined {
  const { simulationID = MAIN } = (params ?? {}) as Readonly<Record<string, string>>;
  return sandboxes.get(tenant || simulationID);
}
