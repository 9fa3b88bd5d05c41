/**
 * A sandbox that listens on a port: a loaded scenario behind the application, its clock, and an orderly
 * end. `orrery serve` starts it, and so do tests that need sockets.
 */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { present } from '../core/base/present.js';
import type { Scenario } from '../core/run/scenario.js';
import type { Keeper } from '../runtime/keeper.js';
import { MAIN, type Recorder, type Sandbox, Sandboxes } from '../runtime/sandboxes.js';
import type { ScenarioShelf } from '../runtime/scenario-shelf.js';
import { type ClockMode, SandboxClock } from '../runtime/simulation/sandbox-clock.js';
import { Simulation } from '../runtime/simulation/simulation.js';
import { unpricedLines } from '../runtime/unpriced.js';
import { buildApp, CHECKING_INTERVAL_MS } from './app.js';
import { newToken, type TokenEntry, Tokens, tokensByUser } from './http/doors/tokens.js';
import type { AppOptions } from './http/options.js';
import type { Served } from './served.js';
import type { Dialect } from './v20/dialect.js';
import { listenForStreams } from './v20/stream/stream-port.js';

/** Wall milliseconds that open requests may take to finish when the server stops. */
const DRAIN_MS = 3_000;
/** Wall milliseconds between searches for idle connections while the server stops. */
const IDLE_CHECK_MS = 50;

/** When time starts: with the first request by a client's token, with the first stream, at once, or by control. */
export type ClockStart = 'first-request' | 'first-stream' | 'at-once' | 'when-played';

/** How a server is set up. */
export interface ServerOptions extends AppOptions {
  /** The main port; 0 picks a free one. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** A port for the streams alone; 0 picks a free one; absent: none. */
  readonly streamPort?: number;
  readonly mode: ClockMode;
  /** Simulated seconds a wall second; Infinity for as fast as possible. */
  readonly speed: number;
  /** When time starts to run under a paced clock. Default: at once. */
  readonly start?: ClockStart;
  readonly dialect: Dialect;
  /** Where the scenarios of further simulations come from; absent: there are only forks. */
  readonly shelf?: ScenarioShelf;
  /** Whether the scenario's timeline runs too. Default: no. */
  readonly timeline?: boolean;
  /** Token of the first account's user; made up when absent. */
  readonly token?: string;
  /** Writes the folder of a run; absent: none is written. */
  readonly record?: Recorder;
  /** The token of control; made up when absent. */
  readonly controlToken?: string;
  /** Brings the sandboxes to where an earlier server left them, and keeps them from then on. */
  readonly keep?: (sandboxes: Sandboxes) => Promise<Kept>;
}

/** What keeps a server. */
export interface Kept {
  readonly keeper: Keeper;
  /** A token that is the same whenever the server starts. @param use - what it is for. */
  readonly tokenFor: (use: string) => string;
}

/** A server that listens. */
export interface RunningServer {
  /** Scheme, host and port of the main address. */
  readonly url: string;
  /** Scheme, host and port of the streams: their own port, or the main one. */
  readonly streamUrl: string;
  readonly controlToken: string;
  /** The start of every path of control. */
  readonly controlUrl: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  /** The sandbox that the server was started with. */
  readonly sandbox: Sandbox;
  /** All sandboxes that it holds. */
  readonly sandboxes: Sandboxes;
  /** The application, for requests without a socket. */
  readonly app: FastifyInstance;
  /** Stops time, lets open requests finish, ends the streams and closes the port. */
  close(): Promise<void>;
}

/** Serves `scenario` until it is closed. @throws the system's error when a port is taken. */
export async function startServer(
  scenario: Scenario,
  options: ServerOptions,
): Promise<RunningServer> {
  const { mode, speed, dialect, host, timeline = false, start = 'at-once' } = options;
  const simulation = new Simulation(scenario, { timeline });
  const clock = new SandboxClock(simulation, mode, speed);
  const sandboxes = new Sandboxes({ simulation, clock, dialect });
  const kept = await options.keep?.(sandboxes);
  const tokenFor = kept?.tokenFor ?? newToken;
  const entries = tokensOf(simulation, options.token, tokenFor);
  const controlToken = options.controlToken ?? tokenFor('control');
  const served: Served = {
    sandboxes,
    shelf: options.shelf,
    tokenFor: kept?.tokenFor,
    ...present({ keeper: kept?.keeper }),
    tokens: new Tokens(entries),
    ...present({ record: options.record }),
    control: new Tokens([{ token: controlToken, tenant: '', accountIDs: [] }]),
  };
  const allowedHosts = [...(options.allowedHosts ?? []), host];
  const app = await buildApp(served, { ...options, allowedHosts });
  for (const line of unpricedLines(scenario)) app.log.warn(line);
  const servers = await listen(app, options).catch(async error => {
    await kept?.keeper.close();
    throw error;
  });
  if (clock.rule.plays) begin(clock, start);
  const [url = '', streamUrl = url] = servers.map(server => urlOf(host, server));
  return {
    url,
    streamUrl,
    controlToken,
    controlUrl: `${url}/_sim`,
    accounts: entries.flatMap(({ token, accountIDs }) => accountIDs.map(id => ({ id, token }))),
    sandbox: served.sandboxes.main,
    sandboxes,
    app,
    async close() {
      for (const each of served.sandboxes.all()) each.clock.stop();
      await closeAll(app, servers);
      await kept?.keeper.close();
    },
  };
}

/**
 * Starts the clock as `start` says: now, at a client's first request or first stream, or only when
 * the control API plays it.
 */
function begin(clock: SandboxClock, start: ClockStart): void {
  if (start === 'at-once') clock.play();
  if (start === 'first-request') clock.playOnFirst('request');
  if (start === 'first-stream') clock.playOnFirst('stream');
}

/** Opens the main port and that of the streams, or neither. */
async function listen(
  app: FastifyInstance,
  { host, port, streamPort }: ServerOptions,
): Promise<readonly Server[]> {
  await app.listen({ host, port });
  if (streamPort === undefined) return [app.server];
  try {
    const door = { host, port: streamPort, checkingMs: CHECKING_INTERVAL_MS };
    return [app.server, await listenForStreams(app, door)];
  } catch (error) {
    await app.close();
    throw error;
  }
}

function urlOf(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Lets open requests finish for a while, ends the streams and closes the ports. */
async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  const each = (what: 'closeAllConnections' | 'closeIdleConnections') => () => {
    for (const server of servers) server[what]();
  };
  const late = setTimeout(each('closeAllConnections'), DRAIN_MS);
  const idle = setInterval(each('closeIdleConnections'), IDLE_CHECK_MS);
  const beside = servers.slice(1).map(server => new Promise(resolve => server.close(resolve)));
  await Promise.all([app.close(), ...beside]);
  clearTimeout(late);
  clearInterval(idle);
}

/** One token for each user of `simulation`, accounts that were opened later included. */
function tokensOf(
  { engine }: Simulation,
  token: string | undefined,
  tokenFor: (use: string) => string,
): TokenEntry[] {
  let given = token;
  let users = 0;
  const next = () => {
    users += 1;
    const made = given ?? tokenFor(`${MAIN}/${users}`);
    given = undefined;
    return made;
  };
  const ids = engine.state.cells.map(({ state }) => state.config.id);
  return tokensByUser(MAIN, ids, next);
}
