/**
 * Programs whose clock is the wall's although the run is one in virtual time: what is neither Python nor
 * Node. They are named early, since simulated time does not move for them. Nothing is said once a
 * process is held: what a held program starts is waited for. Source: decision 0064.
 */

import { basename } from 'node:path';
import { type ProcessTree, processName } from '../layers/process-tree.js';
import { programOf } from '../layers/processes.js';
import { MAY_BE_HELD } from './outside.js';

/** Wall milliseconds between two looks. A program is named when two looks have found it. */
const LOOK_MS = 300;

export class WallClocks {
  readonly #holdsAny: () => boolean;
  readonly #tell: (sentence: string) => void;
  readonly #seen = new Set<number>();
  readonly #told = new Set<number>();
  #look: NodeJS.Timeout | undefined;

  /**
   * @param holdsAny - whether a process has said hello.
   * @param tell - takes a sentence for people, once for each process.
   */
  constructor(holdsAny: () => boolean, tell: (sentence: string) => void) {
    this.#holdsAny = holdsAny;
    this.#tell = tell;
  }

  /** Looks at these processes until one of them says hello. */
  watch(tree: ProcessTree): void {
    this.#look = setInterval(() => {
      if (this.#holdsAny()) this.stop();
      else this.#lookAround(tree);
    }, LOOK_MS).unref();
  }

  /** Stops looking. */
  stop(): void {
    clearInterval(this.#look);
  }

  /** A process with children may be a launcher, whose child says hello. */
  #lookAround(tree: ProcessTree): void {
    const children = tree.children();
    for (const pid of [...children.values()].flat()) {
      const program = basename(programOf(pid));
      if (program === '' || MAY_BE_HELD.test(program) || children.has(pid)) continue;
      if (this.#seen.has(pid) && !this.#told.has(pid)) {
        this.#told.add(pid);
        this.#tell(
          `${processName(pid)} is neither Python nor Node: its clock is the wall's, and simulated time ` +
            'does not pass for it; without --virtual-time it runs beside a clock of the wall',
        );
      }
      this.#seen.add(pid);
    }
  }
}
