/** What is open during a run of a program, from the sandbox to the sockets that lead to it. */

import { whenOver } from '../broker/api/http/answer-over.js';
import { NO_LIMITS } from '../broker/api/http/doors/limits.js';
import { type OpenServer, openServer, showPage } from '../broker/api/server.js';
import { namedInstruments } from '../broker/api/v20/named-instruments.js';
import { StreamGate } from '../broker/api/v20/stream/stream-gate.js';
import { comesBy } from '../broker/api/v20/stream/stream-port.js';
import { type ClockStart, DEFAULT_STEP } from '../broker/runtime/clock/clock-modes.js';
import { present } from '../core/base/present.js';
import type { Scenario } from '../core/run/scenario.js';
import { formatRfc3339, type Instant } from '../core/time/instant.js';
import type { ChildTime } from './control/child-time.js';
import { ControlServer, nameOf } from './control/control-server.js';
import type { SpinLine } from './control/lines.js';
import { exchangeOf, statusOf } from './exchange/exchange.js';
import { isRefused } from './exchange/refusal.js';
import { addFaults } from './faults.js';
import { type Authority, createAuthority } from './front/authority.js';
import { BROKER_DOMAINS, BROKER_HOSTS, doorOf } from './front/broker-hosts.js';
import { Front } from './front/front.js';
import type { HeldRequest } from './front/held-request.js';
import type { TappedRequest, TappedResponse } from './front/tapped.js';
import { authorityIn } from './front/target.js';
import { busyPlaceOf } from './layers/busy-place.js';
import { ConnectionOwners } from './layers/connection-owners.js';
import { Guard } from './layers/guard.js';
import { sleeps } from './layers/processes.js';
import { RelayEnd } from './layers/relay-end.js';
import { Notes } from './notes.js';
import { admitRequest, isPoll, operationOf } from './requests.js';
import { type PageOrder, type RunOrder, STALL_SECONDS } from './run-order.js';
import { Interruption } from './virtual/interruption.js';
import { OutsideProcesses } from './virtual/outside.js';
import { Pauses } from './virtual/pauses.js';
import type { StallParts } from './virtual/stall-budget.js';
import { StandingRequests } from './virtual/standing-requests.js';
import { type VirtualParts, VirtualTime } from './virtual/virtual-time.js';
import { WallClocks } from './virtual/wall-clocks.js';
import { Workspace } from './workspace.js';

/** What is open during a run. */
export interface RunResources {
  readonly server: OpenServer;
  readonly workspace: Workspace;
  readonly authority: Authority;
  readonly notes: Notes;
  readonly control: ControlServer;
  readonly guard: Guard;
  /** Programs that nothing holds, for simulated time. */
  readonly outside: OutsideProcesses;
  /** Names programs that keep the time of the wall; undefined where simulated time is not virtual. */
  readonly wallClocks: WallClocks | undefined;
  readonly front: Front;
  /** The other end of strict mode's relay. */
  readonly relay: RelayEnd;
  /** The owners of the connections. */
  readonly owners: ConnectionOwners;
  /** Simulated time, where the program lives in it. */
  readonly virtual: VirtualTime | undefined;
  /** The callbacks for news of the child's processes. */
  readonly hears: RunListeners;
}

/** The callbacks of a run; set before the program starts. */
export interface RunListeners {
  /** Moves simulated time when the child reports idle. Undefined in real time. */
  time: ChildTime | undefined;
  /** Called when the guard has found a program that no layer holds. @param pid - of it, if known. */
  onEscape: (pid: number | undefined) => void;
  /** Called when the program has kept simulated time still for too long. @param place - file and line, if known. */
  onStall: (place: string | undefined) => void;
  /** Called once, when the program is to be killed and started again; nothing is given to it any more. */
  onRestart: (sent: HeldRequest | undefined) => void;
}

/** What simulated time is opened with; the gate stands where time is virtual. */
interface TimeSetup extends Pick<VirtualParts, 'server' | 'front' | 'pauses'> {
  readonly gate: VirtualParts['gate'] | undefined;
}

/** Things to be closed, in the order in which they were opened. */
export type CloseActions = (() => unknown)[];

const YEAR_MS = 366 * 86_400_000;
const MICROS_PER_MS = 1_000;

/**
 * Opens all that a program needs.
 * @param closing - gets what closes it, also when this fails half-way.
 * @throws InputError for a bad rule of faults.
 */
export async function open(order: RunOrder, closing: CloseActions): Promise<RunResources> {
  const { scenario, faults, tell, onRequest, page, livesNow: _, ...settings } = order;
  const gate = order.virtualTime ? new StreamGate() : undefined;
  const pauses = new Pauses(() => server.sandbox.simulation.now);
  const server: OpenServer = await openServer(scenario, {
    ...settings,
    onRequest: seen => {
      notes.name(() => namedInstruments(seen));
      onRequest?.(seen, server.sandbox.simulation.now);
    },
    start: startOf(order),
    allowedHosts: BROKER_HOSTS,
    limits: NO_LIMITS,
    requestSeries: 0,
    ...present({ gate, faultTime: gate && pauses, loaded: page?.loaded, report: page?.report }),
    holder: { kind: 'program', name: order.command.join(' ') },
  });
  closing.push(await closerOf(server, page));
  if (faults !== undefined) await addFaults(server, faults);
  const names = { domains: BROKER_DOMAINS, hosts: [...BROKER_HOSTS, 'localhost'] };
  const authority = createAuthority(names, validityOf(scenario));
  const workspace = await Workspace.open();
  closing.push(() => workspace.remove());
  const accounts = new Set(server.accounts.map(({ id }) => id));
  const notes = new Notes({ accounts, scenario }, tell);
  notes.isLed = order.strict;
  const hears: RunListeners = {
    time: undefined,
    onEscape: () => undefined,
    onStall: () => undefined,
    onRestart: () => undefined,
  };
  const control = openControl(server, order, { notes, hears });
  closing.push(() => control.close());
  const guard = openGuard(order, { control, notes, hears });
  const front = openFront(order, { server, authority, notes, guard, hears });
  await front.listen();
  closing.push(() => front.close());
  const relay = new RelayEnd({ front, onRefused: name => notes.refuse(name, 'name') });
  closing.push(() => relay.close());
  const told = { control, notes, hears };
  const time = await openTime(order, { server, front, gate, pauses }, told, closing);
  return { server, workspace, authority, front, relay, guard, ...told, ...time };
}

/** Shows the page, if it is asked for. @returns what closes the server. */
async function closerOf(server: OpenServer, page: PageOrder | undefined) {
  if (page === undefined) return () => server.close();
  const shown = await showPage(server, page.port);
  page.onShown(shown.address);
  return () => shown.close();
}

/** When time starts. */
function startOf({ page, livesNow = false }: RunOrder): ClockStart {
  if (page?.paused === true) return 'when-played';
  return livesNow ? 'with-the-wall' : 'first-request';
}

/** Opens what looks at programs that no preload holds, and simulated time where the program lives in it. */
async function openTime(
  order: RunOrder,
  { gate, ...parts }: TimeSetup,
  { control, notes, hears }: Pick<RunResources, 'control' | 'notes' | 'hears'>,
  closing: CloseActions,
): Promise<Pick<RunResources, 'outside' | 'owners' | 'wallClocks' | 'virtual'>> {
  const tell = (text: string) => notes.limit(text);
  const outside = new OutsideProcesses(pid => control.holds(pid), tell);
  const owners = ownersOf(control);
  if (gate === undefined) return { outside, owners, wallClocks: undefined, virtual: undefined };
  const wallClocks = openWallClocks(order, control, notes);
  closing.push(() => wallClocks.stop());
  const virtual = await VirtualTime.open({
    ...parts,
    ...{ gate, outside, owners, isPoll, tell },
    ...present({ step: order.step, pace: order.pace }),
    ...present({ interruption: interruptionOf(order, hears) }),
    onUnheld: pid => wallClocks.name(pid),
    stall: stallOf(order, notes, hears),
  });
  closing.push(() => virtual.close());
  hears.time = virtual;
  return { outside, owners, wallClocks, virtual };
}

function ownersOf(control: ControlServer): ConnectionOwners {
  return new ConnectionOwners({
    holds: pid => control.holds(pid),
    guards: pid => control.guards(pid),
    holdsAny: () => control.held.size > 0,
  });
}

function interruptionOf({ restart }: RunOrder, hears: RunListeners): Interruption | undefined {
  if (restart === undefined) return undefined;
  return new Interruption(restart.when, { operationOf, onBegin: sent => hears.onRestart(sent) });
}

function stallOf({ stallSeconds }: RunOrder, notes: Notes, hears: RunListeners): StallParts {
  return {
    seconds: stallSeconds ?? STALL_SECONDS,
    computes: pid => !sleeps(pid),
    placeOf: busyPlaceOf,
    end: (why, place) => {
      notes.limit(why);
      hears.onStall(place);
    },
  };
}

function openWallClocks({ step }: RunOrder, control: ControlServer, notes: Notes): WallClocks {
  return new WallClocks({
    holds: pid => control.holds(pid),
    step: step ?? DEFAULT_STEP,
    tell: text => notes.limit(text),
  });
}

/** Certificates hold now and in the window, with a year on either side. */
function validityOf({ from, to }: Scenario) {
  const nowMs = Date.now();
  return {
    fromMs: Math.min(nowMs, from / MICROS_PER_MS) - YEAR_MS,
    toMs: Math.max(nowMs, to / MICROS_PER_MS) + YEAR_MS,
  };
}

/** A thread that does not stop, in words. */
function spinText({ thread, where }: SpinLine, { stallSeconds = STALL_SECONDS }: RunOrder): string {
  const end = stallSeconds === 0 ? 'is off' : `ends the run in ${stallSeconds} s`;
  return (
    `thread ${thread} does not stop, at ${where}; ` +
    `simulated time stands still until it waits, and --stall-limit ${end}`
  );
}

/** Many requests at one instant, in words. */
function standingText(count: number, time: Instant): string {
  return (
    `the program asked ${count} times at ${formatRfc3339(time)} without waiting; simulated time stands still ` +
    'until it waits: let it sleep between requests, or give --clock on-poll instead of --virtual-time'
  );
}

function openControl(
  { sandbox: { simulation } }: OpenServer,
  order: RunOrder,
  { notes, hears }: Pick<RunResources, 'notes' | 'hears'>,
): ControlServer {
  return new ControlServer({
    times: () => ({ now: simulation.now, last: simulation.last }),
    onHello: held => {
      notes.isLed = true;
      hears.time?.join(held);
    },
    onLine: (held, line) => {
      if (line.say === 'busy') hears.time?.busy(held);
      if (line.say === 'turn') hears.time?.turn(held);
      if (line.say === 'time') hears.time?.busy(held, line.now);
      if (line.say === 'time') held.tellNow(simulation.now);
      if (line.say === 'idle') hears.time?.idle(held, line);
      if (line.say === 'refused') notes.refuse(line.what, line.how);
      if (line.say === 'unsupported') notes.limit(`${nameOf(held)}: ${line.what}: ${line.why}`);
      if (line.say === 'spin') {
        hears.time?.spin(held, line);
        notes.limit(`${nameOf(held)}: ${spinText(line, order)}`);
      }
    },
    onGone: held => hears.time?.leave(held),
    onCutOff: (who, why) => notes.limit(`${who} ${why}, and was cut off`),
  });
}

function openGuard(
  { unguarded }: RunOrder,
  { control, notes, hears }: Pick<RunResources, 'control' | 'notes' | 'hears'>,
): Guard {
  return new Guard({
    holds: pid => control.guards(pid),
    holdsAny: () => [...control.held].some(({ pid }) => control.guards(pid)),
    onEscape: ({ pid, sign }) => {
      notes.escaped(sign);
      if (!unguarded) hears.onEscape(pid);
    },
  });
}

function openFront(
  order: RunOrder,
  parts: Pick<RunResources, 'server' | 'authority' | 'notes' | 'guard' | 'hears'>,
): Front {
  const { authority, notes, guard, server } = parts;
  const front: Front = new Front({
    certificate: authority.server,
    hosts: BROKER_HOSTS,
    countsBytes: order.virtualTime,
    serve: serving(order, parts),
    isRelayed: order.strict,
    admit: port => guard.isHeld(port, front.port) || order.unguarded,
    onRefused: (what, how) => notes.refuse(what, how),
    onTlsError: reason => notes.tlsFailed(reason),
  });
  front.answerBrokenAs(server.app.server);
  return front;
}

/** Hands requests to the sandbox as those of its users, and notes how they are answered. */
function serving(
  { anyHost = false, onExchange, virtualTime, standingLimit = Infinity }: RunOrder,
  { server, notes, hears }: Pick<RunResources, 'server' | 'notes' | 'hears'>,
): (request: TappedRequest, response: TappedResponse) => void {
  const tokens = new Map(server.accounts.map(({ id, token }) => [id, token]));
  const [first = ''] = tokens.values();
  const { sandbox } = server;
  const standing = virtualTime ? new StandingRequests() : undefined;
  return (request, response) => {
    const operation = operationOf(request);
    const isStream = operation.startsWith('stream');
    const door = anyHost ? undefined : doorOf(authorityIn(request.headers.host ?? '').host);
    if (door !== undefined) comesBy(door, request);
    if (onExchange !== undefined && !isStream) response.keeping = 'body';
    const asked = { operation, isStream, time: sandbox.simulation.now };
    const many = standing?.note(asked.time);
    if (many !== undefined) notes.limit(standingText(many, asked.time));
    if ((standing?.count ?? 0) >= standingLimit) hears.onStall(undefined);
    whenOver(response, () => {
      const status = statusOf(response);
      if (onExchange === undefined && !isRefused(status)) {
        notes.answers.count(operation, status);
        return;
      }
      const exchange = exchangeOf(request, response, asked, sandbox.simulation.now);
      notes.answers.add(exchange, door !== undefined && isStream !== (door === 'streams'));
      onExchange?.(exchange);
    });
    admitRequest(request, { first, tokens });
    notes.requests.add(operation);
    server.app.routing(request, response);
  };
}
