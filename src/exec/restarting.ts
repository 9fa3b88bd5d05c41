/** Kills a program in the middle of a run, so that it can be started again in the same sandbox. */

import type { Program } from './child.js';
import { exchangeOf } from './exchange/exchange.js';
import type { HeldRequest } from './front/held-request.js';
import type { TappedRequest, TappedResponse } from './front/tapped.js';
import type { RunResources } from './open-run.js';
import { admitRequest, operationOf } from './requests.js';
import type { RunOrder, RunOutcome } from './run-order.js';

type Times = NonNullable<RunOutcome['restarted']>;

/**
 * Owns the instants of one restart. The interruption of the run kills the program; `stayAway` lets time
 * pass without it. The program can then be started again.
 */
export class ProgramRestart {
  readonly #opened: RunResources;
  readonly #order: RunOrder;
  #killed: Times['killed'] | undefined;
  #started: Times['started'] | undefined;
  #sent: HeldRequest | undefined;

  /** @param program - what is killed. */
  constructor(opened: RunResources, order: RunOrder, program: Program) {
    this.#opened = opened;
    this.#order = order;
    opened.hears.onRestart = sent => {
      this.#sent = sent;
      this.#killed = this.#now;
      program.signal('SIGKILL');
    };
  }

  /** Whether the program was killed and has to be started again. */
  get hasKilled(): boolean {
    return this.#killed !== undefined;
  }

  /** When that was; undefined when it was not killed. */
  get times(): Times | undefined {
    const [killed, started] = [this.#killed, this.#started];
    return killed === undefined || started === undefined ? undefined : { killed, started };
  }

  /** Carries out the request that was under way, and lets the time without the program pass. */
  stayAway(): void {
    if (this.#sent !== undefined) this.#carryOut(this.#sent);
    this.#opened.virtual?.passWithout(this.#order.restart?.awayMicros ?? 0);
    this.#started = this.#now;
  }

  get #now() {
    return this.#opened.server.sandbox.simulation.now;
  }

  /** Carries the request out; its sender is dead, and gets no answer. */
  #carryOut({ request, response }: HeldRequest): void {
    const { server, notes } = this.#opened;
    const tokens = new Map(server.accounts.map(({ id, token }) => [id, token]));
    const [first = ''] = tokens.values();
    const operation = operationOf(request);
    notes.requests.add(operation);
    const tapped = request as TappedRequest;
    const key = { operation, isStream: false, time: this.#now };
    this.#order.onExchange?.(exchangeOf(tapped, response as TappedResponse, key, this.#now));
    admitRequest(request, { first, tokens });
    const { method = 'GET', url = '/', headers: sent } = request;
    // The body is whole, whatever it came in.
    const { 'transfer-encoding': _pieces, ...headers } = sent;
    void server.app.inject({ method: method as 'GET', url, headers, payload: tapped.body });
  }
}
