/**
 * A sandbox that listens on a port: a loaded scenario behind the application, its clock, and an orderly
 * end. `orrery serve` starts it, and so do tests that need sockets.
 */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { present } from '../../core/base/present.js';
import type { Scenario } from '../../core/run/scenario.js';
import { instant, MICROS_PER_MILLI } from '../../core/time/instant.js';
import { Clock } from '../runtime/clock/clock.js';
import type { ClockMode, ClockSettings, ClockStart } from '../runtime/clock/clock-modes.js';
import type { Keeper } from '../runtime/keeper.js';
import { SleepingThreads, threadsOf } from '../runtime/lockstep/threads.js';
import { Wire } from '../runtime/lockstep/wire.js';
import { beginStrategies, endStrategies } from '../runtime/pilot/led-simulation.js';
import type { Pilot } from '../runtime/pilot/pilot.js';
import {
  MAIN,
  type RunFolderWriter,
  type Sandbox,
  Sandboxes,
  type SandboxParts,
  type SessionPage,
} from '../runtime/sandboxes.js';
import type { ScenarioShelf } from '../runtime/scenario-shelf.js';
import { Simulation } from '../runtime/simulation/simulation.js';
import type { StrategyMaker } from '../runtime/strategies/simulation-strategies.js';
import { unpricedLines } from '../runtime/unpriced.js';
import { buildApp, CHECKING_INTERVAL_MS } from './app.js';
import type { KeptUses } from './control/fleet/last-uses.js';
import type { Guest } from './guests/quotas.js';
import { newToken, type TokenEntry, Tokens, tokensByUser } from './http/doors/tokens.js';
import type { AppOptions } from './http/options.js';
import { Logins } from './page/logins.js';
import type { EndedSessions } from './page/sessions.js';
import type { ServedSimulations } from './served.js';
import type { Dialect } from './v20/dialect.js';
import type { StreamGate } from './v20/stream/stream-gate.js';
import { listenForStreams } from './v20/stream/stream-port.js';

/** Wall milliseconds that open requests may take to finish when the server stops. */
const DRAIN_MS = 3_000;
/** Wall milliseconds between searches for idle connections while the server stops. */
const IDLE_CHECK_MS = 50;

/** How a server is set up, wherever its requests come from. */
export interface ServerSetup extends AppOptions, ClockSettings {
  readonly mode: ClockMode;
  /** When time starts to run. Default: at once. */
  readonly start?: ClockStart;
  readonly dialect: Dialect;
  /** Where the scenarios of further simulations come from; absent: there are only forks. */
  readonly shelf?: ScenarioShelf;
  /** Whether the scenario's timeline runs too. Default: no. */
  readonly timeline?: boolean;
  /** The strategies that run beside clients; absent: none do. */
  readonly driven?: DrivenBy;
  /** Token of the first account's user; made up when absent. */
  readonly token?: string;
  /** Writes the folder of a run; absent: none is written. */
  readonly record?: RunFolderWriter;
  /** Makes the report of a session; absent: there are none. */
  readonly report?: SessionPage;
  /** The file of the scenario; absent: it was made of none. */
  readonly loaded?: SandboxParts['loaded'];
  /** The program that has the sandbox for itself. Absent: there is none. */
  readonly holder?: SandboxParts['holder'];
  /** Requests of a session that is shown again; absent: none is. */
  readonly recorded?: ServedSimulations['recorded'];
  /** The token of control; made up when absent. */
  readonly controlToken?: string;
  /** The guests that share the server. Absent: there are none. */
  readonly guests?: readonly Guest[];
  /** Brings the sandboxes to where an earlier server left them, and keeps them from then on. */
  readonly keep?: (sandboxes: Sandboxes) => Promise<ServerKeeping>;
  /** Holds the lines of streams back until they are released. Absent: they leave at once. */
  readonly gate?: StreamGate;
}

/** The strategies of a server. */
export interface DrivenBy {
  readonly strategies: StrategyMaker;
  /** The thread in which they run; absent: they run in this one. */
  readonly pilot?: Pilot;
  /** Says in words why one was stopped. */
  readonly explain: NonNullable<ServedSimulations['explain']>;
}

/** How a server is set up that listens. */
export interface ServerOptions extends ServerSetup {
  /** The main port; 0 picks a free one. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** A port for the streams alone; 0 picks a free one; absent: none. */
  readonly streamPort?: number;
  /** The process whose sleeping threads move a clock in lockstep. */
  readonly pid?: number;
}

/** What keeps a server. */
export interface ServerKeeping {
  readonly keeper: Keeper;
  /** A token that is the same whenever the server starts. @param use - what it is for. */
  readonly tokenFor: (use: string) => string;
  /** Keeps which sessions of the page were ended. */
  readonly endedSessions?: EndedSessions;
  /** Keeps when each simulation was last used. */
  readonly lastUses?: KeptUses;
}

/** A server behind whatever hands it requests. */
export interface OpenServer {
  readonly app: FastifyInstance;
  readonly controlToken: string;
  /** A one-time code that logs a browser in to the page. */
  readonly loginCode: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  /** The sandbox that the server was started with. */
  readonly sandbox: Sandbox;
  /** All sandboxes that it holds. */
  readonly sandboxes: Sandboxes;
  /** Starts the clock, if its mode plays, when `start` says. */
  readonly begin: () => void;
  /** Stops time, lets open requests finish and ends the streams. */
  close(): Promise<void>;
}

/** A server that listens. */
export interface RunningServer extends Omit<OpenServer, 'begin'> {
  /** Scheme, host and port of the main address. */
  readonly url: string;
  /** Scheme, host and port of the streams: their own port, or the main one. */
  readonly streamUrl: string;
  /** The start of every path of control. */
  readonly controlUrl: string;
  /** The address of the page. */
  readonly pageUrl: string;
}

/** The page of a server that others hand requests to. */
export interface ShownPage {
  /** Its address, with a one-time code that logs a browser in. */
  readonly address: string;
  /** Closes its port, and the server. */
  close(): Promise<void>;
}

/** Opens `scenario` behind an application that does not listen. */
export async function openServer(scenario: Scenario, options: ServerSetup): Promise<OpenServer> {
  const { mode, dialect, timeline = false, start = 'at-once' } = options;
  const { driven } = options;
  const strategies = driven?.strategies;
  const lead = driven?.pilot;
  const simulation = new Simulation(scenario, { timeline, ...present({ strategies, lead }) });
  const clock = new Clock(simulation, mode, options);
  const { loaded, holder } = options;
  const sandboxes = new Sandboxes({ simulation, clock, dialect, loaded, holder });
  const kept = await options.keep?.(sandboxes);
  const tokenFor = kept?.tokenFor ?? newToken;
  const entries = tokensOf(simulation, options.token, tokenFor);
  const controlToken = options.controlToken ?? tokenFor('control');
  const logins = new Logins(tokenFor('dashboard'), kept?.endedSessions);
  const served: ServedSimulations = {
    sandboxes,
    shelf: options.shelf,
    tokenFor: kept?.tokenFor,
    logins,
    ...present({ keeper: kept?.keeper, lastUses: kept?.lastUses }),
    tokens: new Tokens(entries),
    ...present({ record: options.record, report: options.report, gate: options.gate }),
    ...present({ explain: driven?.explain, recorded: options.recorded, guests: options.guests }),
    control: new Tokens([{ token: controlToken, tenant: '', accountIDs: [] }]),
  };
  if (lead !== undefined) beginStrategies(simulation, lead);
  const app = await buildApp(served, options);
  await app.ready();
  for (const line of unpricedLines(scenario)) app.log.warn(line);
  // A clock that plays catches up in slices, and a client may ask before it has.
  if (start === 'with-the-wall') await clock.advance({ to: instant(presentOfWall()) });
  return {
    app,
    controlToken,
    loginCode: logins.codes.make(),
    accounts: entries.flatMap(({ token, accountIDs }) => accountIDs.map(id => ({ id, token }))),
    sandbox: served.sandboxes.main,
    sandboxes,
    begin: () => {
      if (clock.rule.plays) startClock(clock, start);
    },
    async close() {
      for (const each of served.sandboxes.all()) each.clock.end();
      await endStrategies(simulation, lead);
      await app.close();
      await kept?.keeper.close();
    },
  };
}

/** Serves `scenario` until it is closed. @throws the system's error when a port is taken. */
export async function startServer(
  scenario: Scenario,
  options: ServerOptions,
): Promise<RunningServer> {
  const { host } = options;
  const allowedHosts = [...(options.allowedHosts ?? []), host];
  const { begin, ...open } = await openServer(scenario, { ...options, allowedHosts });
  const servers = await listen(open.app, options).catch(async error => {
    await open.close();
    throw error;
  });
  if (options.pid !== undefined) watchThreads(open.sandbox.clock, options.pid, servers);
  begin();
  const [url = '', streamUrl = url] = servers.map(server => urlOf(host, server));
  return {
    ...open,
    url,
    streamUrl,
    controlUrl: `${url}/_sim`,
    pageUrl: `${url}/`,
    close: () => closeAll(open, servers),
  };
}

/**
 * Lets browsers of this machine reach the page of an open server. To be closed in place of the server.
 * @param port - a free one is taken when it is in use.
 */
export async function showPage(open: OpenServer, port: number): Promise<ShownPage> {
  const host = '127.0.0.1';
  const servers = await listen(open.app, { host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listen(open.app, { host, port: 0 });
  });
  const [url = ''] = servers.map(server => urlOf(host, server));
  return { address: `${url}/#code=${open.loginCode}`, close: () => closeAll(open, servers) };
}

/**
 * Starts the clock as `start` says: now, at a client's first request or first stream, or only when
 * the control API plays it.
 */
function startClock(clock: Clock, start: ClockStart): void {
  if (start === 'at-once') clock.play();
  if (start === 'with-the-wall') clock.play(1, [], presentOfWall());
  if (start === 'first-request') clock.playOnFirst('request');
  if (start === 'first-stream') clock.playOnFirst('stream');
}

/** Microseconds since 1970: the whole millisecond that comes next, so that no client is ahead. */
function presentOfWall(): number {
  return (Date.now() + 1) * MICROS_PER_MILLI;
}

/** Has a clock in lockstep look at the threads of a client that speaks to `servers`. */
function watchThreads(clock: Clock, pid: number, servers: readonly Server[]): void {
  const wire = new Wire();
  for (const server of servers) wire.watch(server);
  clock.seeIdleBy(new SleepingThreads(() => threadsOf(pid), wire));
}

/** Opens the main port and that of the streams. @throws the system's error for either */
async function listen(
  app: FastifyInstance,
  { host, port, streamPort }: Pick<ServerOptions, 'host' | 'port' | 'streamPort'>,
): Promise<readonly Server[]> {
  await app.listen({ host, port });
  if (streamPort === undefined) return [app.server];
  const door = { host, port: streamPort, checkingMs: CHECKING_INTERVAL_MS };
  return [app.server, await listenForStreams(app, door)];
}

function urlOf(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Lets open requests finish for a while, ends the streams and closes the ports. */
async function closeAll(
  open: Pick<OpenServer, 'close'>,
  servers: readonly Server[],
): Promise<void> {
  const each = (what: 'closeAllConnections' | 'closeIdleConnections') => () => {
    for (const server of servers) server[what]();
  };
  const late = setTimeout(each('closeAllConnections'), DRAIN_MS);
  const idle = setInterval(each('closeIdleConnections'), IDLE_CHECK_MS);
  const beside = servers.slice(1).map(server => new Promise(resolve => server.close(resolve)));
  await Promise.all([open.close(), ...beside]);
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
