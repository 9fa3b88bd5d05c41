/**
 * A simulation as a test server holds it: what the test's handles of it share.
 */

import type { RunningServer } from '../../broker/api/server.js';
import type { Sandbox } from '../../broker/runtime/sandboxes.js';
import type { TestAnswer } from '../types/simulation.js';
import { mustSend } from './wire.js';

/** A simulation of a server. */
export class ServerSimulation {
  readonly server: RunningServer;
  readonly id: string;

  constructor(server: RunningServer, id: string) {
    this.server = server;
    this.id = id;
  }

  /** Whether it has not been removed. */
  get isOpen(): boolean {
    return this.server.sandboxes.get(this.id) !== undefined;
  }

  /** The sandbox, brought up to the present. @throws Error after it was removed. */
  get sandbox(): Sandbox {
    const sandbox = this.server.sandboxes.get(this.id);
    if (sandbox === undefined) throw new Error(`The simulation ${this.id} is closed`);
    sandbox.clock.catchUp();
    return sandbox;
  }

  /** Sends a request of control. @param path - below the simulation; empty: itself. @throws RefusedError */
  control(method: string, path: string, body?: unknown): Promise<TestAnswer['body']> {
    const { app, controlToken: token } = this.server;
    const below = path === '' ? '' : `/${path}`;
    return mustSend(app, { method, path: `/_sim/simulations/${this.id}${below}`, token, body });
  }
}
