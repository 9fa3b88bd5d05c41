/**
 * Wakes the parked simulation of a request before the request is carried out, and knows which simulations
 * have requests, so that none of these is parked. Source: decision 0110.
 */

import type { FastifyInstance } from 'fastify';
import type { Parker } from '../../runtime/keeper.js';
import { MAIN, type Sandbox, type Sandboxes } from '../../runtime/sandboxes.js';
import { whenOver } from '../http/answer-over.js';
import { simulationOf } from '../http/doors/request-facts.js';
import { RequestError } from '../http/request-errors.js';

/** Owns the number of requests of each simulation that are not answered yet, streams included. */
export class BusySimulations {
  readonly #sandboxes: Sandboxes;
  readonly #parker: Parker | undefined;
  readonly #requests = new Map<string, number>();

  constructor(sandboxes: Sandboxes, parker: Parker | undefined) {
    this.#sandboxes = sandboxes;
    this.#parker = parker;
  }

  /** Whether a simulation has a request. */
  has(id: string): boolean {
    return this.#requests.has(id);
  }

  /** Adds the hook that wakes simulations. The guard's hook must come before it. */
  addWaking(app: FastifyInstance): void {
    if (this.#parker === undefined) return;
    app.addHook('onRequest', (request, reply, done) => {
      const id = simulationOf(request);
      if (id === '' || id === MAIN || this.#sandboxes.known(id) === undefined) {
        done();
        return;
      }
      this.#begin(id);
      whenOver(reply.raw, () => this.#end(id));
      if (this.#sandboxes.get(id) !== undefined) done();
      else this.awake(id).then(() => done(), done);
    });
  }

  /**
   * The simulation of an id, which is woken if it is parked; undefined when there is none.
   * @throws RequestError 503 when it cannot be read.
   */
  async awake(id: string): Promise<Sandbox | undefined> {
    if (this.#sandboxes.parked(id) === undefined) return this.#sandboxes.get(id);
    return this.#parker?.wake(id).catch(() => {
      const sentence = `The simulation ${id} cannot be read; standard error of the server says why`;
      throw new RequestError('unreadable', { sentence });
    });
  }

  #begin(id: string): void {
    this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1);
  }

  #end(id: string): void {
    const left = (this.#requests.get(id) ?? 1) - 1;
    if (left > 0) this.#requests.set(id, left);
    else this.#requests.delete(id);
  }
}
