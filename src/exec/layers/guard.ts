/**
 * Fails closed: a program that no layer holds is found at its first sign, a connection to the front or
 * a socket to another machine, because what it does beyond the front could not be seen. Source:
 * decision 0032.
 */

import { type ProcessTree, processName } from './process-tree.js';
import { tellsOfProcesses } from './processes.js';
import { ownersOf, signOf } from './sockets.js';

/** A program that no layer holds. */
export interface Escape {
  /** Its process; undefined where the system does not show it. */
  readonly pid: number | undefined;
  /** The program and what it did, for people. */
  readonly sign: string;
}

/** What the guard needs to know, and its callback. */
export interface EscapeGuardParts {
  /** Whether a process has registered and is still connected. */
  readonly holds: (pid: number) => boolean;
  /** Whether any process has. */
  readonly holdsAny: () => boolean;
  readonly onEscape: (found: Escape) => void;
}

/** Wall milliseconds between looks at processes that no layer holds. */
const LOOK_MS = 100;

/**
 * Owns the look at the program's processes and the signs that have been reported. `watch` starts
 * the look, `stop` ends it; each sign is reported once.
 */
export class Guard {
  readonly #guarding: EscapeGuardParts;
  readonly #told = new Set<string>();
  #tree: ProcessTree | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor(guarding: EscapeGuardParts) {
    this.#guarding = guarding;
  }

  /** Looks at the program's processes from now on, where the system shows them. */
  watch(tree: ProcessTree): void {
    if (!tellsOfProcesses()) return;
    this.#tree = tree;
    clearInterval(this.#look);
    this.#look = setInterval(() => this.#lookAround(tree), LOOK_MS);
  }

  /** Stops looking. */
  stop(): void {
    clearInterval(this.#look);
  }

  /**
   * Whether the process behind a connection to the front is held; one that is not held is reported.
   * @param port - at its end. @param ours - the front's.
   */
  isHeld(port: number, ours: number): boolean {
    const tree = this.#tree;
    if (tree === undefined) return this.#isSomebodyHeld();
    const { holds } = this.#guarding;
    const unheld = tree.living().filter(pid => !holds(pid));
    if (unheld.length === 0) return true;
    const owners = ownersOf(port, ours, tree.living());
    // A process that has just forked shares its sockets with one that has not registered yet.
    if (owners.some(holds)) return true;
    const [pid] = owners;
    if (pid !== undefined) this.#tell(pid, `${processName(pid)} asks for the sandbox`);
    return false;
  }

  /** The rule where the system does not show the owner of a socket. */
  #isSomebodyHeld(): boolean {
    if (this.#guarding.holdsAny()) return true;
    this.#tell(undefined, 'a program asks for the sandbox');
    return false;
  }

  #lookAround(tree: ProcessTree): void {
    for (const pid of tree.living()) {
      if (this.#guarding.holds(pid)) continue;
      const sign = signOf(pid);
      if (sign !== undefined) this.#tell(pid, `${processName(pid)} ${sign}`);
    }
  }

  #tell(pid: number | undefined, sign: string): void {
    if (this.#told.has(sign)) return;
    this.#told.add(sign);
    this.#guarding.onEscape({ pid, sign });
  }
}
