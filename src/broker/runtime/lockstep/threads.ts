/**
 * The thread rule: a client waits for its server when every thread of its process tree sleeps, nothing
 * is on its way to it, and nothing has come from it meanwhile. Linux only; it knows any language and
 * needs nothing in the client. It cannot see that a client waits for an outside process.
 * Source: decision 0033.
 */

import { readdirSync, readFileSync } from 'node:fs';
import type { Idleness } from './idleness.js';
import { type ChildrenOf, childrenIn } from './process-children.js';
import type { Wire } from './wire.js';

/** What the threads of a process tree do; `gone` when its first process has ended. */
export type ThreadsDo = 'sleep' | 'work' | 'gone';

/** Whole turns of the event loop in which nothing may come while the threads sleep. */
const QUIET_TURNS = 2;
/** Looks at a working client, after which the processor is left to it for a while. */
const EAGER_LOOKS = 50;
const PAUSE_MS = 1;

/** Whether this machine shows the threads of a process. */
export function tellsOfThreads(): boolean {
  return process.platform === 'linux';
}

/**
 * What the threads of the process `pid` and of all its descendants do.
 * @param proc - the folder in which the system shows processes
 */
export function threadsOf(pid: number, proc = '/proc'): ThreadsDo {
  const childrenOf = childrenIn(proc);
  const processes = [pid];
  for (const each of processes) {
    const found = lookAt(each, proc, childrenOf);
    if (found === 'work') return 'work';
    if (found === 'gone') {
      if (each === pid) return 'gone';
      continue;
    }
    processes.push(...found);
  }
  return 'sleep';
}

/** The children of a process whose threads all sleep. */
function lookAt(
  pid: number,
  proc: string,
  childrenOf: ChildrenOf,
): readonly number[] | 'work' | 'gone' {
  const sleeping: string[] = [];
  let threads: readonly string[];
  try {
    threads = readdirSync(`${proc}/${pid}/task`);
  } catch {
    return 'gone';
  }
  for (const thread of threads) {
    const state = stateOf(`${proc}/${pid}/task/${thread}`);
    if (state === 'work') return 'work';
    if (state === 'sleeps') sleeping.push(thread);
  }
  return sleeping.length === 0 ? 'gone' : childrenOf(pid, sleeping);
}

/** A thread that ends between two looks is at work: it may have left something behind. */
function stateOf(folder: string): 'sleeps' | 'work' | 'ended' {
  try {
    const stat = readFileSync(`${folder}/stat`, 'latin1');
    // The name before the state is in parentheses, and may have any characters in it.
    const state = stat[stat.lastIndexOf(')') + 2];
    if (state === 'S') return 'sleeps';
    return state === 'Z' || state === 'X' ? 'ended' : 'work';
  } catch {
    return 'work';
  }
}

/**
 * Owns the count of quiet looks in a row. `look` raises or clears it, `moved` clears it. The client
 * is idle when its threads sleep and nothing is on its way.
 */
export class SleepingThreads implements Idleness {
  readonly by = 'threads';
  readonly #look: () => ThreadsDo;
  readonly #wire: Pick<Wire, 'count' | 'isFlushed'>;
  #quietTurns = -1;
  #counted = -1;
  #eagerLooks = 0;

  /** @param look - what the client's threads do now. @param wire - all connections of the client. */
  constructor(look: () => ThreadsDo, wire: Pick<Wire, 'count' | 'isFlushed'>) {
    this.#look = look;
    this.#wire = wire;
  }

  moved(): void {
    this.#quietTurns = -1;
    this.#eagerLooks = 0;
  }

  look(): number | undefined {
    const does = this.#wire.isFlushed ? this.#look() : 'work';
    if (does === 'gone') return Number.POSITIVE_INFINITY;
    const { count } = this.#wire;
    const isQuiet = does === 'sleep' && count === this.#counted;
    this.#counted = count;
    // The first quiet look begins the turns in which nothing may come.
    this.#quietTurns = isQuiet ? this.#quietTurns + 1 : does === 'sleep' ? 0 : -1;
    if (this.#quietTurns >= QUIET_TURNS) return undefined;
    this.#eagerLooks += 1;
    return does === 'work' && this.#eagerLooks > EAGER_LOOKS ? PAUSE_MS : 0;
  }
}
