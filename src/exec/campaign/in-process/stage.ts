/**
 * Runs clients in this process, one after another, each on a fork of one prepared simulation. No
 * sockets and no wall time, so that thousands of schedules can be tried.
 */

import type { FastifyInstance } from 'fastify';
import { NO_LIMITS } from '../../../broker/api/http/doors/limits.js';
import type { FaultTime } from '../../../broker/api/http/fault-time.js';
import { type OpenServer, openServer } from '../../../broker/api/server.js';
import type { Dialect } from '../../../broker/api/v20/dialect.js';
import type { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { firstQuotes } from '../../virtual/first-quotes.js';
import { evidenceOf } from '../seen.js';
import type { ClientEnding, Evidence, FaultReach, Schedule, Subject } from '../subject.js';
import { AccountWorld } from './account-world.js';
import { LineTap } from './line-tap.js';
import { SimTime } from './sim-time.js';
import type { Client } from './world.js';

const REACH: ReadonlySet<FaultReach> = new Set(['request', 'stream', 'market', 'latency']);
const MANUAL = { mode: 'manual', speed: 1, limits: NO_LIMITS, idleMs: Infinity } as const;

interface SimulationAnswer {
  readonly id: string;
  readonly accounts: readonly [{ readonly id: string; readonly token: string }];
}

/** A server with a simulation at its start, of which each run gets a fork. */
export class CampaignServer {
  readonly #server: OpenServer;
  readonly #tap: LineTap;
  /** Time of the run in progress; one server has one run at a time. */
  readonly #running: { time: SimTime | undefined };

  private constructor(server: OpenServer, tap: LineTap, running: { time: SimTime | undefined }) {
    this.#server = server;
    this.#tap = tap;
    this.#running = running;
  }

  /** Prepares the simulation: at the instant at which the market is quoted. @throws InputError */
  static async open(scenario: Scenario, dialect: Dialect = 'current'): Promise<CampaignServer> {
    const gate = new LineTap();
    const running: { time: SimTime | undefined } = { time: undefined };
    const server = await openServer(scenario, {
      ...MANUAL,
      dialect,
      gate,
      faultTime: timeOf(running),
    });
    await server.sandbox.clock.advance({ to: firstQuotes(scenario) });
    return new CampaignServer(server, gate, running);
  }

  /** Ends the server. */
  close(): Promise<void> {
    return this.#server.close();
  }

  /** A client on this stage. Its runs come one after another. */
  subject(client: Client): Subject {
    const { simulation } = this.#server.sandbox;
    const { scenario, now, last } = simulation;
    return {
      reach: REACH,
      instruments: scenario.market.map(({ instrument }) => instrument.name),
      from: now,
      to: last + 1,
      run: schedule => this.#run(client, schedule),
    };
  }

  async #run(client: Client, schedule: Schedule): Promise<Evidence> {
    const made = await this.#control<SimulationAnswer>('POST', 'main/fork', {});
    const path = `${made.id}/faults`;
    const own = this.#server.sandbox.simulation.scenario.faults ?? [];
    if (schedule.length > 0) await this.#control('PUT', path, { rules: [...own, ...schedule] });
    const { simulation } = this.#server.sandboxes.get(made.id) as { simulation: Simulation };
    const time = new SimTime(simulation, {
      isRead: () => this.#tap.size > 0,
      deliver: () => this.#tap.deliver(),
      beat: () => this.#tap.beat(),
    });
    this.#running.time = time;
    const [{ id: accountID, token }] = made.accounts;
    const world = new AccountWorld({ app: this.#app, accountID, token, time, tap: this.#tap });
    const ending = await endingOf(client, world, time);
    const { sent: operations, asked: requests } = world;
    const evidence = evidenceOf(simulation, { accountID, ending, operations, requests });
    this.#tap.drop();
    await this.#control('DELETE', made.id);
    return evidence;
  }

  get #app(): FastifyInstance {
    return this.#server.app;
  }

  async #control<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<T> {
    const { statusCode, body } = await this.#app.inject({
      method,
      url: `/_sim/simulations/${path}`,
      headers: { authorization: `Bearer ${this.#server.controlToken}` },
      ...(payload !== undefined && { payload }),
    });
    if (statusCode >= 400) throw new Error(`${method} ${path}: ${body}`);
    return (body === '' ? undefined : JSON.parse(body)) as T;
  }
}

/** The time of the run in progress, for the faults of the server. */
function timeOf(running: { readonly time: SimTime | undefined }): FaultTime {
  return {
    get now() {
      return running.time?.now ?? 0;
    },
    after: (...waiting) => running.time?.after(...waiting) ?? (() => undefined),
  };
}

/** Runs a client to its end, or to that of the window. */
async function endingOf(client: Client, world: AccountWorld, time: SimTime): Promise<ClientEnding> {
  let ending: ClientEnding | undefined;
  client(world).then(
    () => {
      ending = { kind: 'done' };
    },
    (error: unknown) => {
      ending = { kind: 'failed', words: error instanceof Error ? error.message : String(error) };
    },
  );
  await time.run(() => ending !== undefined);
  return ending ?? { kind: 'unfinished' };
}
