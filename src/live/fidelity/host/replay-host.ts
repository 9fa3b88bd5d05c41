/**
 * The broker that recorded requests are sent to again: the whole API in this process, without a
 * socket. Each replay has a market of its own in it.
 */

import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../broker/api/app.js';
import { newToken, Tokens } from '../../../broker/api/http/doors/tokens.js';
import { Clock } from '../../../broker/runtime/clock/clock.js';
import { Sandboxes } from '../../../broker/runtime/sandboxes.js';
import { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Instant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';
import { emptyScenario } from './market.js';

/** An answer of the broker. */
export interface ReplayAnswer {
  readonly status: number;
  readonly body: Json;
}

/** A market of one replay. */
export interface ReplayMarket {
  /** Every transaction of the account so far, in order. */
  readonly transactions: readonly Json[];
  /** Moves simulated time to `at`. */
  advanceTo(at: Instant): void;
  /** Sends a request. @param path - below the account: `/orders`. */
  ask(method: string, path: string, body?: object): Promise<ReplayAnswer>;
  close(): void;
}

/** The broker. */
export class ReplayHost {
  readonly #app: FastifyInstance;
  readonly #sandboxes: Sandboxes;
  readonly #tokens: Tokens;

  private constructor(app: FastifyInstance, sandboxes: Sandboxes, tokens: Tokens) {
    this.#app = app;
    this.#sandboxes = sandboxes;
    this.#tokens = tokens;
  }

  static async open(): Promise<ReplayHost> {
    const sandboxes = new Sandboxes(partsOf(emptyScenario()));
    const tokens = new Tokens();
    const limits = { requestsPerSecond: Number.POSITIVE_INFINITY };
    const app = await buildApp({ sandboxes, tokens, control: new Tokens() }, { limits });
    await app.ready();
    return new ReplayHost(app, sandboxes, tokens);
  }

  /** Opens a market. @throws InputError, InvariantError when the scenario is none */
  market(scenario: Scenario): ReplayMarket {
    const [account] = scenario.accounts;
    const id = account?.id ?? '';
    const sandbox = this.#sandboxes.add(partsOf(scenario));
    const token = newToken();
    this.#tokens.add({ token, tenant: sandbox.id, accountIDs: [id] });
    const transactions: Json[] = [];
    sandbox.simulation.onTransaction(each => transactions.push(each as unknown as Json));
    return {
      transactions,
      advanceTo: at => void sandbox.simulation.advanceTo(at),
      ask: async (method, path, body) => {
        const { statusCode, body: text } = await this.#app.inject({
          method: method as 'GET',
          url: `/v3/accounts/${id}${path}`,
          headers: { authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { payload: body }),
        });
        return { status: statusCode, body: JSON.parse(text) };
      },
      close: () => {
        this.#sandboxes.remove(sandbox);
        this.#tokens.removeTenant(sandbox.id);
      },
    };
  }

  async close(): Promise<void> {
    await this.#app.close();
  }
}

function partsOf(scenario: Scenario) {
  const simulation = new Simulation(scenario);
  return { simulation, clock: new Clock(simulation, 'manual'), dialect: 'current' as const };
}
