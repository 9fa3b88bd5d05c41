/**
 * Which connections to the front belong to programs that no preload holds: their bytes are counted at
 * one end only, and their clock is the wall's. Looked up once, when a connection opens.
 */

import type { ProcessTree } from './process-tree.js';
import { holdersOf } from './sockets.js';

/** What is asked of held processes. */
export interface HeldProcesses {
  /** Whether a process has registered and is still connected. */
  readonly holds: (pid: number) => boolean;
  /** Whether it also counts the bytes of its connections. */
  readonly guards: (pid: number) => boolean;
  /** Whether any process has. */
  readonly holdsAny: () => boolean;
}

/**
 * Owns the ports of connections that programs without a preload have. A new connection adds its
 * port, its end removes it; the owner is looked up once.
 */
export class ConnectionOwners {
  readonly #processes: HeldProcesses;
  /** Ports of connections that belong to programs that nothing holds. */
  readonly #unheld = new Set<number>();
  /** The connections of held processes that count no bytes, with the process. */
  readonly #uncounted = new Map<number, number>();
  #tree: ProcessTree | undefined;

  constructor(processes: HeldProcesses) {
    this.#processes = processes;
  }

  /** Looks among these processes from now on, where the system shows them. */
  watch(tree: ProcessTree): void {
    this.#tree = tree;
  }

  /** Whether a connection belongs to a program that nothing holds. @param port - of the child's end. */
  isUnheld(port: number): boolean {
    return this.#unheld.has(port);
  }

  /** The ports of the connections of a held process that counts no bytes. */
  portsOf(pid: number): readonly number[] {
    return [...this.#uncounted].flatMap(([port, owner]) => (owner === pid ? [port] : []));
  }

  /**
   * A connection has come. @param port - of the child's end.
   * @returns the process that has it, if no layer holds it and the system shows it.
   */
  opened(port: number): number | undefined {
    const { holds, guards, holdsAny } = this.#processes;
    const pids = this.#tree?.living();
    if (pids === undefined) {
      if (!holdsAny()) this.#unheld.add(port);
      return undefined;
    }
    if (pids.every(guards)) return undefined;
    const owners = holdersOf(port, pids);
    // A process that has just forked shares its sockets with one that has not registered yet.
    const held = owners.find(holds);
    if (held !== undefined && !guards(held)) this.#uncounted.set(port, held);
    if (held !== undefined) return undefined;
    const [owner] = owners;
    // One that has ended already can be asked no more; it was held if any is.
    if (owner !== undefined || !holdsAny()) this.#unheld.add(port);
    return owner;
  }

  /** The connection is closed. */
  closed(port: number): void {
    this.#unheld.delete(port);
    this.#uncounted.delete(port);
  }
}
