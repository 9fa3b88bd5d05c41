/**
 * Processes that are seen by their threads: they do not report by themselves that they wait. When
 * all threads of the program sleep and nothing is on its way to it, such a process is asked until
 * when it waits. Its answer counts as its report, as long as nothing has passed since. Source:
 * decision 0083.
 */

import type { HeldProcess } from '../control/control-server.js';
import type { IdleLine } from '../control/lines.js';
import type { Bytes, IdleReport } from './rule/stimulus.js';

/** What is looked at. */
export interface SleepParts {
  /** Processes of the program, and of the relay of strict mode. */
  readonly living: () => readonly number[];
  /** A text that changes when a thread of them runs; undefined while one runs. */
  readonly look: (pids: readonly number[]) => string | undefined;
  /** A text that changes when anything passes over a connection, or is written to one. */
  readonly passed: () => string;
  /** The ports of a process's connections. */
  readonly portsOf: (pid: number) => readonly number[];
}

/** What was seen at one look. */
interface ThreadLook {
  readonly threads: string;
  readonly passed: string;
}

/**
 * Owns the processes that are looked at, the last look, and the question that each process has been asked.
 * `look` asks a process when two looks in a row have seen the same; `reportOf` ends its question.
 */
export class Sleepers {
  readonly #parts: SleepParts;
  #pids: readonly number[] = [];
  #seen: ThreadLook | undefined;
  /** What had passed when a process was asked. */
  readonly #asked = new Map<HeldProcess, string>();
  #questions = 0;
  /** What the last request of each connection asks for, in the order in which they came. */
  readonly #wanted = new Map<number, string>();

  constructor(parts: SleepParts) {
    this.#parts = parts;
  }

  /**
   * Looks at the program; to be called once in a turn of the event loop, in which what was sent to us is read.
   * @returns whether to look again; not when a process has been asked and has not answered
   */
  look(working: readonly HeldProcess[]): boolean {
    const unasked = working.filter(each => each.idleBy === 'threads' && !this.#asked.has(each));
    if (unasked.length === 0) return false;
    const before = this.#seen;
    this.#seen = this.#look();
    if (before === undefined || this.#seen === undefined) return true;
    if (before.threads !== this.#seen.threads || before.passed !== this.#seen.passed) return true;
    if (!this.#areAll(before)) return true;
    this.#seen = undefined;
    this.#questions += 1;
    for (const process of unasked) {
      this.#asked.set(process, before.passed);
      process.ask(this.#questions);
    }
    return false;
  }

  /** Whether no process lives but those that slept, which is a matter of one more look: a new one was started by one that ran. */
  #areAll({ threads }: ThreadLook): boolean {
    const pids = this.#parts.living();
    const isSame = pids.join() === this.#pids.join();
    this.#pids = pids;
    return isSame && this.#parts.look(pids) === threads;
  }

  #look(): ThreadLook | undefined {
    const threads = this.#parts.look(this.#pids);
    return threads === undefined ? undefined : { threads, passed: this.#parts.passed() };
  }

  /** A request has come on a connection. */
  asks(port: number, path: string): void {
    this.#wanted.delete(port);
    this.#wanted.set(port, path);
  }

  /** A connection is closed. */
  closed(port: number): void {
    this.#wanted.delete(port);
  }

  /**
   * What a process waits for that says so: it has read all that it wants to read. Any of the requests of its threads
   * may have been sent first, so that they are in the order of what they ask for.
   * @param connections - our ends
   * @returns undefined when it was not asked, or something has passed since
   */
  reportOf(
    process: HeldProcess,
    { epoch, now, until }: Pick<IdleLine, 'epoch' | 'now' | 'until'>,
    connections: ReadonlyMap<number, Bytes>,
  ): IdleReport | undefined {
    const passed = this.#asked.get(process);
    if (epoch !== this.#questions || passed === undefined) return undefined;
    this.#asked.delete(process);
    if (passed !== this.#parts.passed()) return undefined;
    const own = this.#parts.portsOf(process.pid);
    const asking = [...this.#wanted].sort(([, one], [, other]) =>
      one < other ? -1 : Number(one > other),
    );
    const ports = new Set([...asking.map(([port]) => port), ...own]);
    const rows = [...ports].flatMap(port => {
      const ours = own.includes(port) ? connections.get(port) : undefined;
      return ours === undefined
        ? []
        : [[port, { sent: ours.received, received: ours.sent }] as const];
    });
    return {
      now,
      until: until ?? Number.POSITIVE_INFINITY,
      connections: new Map(rows),
      unread: new Set(),
    };
  }

  /** The process is gone. */
  forget(process: HeldProcess): void {
    this.#asked.delete(process);
  }
}
