/**
 * One run of a program against a sandbox of its own: what is opened before the program starts, what
 * happens while it runs, and what is closed when it has ended. Source: decision 0032.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer } from '../api/server.js';
import type { Dialect } from '../api/v20/dialect.js';
import type { Scenario } from '../core/run/scenario.js';
import { packageFile } from '../package/package-root.js';
import type { ClockMode, ClockSettings } from '../runtime/simulation/clock-modes.js';
import type { Simulation } from '../runtime/simulation/simulation.js';
import { Program } from './child.js';
import { type ControlListener, ControlServer, nameOf } from './control/control-server.js';
import { addFaults, type FaultFile, firedFaults } from './faults.js';
import { type Authority, createAuthority } from './front/authority.js';
import { BROKER_DOMAINS, BROKER_HOSTS } from './front/broker-hosts.js';
import { Front } from './front/front.js';
import { trustStore } from './front/trust-store.js';
import { childEnvironment } from './layers/environment.js';
import { type Counted, Notes } from './notes.js';
import { admitRequest, operationOf } from './requests.js';
import { Workspace } from './workspace.js';

/** What is to be run, and how. */
export interface RunOrder extends ClockSettings {
  readonly scenario: Scenario;
  readonly dialect: Dialect;
  readonly command: readonly string[];
  readonly mode: ClockMode;
  /** The id that the program hard-codes for the sandbox's account. */
  readonly account?: string;
  readonly faults?: FaultFile;
  /** Whether the program's stdout goes to our stderr. */
  readonly quiet: boolean;
  /** Takes sentences for people while the program runs. */
  readonly tell: (sentence: string) => void;
}

/** Who ended the run. */
export type Ending = 'program' | 'window';

/** What came of a run. */
export interface RunOutcome {
  /** The exit code of the program; 128 and the signal's number if a signal ended it. */
  readonly exitCode: number;
  readonly ending: Ending;
  readonly simulation: Simulation;
  readonly notes: Notes;
  readonly faults: readonly Counted[];
  /** Wall milliseconds from the start of the program to its end. */
  readonly wallMs: number;
}

/** What is open during a run. */
interface Opened {
  readonly order: RunOrder;
  readonly server: OpenServer;
  readonly workspace: Workspace;
  readonly authority: Authority;
  readonly notes: Notes;
  readonly front: Front;
  readonly control: ControlServer;
}

/** Wall milliseconds between looks whether the window is over. */
const LOOK_MS = 50;
const YEAR_MS = 366 * 86_400_000;
const MICROS_PER_MS = 1_000;

/**
 * Runs a program, from the opening of its sandbox to the end of everything that belongs to it.
 * @throws InputError for a bad rule of faults, or a command that cannot be started.
 */
export async function runProgram(order: RunOrder): Promise<RunOutcome> {
  const closing: (() => unknown)[] = [];
  try {
    const opened = await open(order, closing);
    return await runIn(opened);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Opens all that the program needs. @param closing - gets what closes it, in order of opening. */
async function open(order: RunOrder, closing: (() => unknown)[]): Promise<Opened> {
  const { scenario, faults } = order;
  const server = await openServer(scenario, {
    ...order,
    start: 'first-request',
    allowedHosts: BROKER_HOSTS,
    limits: UNLIMITED,
  });
  closing.push(() => server.close());
  if (faults !== undefined) await addFaults(server, faults);
  const names = { domains: BROKER_DOMAINS, hosts: [...BROKER_HOSTS, 'localhost'] };
  const authority = await createAuthority(names, validityOf(scenario));
  const workspace = new Workspace();
  closing.push(() => workspace.remove());
  const notes = new Notes(order.tell);
  const front = openFront(order, server, authority, notes);
  await front.listen();
  closing.push(() => front.close());
  const { simulation } = server.sandbox;
  const control = new ControlServer(controlListener(simulation, notes));
  closing.push(() => control.close());
  return { order, server, workspace, authority, notes, front, control };
}

/** The child is the only client, and a limit on it would be one more rule that the broker lacks. */
const UNLIMITED = {
  requestsPerSecond: Number.POSITIVE_INFINITY,
  requestsInFlight: Number.POSITIVE_INFINITY,
  streams: Number.POSITIVE_INFINITY,
  allStreams: Number.POSITIVE_INFINITY,
  connections: Number.POSITIVE_INFINITY,
};

/** Certificates hold now and in the window, with a year on either side. */
function validityOf({ from, to }: Scenario) {
  const nowMs = Date.now();
  return {
    fromMs: Math.min(nowMs, from / MICROS_PER_MS) - YEAR_MS,
    toMs: Math.max(nowMs, to / MICROS_PER_MS) + YEAR_MS,
  };
}

function openFront(order: RunOrder, server: OpenServer, authority: Authority, notes: Notes): Front {
  const { token, id } = server.accounts[0] ?? { token: '', id: '' };
  const accounts = new Map(order.account === undefined ? [] : [[order.account, id]]);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    admitRequest(request, { token, accounts });
    notes.requests.add(operationOf(request));
    server.app.routing(request, response);
  };
  const front = new Front({
    certificate: authority.server,
    hosts: BROKER_HOSTS,
    countsBytes: false,
    serve,
    admit: () => true,
    onRefused: (what, how) => notes.refuse(what, how),
    onTlsError: reason => notes.tlsFailed(reason),
  });
  front.answerBrokenAs(server.app.server);
  return front;
}

function controlListener(simulation: Simulation, notes: Notes): ControlListener {
  return {
    times: () => ({ now: simulation.now, last: simulation.last }),
    onHello: () => undefined,
    onLine: (held, line) => {
      if (line.say === 'refused') notes.refuse(line.what, line.how);
      if (line.say === 'unsupported') notes.limit(`${nameOf(held)}: ${line.what}: ${line.why}`);
      if (line.say === 'spin') {
        notes.limit(`${nameOf(held)}: thread ${line.thread} does not stop, at ${line.where}`);
      }
    },
    onGone: () => undefined,
    onCutOff: (who, why) => notes.limit(`${who} ${why}, and was cut off`),
  };
}

/** Runs the program in what is open. */
async function runIn(opened: Opened): Promise<RunOutcome> {
  const { order, server, notes, control, workspace } = opened;
  const { simulation } = server.sandbox;
  const env = childEnvironment(process.env, {
    ...(await factsOf(opened)),
    control: await control.listen(workspace.socket('control')),
  });
  const startedMs = performance.now();
  const program = await Program.start({ command: order.command, env, quiet: order.quiet });
  server.begin();
  let ending: Ending = 'program';
  const look = setInterval(() => {
    if (!simulation.hasEnded || ending !== 'program') return;
    ending = 'window';
    program.end();
  }, LOOK_MS);
  const stopHearing = passSignals(program);
  const exitCode = await program.ended;
  clearInterval(look);
  stopHearing();
  const wallMs = performance.now() - startedMs;
  const faults = await firedFaults(server);
  return { exitCode, ending, simulation, notes, faults, wallMs };
}

/** What the child is told, but for the control socket. */
async function factsOf({ server, workspace, authority, front }: Opened) {
  const { token, id } = server.accounts[0] ?? { token: '', id: '' };
  return {
    frontPort: front.port,
    hosts: BROKER_HOSTS,
    authority: workspace.write('authority.pem', authority.pem),
    trustStore: workspace.write('trust.p12', trustStore(authority.der)),
    token,
    account: id,
    pythonPreload: packageFile('dist/exec/preload/python'),
    nodePreload: packageFile('dist/exec/preload/node/preload.mjs'),
    virtualSeed: undefined,
  };
}

/** Hands signals on to the program. @returns a function that stops it. */
function passSignals(program: Program): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals) => program.signal(signal);
  process.removeAllListeners('SIGINT');
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.removeListener(signal, pass);
  };
}
