/**
 * Programs whose clock is the wall's although the run is one in virtual time: what no preload holds. They
 * are named early, since simulated time moves for them by another rule. What a held process starts is
 * not named: it is waited for. Source: decisions 0064 and 0068.
 */

import { basename } from 'node:path';
import { type ProcessTree, processName } from '../layers/process-tree.js';
import { factsOf, programOf } from '../layers/processes.js';
import { MAY_BE_HELD } from './outside.js';

/** What names are made of. */
export interface NamingParts {
  /** Whether a process has said hello and still listens. */
  readonly holds: (pid: number) => boolean;
  /** What a poll of such a program moves time by, for people. */
  readonly step: string;
  /** Takes a sentence for people, once for each program. */
  readonly tell: (sentence: string) => void;
}

/** Wall milliseconds between two looks. A program is named when two looks have found it. */
const LOOK_MS = 300;
/** Programs that shells start, and that ask for nothing: they are named only when they do. */
const HELPERS = /^(?:sleep|cat|tee|tail|unshare)$/;
/** What builds a program in Go before it runs it. */
const BUILDERS = /^(?:go|asm|cgo|compile|link|vet)$/;
/** Programs that are named; further ones are counted together. */
const NAMED_MAX = 20;

/**
 * Owns the names of programs that have been reported. `watch` starts the looks, `stop` ends them;
 * each program is named once.
 */
export class WallClocks {
  readonly #parts: NamingParts;
  readonly #seen = new Set<number>();
  readonly #named = new Set<string>();
  #look: NodeJS.Timeout | undefined;

  constructor(parts: NamingParts) {
    this.#parts = parts;
  }

  /** Looks at these processes from now on. */
  watch(tree: ProcessTree): void {
    clearInterval(this.#look);
    this.#look = setInterval(() => this.#lookAround(tree), LOOK_MS).unref();
  }

  /** Stops looking. */
  stop(): void {
    clearInterval(this.#look);
  }

  /** Names the program of a process, unless it has been named. */
  name(pid: number): void {
    const program = basename(programOf(pid));
    if (program === '' || this.#named.has(program) || this.#named.size > NAMED_MAX) return;
    this.#named.add(program);
    const isLast = this.#named.size > NAMED_MAX;
    this.#parts.tell(isLast ? OTHERS : this.#sentence(pid, program));
  }

  #sentence(pid: number, program: string): string {
    const why = MAY_BE_HELD.test(program)
      ? 'runs without the preload or the agent for Python, Node and Java from 17 on'
      : 'is neither Python nor Node nor Java, and no Go program that was built under exec';
    return (
      `${processName(pid)} ${why}: its clock shows real time. While no held program runs, each of its polls ` +
      `moves simulated time by ${this.#parts.step} (--step), and its streams move it when all threads sleep. ` +
      'Without --virtual-time, --clock has other rules.'
    );
  }

  /** A process with children may be a launcher, whose child registers. */
  #lookAround(tree: ProcessTree): void {
    const children = tree.children();
    for (const pid of [...children.values()].flat()) {
      const program = basename(programOf(pid));
      if (MAY_BE_HELD.test(program) || BUILDERS.test(program)) continue;
      if (isHelper(pid, program)) continue;
      if (children.has(pid) || this.#isOfHeld(pid)) continue;
      if (this.#seen.has(pid)) this.name(pid);
      this.#seen.add(pid);
    }
  }

  /** Whether a process is held, or below one that is. */
  #isOfHeld(pid: number): boolean {
    for (let each = pid; each > 1; each = factsOf(each)?.parent ?? 0) {
      if (this.#parts.holds(each)) return true;
    }
    return false;
  }
}

/** The program that the run was started for is none. */
function isHelper(pid: number, program: string): boolean {
  return HELPERS.test(program) && factsOf(pid)?.parent !== process.pid;
}

const OTHERS = `more than ${NAMED_MAX} programs run in real time; the others are not named`;
