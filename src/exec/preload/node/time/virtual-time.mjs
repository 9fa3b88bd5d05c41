/**
 * Virtual time of this thread, put together. The thread has no clock of its own: it reports when
 * everything in it waits, and receives the time. Source: the rule of one stimulus, docs/decisions.
 */

import { url as inspectorUrl } from 'node:inspector';
import { isMainThread, threadId } from 'node:worker_threads';
import {
  beforeStarts,
  childProcesses,
  startedPrograms,
  startedThreads,
} from '../guard/children.mjs';
import { BackgroundWork } from './background-work.mjs';
import { waitForPrograms, waitInTurns } from './blocking.mjs';
import { Clock } from './clock.mjs';
import { Connections, followConnections } from './connections.mjs';
import { followClock } from './dates.mjs';
import { seedEntropy } from './entropy.mjs';
import { IdleWatch } from './idle-watch.mjs';
import { keepFreeConnections } from './kept-connections.mjs';
import { Lead } from './lead.mjs';
import { replaceTimers } from './replace-timers.mjs';
import { SpinWatch } from './spin-watch.mjs';
import { Timers } from './timeouts.mjs';

/** This thread, for people. */
const THREAD = isMainThread ? 'main' : `worker ${threadId}`;

/**
 * Puts this thread onto the clock of `orrery exec`; to be called before the guard comes in.
 * @param {import('../settings.mjs').Settings} settings
 * @param {import('../control-line.mjs').ControlLine} control
 * @param {number} now - microseconds since 1970
 */
export function beginVirtualTime({ frontPort, seed, clockJump }, control, now) {
  const clock = new Clock(now, clockJump);
  const timers = new Timers(clock, isHolding => control.hold(isHolding));
  const connections = new Connections();
  // A signal opens the debugger of a loop without an end; a fixed port may be another program's.
  if (isMainThread && inspectorUrl() === undefined) process.debugPort = 0;
  const spin = new SpinWatch(where => control.say({ say: 'spin', thread: THREAD, where }));
  clock.onRead = () => spin.noteReading();
  const lead = new Lead({ clock, timers, connections, control });
  let epoch = 0;
  /** @param {object} [waiting] - what differs from a process that waits for all it may */
  const sayIdle = waiting => {
    const report = connections.report();
    lead.noteWord(report.connections);
    control.say({
      say: 'idle',
      epoch: ++epoch,
      now: clock.now,
      until: timers.queue.next ?? null,
      ...report,
      started: [...startedThreads(), ...startedPrograms()],
      ...endsOf(childProcesses()),
      ...waiting,
    });
  };
  const watch = new IdleWatch({
    work: new BackgroundWork(),
    connections,
    timers,
    onIdle: () => {
      if (lead.goOn()) spin.reset();
      else sayIdle();
    },
    boundary: control.asyncId,
    // What another thread or process sends is no event of the sandbox.
    onWoken: byOther => {
      if (byOther && hasThreads()) control.ask({ say: 'turn' });
      else if (startedPrograms().length > 0) control.say({ say: 'busy' });
    },
  });
  control.onLine = line => {
    if (!lead.hear(line)) return;
    spin.reset();
    timers.fireDue();
  };
  followConnections(connections, frontPort);
  keepFreeConnections(connections);
  followClock(clock);
  replaceTimers(timers);
  seedEntropy(seed);
  /** @param {object} waiting */
  const sayBlocked = waiting => {
    const { connections: rows } = connections.report();
    sayIdle({ unread: rows.map(([port]) => port), ...waiting });
  };
  waitInTurns(clock, control, sayBlocked);
  waitForPrograms(control, sayBlocked);
  beforeStarts(() => lead.stop());
  process.on('exit', () => lead.settle());
  watch.start();
}

/** What waiting for these children means to the sandbox. @param {readonly number[]} pids */
function endsOf(pids) {
  if (pids.length === 0 && !hasThreads()) return {};
  return {
    ends: { pids, asked: [], reads: [], inputs: [], writes: [], peers: [], children: pids },
  };
}

/** Whether this thread may be spoken to by another one. */
function hasThreads() {
  return !isMainThread || startedThreads().length > 0;
}
