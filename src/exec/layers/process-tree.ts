/**
 * The processes that belong to a program, as Linux tells of them: those below it, those that were once
 * seen below it, and those that carry the mark of the run in their environment. A process that was left
 * by its parents is found by the latter two.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startOf } from '../../storage/files/process-life.js';

/** Whether this machine tells which processes are below another. */
export function tellsOfProcesses(): boolean {
  return existsSync(`/proc/self/task/${process.pid}/children`);
}

const PID = /^\d+$/;
const SCRIPT = /^[^-].*\.(?:[cm]?js|ts|py|rb|jar|sh)$/;
const NAME_MAX = 80;

export class ProcessTree {
  /** The processes with the instants at which they began, since ids are used again. */
  readonly #seen = new Map<number, string>();
  readonly #mark: string;

  /**
   * @param root - the first process.
   * @param mark - a variable of the run's environment, as `NAME=value`; no other run has it.
   */
  constructor(root: number, mark: string) {
    this.#mark = `${mark}\0`;
    this.#add(root);
  }

  /** The ids of those that live. */
  living(): readonly number[] {
    for (const [pid, start] of this.#seen) {
      if (!livesSince(pid, start)) this.#seen.delete(pid);
    }
    // A map that grows while it is walked is walked to its end.
    for (const pid of this.#seen.keys()) for (const child of childrenOf(pid)) this.#add(child);
    return [...this.#seen.keys()];
  }

  /** Looks at every process of the machine, for those that left the tree unseen. */
  search(): readonly number[] {
    for (const name of names('/proc')) {
      if (PID.test(name) && text(`/proc/${name}/environ`).includes(this.#mark)) {
        this.#add(Number(name));
      }
    }
    return this.living();
  }

  /** Sends a signal to all that live. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.living()) send(pid, signal);
  }

  #add(pid: number): void {
    const start = startOf(pid);
    if (start !== undefined && !this.#seen.has(pid)) this.#seen.set(pid, start);
  }
}

/**
 * A process for people: its program, its script if it has one, and its id. Other words may be secrets.
 */
export function processName(pid: number): string {
  const [file = '', ...words] = text(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);
  const script = words.find(word => SCRIPT.test(word));
  const names = [file, script].flatMap(each => (each === undefined ? [] : [basename(each)]));
  const line = names
    .join(' ')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, NAME_MAX);
  return `${line === '' ? 'a program' : line} (process ${pid})`;
}

/** Sends a signal; a process that has ended is left alone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether a process that began then lives; one that only waits to be reaped does not. */
function livesSince(pid: number, start: string): boolean {
  const stat = text(`/proc/${pid}/stat`);
  return stat[stat.lastIndexOf(')') + 2] !== 'Z' && startOf(pid) === start;
}

function childrenOf(pid: number): readonly number[] {
  return names(`/proc/${pid}/task`).flatMap(thread =>
    text(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file of /proc; empty for one that is gone or may not be read. */
function text(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
