/**
 * The processes that belong to a program, as Linux shows them: those below it, those that were once
 * seen below it, and those that carry the mark of the run in their environment. A process that was
 * left by its parents is found by the latter two.
 */

import { basename } from 'node:path';
import { allProcesses, commandOf, environmentHas, factsOf, hasEnded } from './processes.js';

const SCRIPT = /^[^-].*\.(?:[cm]?js|ts|py|rb|jar|sh)$/;
const NAME_MAX = 80;

/**
 * Owns the processes that have been seen, each with the instant of its beginning. Every reading of
 * the system adds those that belong here; one that was seen stays until it is dead.
 */
export class ProcessTree {
  /** The processes with the instants at which they began, since ids are used again. */
  readonly #seen = new Map<number, string>();
  /** Processes of the machine that do not belong to the program. */
  #others: ReadonlySet<number> = new Set();
  readonly #mark: string;

  /**
   * @param root - the first process.
   * @param mark - a variable of the run's environment, as `NAME=value`; no other run has it.
   */
  constructor(root: number, mark: string) {
    this.#mark = `${mark}\0`;
    const facts = factsOf(root);
    if (facts !== undefined) this.#seen.set(root, facts.start);
  }

  /** The ids of those that live. */
  living(): readonly number[] {
    for (const [pid, start] of this.#seen) {
      if (factsOf(pid)?.start !== start || hasEnded(pid)) this.#seen.delete(pid);
    }
    const all = allProcesses();
    let unknown = all.filter(pid => !this.#seen.has(pid) && !this.#others.has(pid));
    // A parent may have a higher number than its child.
    for (let known = -1; known < this.#seen.size; ) {
      known = this.#seen.size;
      unknown = unknown.filter(pid => !this.#take(pid));
    }
    this.#others = new Set(all.filter(pid => !this.#seen.has(pid)));
    return [...this.#seen.keys()];
  }

  /** The living processes, by the process that started them or adopted them. */
  children(): ReadonlyMap<number, readonly number[]> {
    const byParent = new Map<number, number[]>();
    for (const pid of this.living()) {
      const parent = factsOf(pid)?.parent ?? 0;
      byParent.set(parent, [...(byParent.get(parent) ?? []), pid]);
    }
    return byParent;
  }

  /** Sends a signal to all that live. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.living()) send(pid, signal);
  }

  /** Takes a process in if it belongs here. */
  #take(pid: number): boolean {
    const facts = factsOf(pid);
    if (facts === undefined) return false;
    const belongs = this.#seen.has(facts.parent) || environmentHas(pid, this.#mark);
    if (belongs && !hasEnded(pid)) this.#seen.set(pid, facts.start);
    return belongs;
  }
}

/**
 * A process for people: its program, its script if it has one, and its id. Other words may be secrets.
 */
export function processName(pid: number): string {
  const [file = '', ...words] = commandOf(pid);
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
