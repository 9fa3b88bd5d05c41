/** A server in the process of a test, and the simulations that tests make of it. */

import { type RunningServer, startServer as serve } from '../../broker/api/server.js';
import { MAIN } from '../../broker/runtime/sandboxes.js';
import { present } from '../../core/base/present.js';
import type { SimulationOptions, TestServer, TestServerOptions } from '../types/server.js';
import type { TestSimulation } from '../types/simulation.js';
import { loadChoice, whole } from './scenarios.js';
import { forkBody, HeldSimulation, type MadeSimulation, madeSimulationIn } from './simulation.js';
import { mustSend } from './wire.js';

/**
 * Starts a server in this process, on 127.0.0.1. One server serves a whole suite: each test takes
 * a simulation of its own.
 * @throws InputError for a bad scenario, with file, line and rule; the system's error for a port that is taken.
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { port = 0, logLevel = 'silent' } = options;
  const { shelf, loaded } = await loadChoice(options);
  const { scenario, dialect } = loaded;
  const server = await serve(scenario, {
    port,
    host: '127.0.0.1',
    mode: 'manual',
    speed: 1,
    dialect,
    shelf,
    logLevel,
    // A simulation is removed by its test, or with the server.
    idleMs: Infinity,
  });
  return new HeldServer(server);
}

/**
 * Owns a running server and the simulations of scenario files that tests fork. The first test of a
 * file adds its simulation; `close` ends the server, once.
 */
class HeldServer implements TestServer {
  readonly #server: RunningServer;
  /** Simulations of scenario files that are forked for each test, by file and seed. */
  readonly #parents = new Map<string, Promise<MadeSimulation>>();
  #closing: Promise<void> | undefined;

  constructor(server: RunningServer) {
    this.#server = server;
  }

  get url(): string {
    return this.#server.url;
  }

  get controlToken(): string {
    return this.#server.controlToken;
  }

  async simulation(options: SimulationOptions = {}): Promise<TestSimulation> {
    const { scenario, seed, name, clock } = options;
    if (typeof scenario === 'object') {
      const body = present({ scenario: whole(scenario), seed, name, clock });
      return new HeldSimulation(this.#server, await this.#make('simulations', body));
    }
    const parent = scenario === undefined ? MAIN : (await this.#parent(scenario, seed)).id;
    const made = await this.#make(`simulations/${parent}/fork`, forkBody(options));
    return new HeldSimulation(this.#server, made);
  }

  close(): Promise<void> {
    this.#closing ??= this.#server.close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #parent(scenario: string, seed: number | undefined): Promise<MadeSimulation> {
    const key = `${scenario} ${seed}`;
    const known = this.#parents.get(key);
    if (known !== undefined) return known;
    const made = this.#make('simulations', present({ scenario, seed }));
    this.#parents.set(key, made);
    // A scenario that was mended between two tests is read again.
    made.catch(() => this.#parents.delete(key));
    return made;
  }

  async #make(path: string, body: object): Promise<MadeSimulation> {
    const { app, controlToken: token } = this.#server;
    const made = await mustSend(app, { method: 'POST', path: `/_sim/${path}`, token, body });
    return madeSimulationIn(made);
  }
}
