/**
 * Whether processes have slept from one look to the next, exactly: Linux counts how often each
 * thread has given its processor up, so that a thread that sleeps at two looks with one count has
 * not run between them. A thread that is woken is no longer asleep, and what is sent to this
 * machine itself wakes it at once, unless packets wait in a queue of the system, which it shows,
 * too. Source: proc(5), decision 0083.
 */

import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** What Linux says of a thread begins with its name, and has `State:\tS (sleeping)` in the third line. */
const ASLEEP = '\nState:\tS';
const COUNTS = '\nvoluntary_ctxt_switches';
/**
 * The packets that wait, in hexadecimal digits, of each processor; older systems do not show them.
 */
const WAITING = 11;
const PIECE = 65_536;

/**
 * Owns open files of /proc: reading one that is open costs a tenth of opening it. `look` opens those of
 * new threads and closes those of threads that have ended, `close` closes all.
 */
export class ThreadSleep {
  readonly #proc: string;
  readonly #files = new Map<string, number>();
  readonly #piece = Buffer.allocUnsafe(PIECE);

  /** @param proc - the folder in which the system shows processes */
  constructor(proc = '/proc') {
    this.#proc = proc;
  }

  /**
   * A text that changes when a thread of these processes runs; undefined while one is not asleep, or
   * packets wait to be delivered.
   */
  look(pids: readonly number[]): string | undefined {
    if (this.#hasPackets()) return undefined;
    const threads = pids.flatMap(pid => this.#threadsOf(pid));
    if (this.#files.size > threads.length + 1) this.#forgetAllBut(new Set(threads));
    let counts = '';
    for (const thread of threads) {
      const text = this.#textOf(thread);
      // A thread that has ended since its name was read may have left something behind.
      if (!text.includes(ASLEEP)) return undefined;
      counts += thread + text.slice(text.lastIndexOf(COUNTS));
    }
    return counts;
  }

  /** Closes all files. */
  close(): void {
    this.#forgetAllBut(new Set());
  }

  #threadsOf(pid: number): readonly string[] {
    const folder = `${this.#proc}/${pid}/task`;
    try {
      return readdirSync(folder).map(thread => `${folder}/${thread}/status`);
    } catch {
      return [];
    }
  }

  #hasPackets(): boolean {
    const lines = this.#textOf(`${this.#proc}/net/softnet_stat`).split('\n');
    return lines.some(line => Number.parseInt(line.split(' ')[WAITING] ?? '0', 16) > 0);
  }

  #forgetAllBut(kept: ReadonlySet<string>): void {
    for (const [path, file] of this.#files) {
      if (kept.has(path)) continue;
      closeSync(file);
      this.#files.delete(path);
    }
  }

  /** The text of a file as it is now; empty for one that is gone. */
  #textOf(path: string): string {
    try {
      const file = this.#files.get(path) ?? openSync(path, 'r');
      this.#files.set(path, file);
      return this.#piece.toString('latin1', 0, readSync(file, this.#piece, 0, PIECE, 0));
    } catch {
      return '';
    }
  }
}
