/**
 * A listening sandbox: a loaded scenario behind the facade on a port, its clock running or at rest,
 * and an orderly end. What `orrery serve` starts, and tests that need sockets.
 */

import type { AddressInfo } from 'node:net';
import type { Scenario } from '../core/engine/scenario.js';
import { type ClockMode, SandboxClock } from '../runtime/sandbox-clock.js';
import { Simulation } from '../runtime/simulation.js';
import { unpricedLines } from '../runtime/unpriced.js';
import { buildApp } from './app.js';
import type { Dialect } from './dialect.js';
import type { AppOptions, Sandbox } from './sandbox.js';
import { newToken, type TokenEntry, Tokens, tokensByUser } from './tokens.js';

/** How long open requests may take to finish once the server is to stop. */
const DRAIN_MS = 3_000;
/** How often connections kept alive are looked for that have finished meanwhile. */
const IDLE_CHECK_MS = 50;

export interface ServerOptions extends AppOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  readonly mode: ClockMode;
  /** Simulated seconds a second; Infinity for as fast as it goes. */
  readonly speed: number;
  /** Whether a paced clock waits to be played. */
  readonly paused?: boolean;
  readonly dialect: Dialect;
  readonly timeline?: boolean;
  /** Token of the first account's user; made up when absent. */
  readonly token?: string;
  readonly controlToken?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly controlToken: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  readonly sandbox: Sandbox;
  /** Stops time, lets open requests finish, ends the streams and closes the port. */
  close(): Promise<void>;
}

/** Serves `scenario` until it is closed. @throws the system's error when the port is taken. */
export async function startServer(
  scenario: Scenario,
  options: ServerOptions,
): Promise<RunningServer> {
  const { mode, speed, dialect, host, port, timeline = false, paused = false } = options;
  const entries = tokensOf(scenario, options.token);
  const controlToken = options.controlToken ?? newToken();
  const simulation = new Simulation(scenario, { timeline });
  const clock = new SandboxClock(simulation, mode, speed);
  const sandbox: Sandbox = {
    simulation,
    clock,
    dialect,
    tokens: new Tokens(entries),
    control: new Tokens([{ token: controlToken, accountIDs: [] }]),
  };
  const allowedHosts = [...(options.allowedHosts ?? []), host];
  const app = await buildApp(sandbox, { ...options, allowedHosts });
  for (const line of unpricedLines(scenario)) app.log.warn(line);
  await app.listen({ host, port });
  if (mode === 'paced' && !paused) clock.play();
  const { port: bound } = app.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    controlToken,
    accounts: entries.flatMap(({ token, accountIDs }) => accountIDs.map(id => ({ id, token }))),
    sandbox,
    async close() {
      clock.stop();
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      await app.close();
      clearTimeout(late);
      clearInterval(idle);
    },
  };
}

function tokensOf({ accounts }: Scenario, token: string | undefined): TokenEntry[] {
  let given = token;
  const next = () => {
    const made = given ?? newToken();
    given = undefined;
    return made;
  };
  return tokensByUser(
    accounts.map(({ id }) => id),
    next,
  );
}
