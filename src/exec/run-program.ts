/**
 * One run of a program against a sandbox of its own, from the opening of the sandbox to the end of
 * everything that belongs to the program. Source: decision 0032.
 */

import { performance } from 'node:perf_hooks';
import { DEFAULT_SETTLE, settleMsOf } from '../broker/runtime/clock/clock-modes.js';
import { Silence } from '../broker/runtime/lockstep/idleness.js';
import { SleepingThreads, tellsOfThreads, threadsOf } from '../broker/runtime/lockstep/threads.js';
import { Wire } from '../broker/runtime/lockstep/wire.js';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';
import { packageFile } from '../data/package-root.js';
import { Program } from './child.js';
import { Conduct } from './conduct.js';
import { firedFaults } from './faults.js';
import { BROKER_HOSTS } from './front/broker-hosts.js';
import { trustStore } from './front/trust-store.js';
import { childEnvironment } from './layers/environment.js';
import { endLeftovers } from './layers/leftovers.js';
import { ProcessTree } from './layers/process-tree.js';
import { tellsOfProcesses } from './layers/processes.js';
import { NONE_SEEN, seenLanguages } from './layers/seen-languages.js';
import { strictCommand } from './layers/strict.js';
import { ThreadSleep } from './layers/thread-sleep.js';
import { type CloseActions, open, type RunResources } from './open-run.js';
import { ProgramRestart } from './restarting.js';
import type { RunOrder, RunOutcome } from './run-order.js';

/** What ended a program, for the page. */
const ENDINGS: Readonly<Record<RunOutcome['ending'], string>> = {
  program: 'The program has ended',
  window: 'The window is over, and the program was ended',
  guard: 'The program was ended, because nothing held it',
  stall: 'The program was ended, because it kept simulated time still',
};

/**
 * Runs a program.
 * @throws InputError for a bad rule of faults, or a command that cannot be started.
 */
export async function runProgram(order: RunOrder): Promise<RunOutcome> {
  const closing: CloseActions = [];
  try {
    return await runIn(order, await open(order, closing));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Runs the program in what is open. */
async function runIn(order: RunOrder, opened: RunResources): Promise<RunOutcome> {
  const { server, notes } = opened;
  const env = await environmentOf(order, opened);
  const command = order.strict ? await strictOf(order, opened) : order.command;
  const startedMs = performance.now();
  let life = await startIn({ order, opened, command, env });
  server.begin();
  order.tell(`time ${server.sandbox.clock.told}`);
  const conduct = new Conduct(life.program, opened, order);
  const restarting = new ProgramRestart(opened, order, life.program);
  let exitCode = await life.program.ended;
  if (restarting.hasKilled) {
    await endLife(life, () => undefined);
    restarting.stayAway();
    life = await startIn({ order, opened, command, env: { ...env, ...secondLife(order) } });
    conduct.goOnWith(life.program);
    exitCode = await life.program.ended;
  }
  const wallMs = performance.now() - startedMs;
  conduct.stop();
  opened.guard.stop();
  await endLife(life, order.tell);
  const { simulation } = server.sandbox;
  const faults = await firedFaults(server);
  const { virtualTime } = order;
  const { ending, stalledAt } = conduct;
  const seen = { exitCode, ending, ...present({ stalledAt, restarted: restarting.times }) };
  const outcome = { ...seen, virtualTime, simulation, notes, faults, wallMs };
  server.sandbox.clock.finish(`${ENDINGS[ending]}, with exit code ${exitCode}`);
  await order.page?.until(outcome, conduct.isTerminated);
  return outcome;
}

/** A program from its start to its end, with its processes where the system shows them. */
interface Life {
  readonly program: Program;
  readonly tree: ProcessTree | undefined;
  readonly sleep: ThreadSleep;
}

/** What a program is started with. */
interface Start {
  readonly order: RunOrder;
  readonly opened: RunResources;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the program, and watches its processes. */
async function startIn({ order, opened, command, env }: Start): Promise<Life> {
  const { quiet, cwd, output } = order;
  const program = await Program.start({ command, env, quiet, ...present({ cwd, output }) });
  const tree = treeOf(program, env);
  if (tree !== undefined) opened.outside.watch(tree);
  if (tree !== undefined) opened.owners.watch(tree);
  if (tree !== undefined) opened.wallClocks?.watch(tree);
  if (tree !== undefined && !order.strict) opened.guard.watch(tree);
  const wire = wireOf(opened);
  watchThreads(order, opened, program, wire);
  const sleep = new ThreadSleep();
  if (tree !== undefined) watchSleep(opened, wire, { tree, sleep });
  return { program, tree, sleep };
}

/** A program that starts again draws other random numbers, and with them other ids of orders. */
function secondLife({ scenario }: RunOrder): Readonly<Record<string, string>> {
  return { ORRERY_SEED: String(scenario.seed + 1) };
}

/** Ends what the program has left. */
async function endLife(
  { program, tree, sleep }: Life,
  tell: (sentence: string) => void,
): Promise<void> {
  sleep.close();
  if (tree === undefined) program.signal('SIGKILL');
  else await endLeftovers(tree, tell);
}

/** The processes of a program, where the system shows them. */
function treeOf({ pid }: Program, env: Readonly<Record<string, string>>): ProcessTree | undefined {
  if (!tellsOfProcesses()) return undefined;
  return new ProcessTree(pid, `ORRERY_CONTROL=${env['ORRERY_CONTROL']}`);
}

/**
 * Has a clock in lockstep look at the threads of the program, unless it goes by silence. In virtual time
 * that is the rule for programs that nothing holds.
 */
function watchThreads(
  { settle, mode }: RunOrder,
  { server, virtual }: RunResources,
  { pid }: Program,
  wire: Wire,
): void {
  if (mode !== 'lockstep' || settle !== undefined) return;
  const idleness = tellsOfThreads()
    ? new SleepingThreads(() => threadsOf(pid), wire)
    : new Silence(settleMsOf(DEFAULT_SETTLE) as number, () => wire.count);
  if (virtual === undefined) server.sandbox.clock.seeIdleBy(idleness);
  else virtual.seeUnheldBy(idleness);
}

/** All that passes between the program and the front. */
function wireOf({ front, relay }: RunResources): Wire {
  const wire = new Wire();
  // Bytes at the relay's end are neither in the program nor at the front, so they are counted
  // there.
  for (const end of [front, relay]) end.onSocket = socket => wire.add(socket);
  return wire;
}

/** Has simulated time look at the threads of programs that do not say by themselves that they wait. */
function watchSleep(
  { front, virtual, owners }: RunResources,
  wire: Wire,
  { tree, sleep }: { readonly tree: ProcessTree; readonly sleep: ThreadSleep },
): void {
  virtual?.seeSleepBy({
    living: () => tree.living(),
    look: pids => sleep.look(pids),
    portsOf: pid => owners.portsOf(pid),
    passed: () => {
      const sent = [...front.connections.values()].map(each => each.sent);
      return [wire.count, wire.unsent, ...sent].join(' ');
    },
  });
}

/** Opens the control socket. @returns the environment of the program. */
async function environmentOf(
  { virtualTime, scenario, mode, env: added, clockJump, command }: RunOrder,
  { server, workspace, authority, front, control, notes }: RunResources,
): Promise<Record<string, string>> {
  const { token, id } = server.accounts[0] ?? { token: '', id: '' };
  const env = { ...process.env, ...added };
  const { trouble, ...seen } = virtualTime ? seenLanguages(env, workspace, command) : NONE_SEEN;
  if (trouble !== undefined) notes.limit(trouble);
  return childEnvironment(env, {
    ...seen,
    frontPort: front.port,
    hosts: BROKER_HOSTS,
    authority: workspace.write('authority.pem', authority.pem),
    trustStore: workspace.write('trust.p12', trustStore(authority.der)),
    control: await control.listen(workspace.socket('control')),
    token,
    account: id,
    controlToken: mode === 'manual' ? server.controlToken : undefined,
    pythonPreload: packageFile('dist/exec/preload/python'),
    nodePreload: packageFile('dist/exec/preload/node/preload.mjs'),
    virtualSeed: virtualTime ? scenario.seed : undefined,
    clockJump: virtualTime ? clockJump : undefined,
  });
}

/** Opens the relay. @returns the command in a namespace. @throws InputError */
async function strictOf(
  { command }: RunOrder,
  { workspace, relay, front }: RunResources,
): Promise<readonly string[]> {
  const relaySocket = workspace.socket('relay');
  if (relaySocket === undefined) {
    const rule = `is too long for --strict, which needs Unix sockets: ${workspace.path}`;
    throw new InputError('scenario', { file: 'environment', field: 'TMPDIR' }, rule);
  }
  await relay.listen(relaySocket);
  return strictCommand(command, {
    workspace,
    relaySocket,
    frontPort: front.port,
    hosts: BROKER_HOSTS,
  });
}
