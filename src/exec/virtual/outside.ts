/**
 * Programs that nothing holds, where a held process waits for one: they keep the time of the wall, so
 * simulated time stands still until they have done what is waited for. A held process that is waited
 * for lives in simulated time, and so does a shell or a filter that only waits for it.
 * Source: decision 0064.
 */

import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { WaitEnds } from '../control/lines.js';
import { type ProcessTree, processName } from '../layers/process-tree.js';
import {
  filesOf,
  filesReadBy,
  hasEnded,
  isEnding,
  modeOf,
  programOf,
  sleeps,
} from '../layers/processes.js';

/** A process that waits. */
export interface Waiter {
  readonly pid: number;
  readonly ends: WaitEnds;
}

/** Wall milliseconds that a question for the end of a process waits for it, in all. */
const SERVICE_MS = 10_000;
/** Programs that may register, or start one that does. */
export const MAY_BE_HELD =
  /^(?:python|pypy|node|nodejs|java$|sh$|ash$|bash|dash|zsh|ksh|busybox|env$|nohup|setsid|nice|timeout|uv|poetry|npm|npx)/;

/**
 * Owns the state of child processes whose clock is not virtual, as the system showed it last.
 * `awaitedBy` and `areAsleep` read the system again and update it; nothing else does.
 */
export class OutsideProcesses {
  readonly #holds: (pid: number) => boolean;
  #tree: ProcessTree | undefined;
  /** Whether a process has ever been seen that nothing holds: it may have left others behind. */
  #isMixed = false;
  /** Pipes of which a process of the program has the other end. */
  readonly #inner = new Set<string>();
  /** Processes that nothing holds and that wait for held ones. */
  #followers: ReadonlySet<number> = new Set();

  /** Since when the end of a process has been asked for, in milliseconds of the wall. */
  readonly #askedSince = new Map<number, number>();
  readonly #tell: (sentence: string) => void;

  /**
   * @param holds - whether a process has registered and is still connected.
   * @param tell - takes a sentence for people, which may come again.
   */
  constructor(holds: (pid: number) => boolean, tell: (sentence: string) => void) {
    this.#holds = holds;
    this.#tell = tell;
  }

  /** Looks at these processes from now on. */
  watch(tree: ProcessTree): void {
    this.#tree = tree;
  }

  /** What has to act before one of `waiters` can go on, for people; undefined for nothing outside. */
  awaitedBy(waiters: readonly Waiter[]): string | undefined {
    this.#followers = new Set();
    const pids = waiters.flatMap(({ ends }) => [...ends.pids, ...ends.asked]);
    const peers = waiters.flatMap(({ ends }) => ends.peers);
    const service = peers.find(pid => !this.#holds(pid) && !hasEnded(pid));
    if (service !== undefined) return nameOf(service);
    if (this.#tree === undefined) return nameOf(pids.find(pid => !this.#holds(pid)));
    // An end that is about to be seen: the process that sees it speaks again.
    const ended = pids.find(hasEnded);
    if (ended !== undefined) return processName(ended);
    if (!this.#needsLook(waiters)) return undefined;
    const look = new Look(this.#tree.children(), this.#holds, pid => this.#isService(pid));
    for (const waiter of waiters) {
      const actor = look.actorFor(waiter);
      if (actor !== undefined) return actor;
    }
    for (const { ends } of waiters) for (const pipe of pipesOf(ends)) this.#inner.add(pipe);
    this.#followers = look.followers;
    return undefined;
  }

  /**
   * Whether every thread of these processes waits for something, and of those that wait for them. What
   * a process wrote before it slept has woken the process that reads it.
   * @param pids - all that are held
   */
  areAsleep(pids: readonly number[]): boolean {
    return [...this.#followers, ...pids].every(sleeps);
  }

  /**
   * Whether a process has been asked for its end for so long that it is there to stay: programs look
   * after their services so. It is named once.
   */
  #isService(pid: number): boolean {
    const nowMs = performance.now();
    const sinceMs = this.#askedSince.get(pid) ?? nowMs;
    this.#askedSince.set(pid, sinceMs);
    if (nowMs - sinceMs < SERVICE_MS) return false;
    this.#tell(
      `${processName(pid)} has run for ${SERVICE_MS / 1_000} s beside a program that asks for its end, ` +
        "and its clock is the wall's: from now on simulated time passes meanwhile",
    );
    return true;
  }

  /** Whether there may be anything outside: a program that nothing holds, or a pipe from elsewhere. */
  #needsLook(waiters: readonly Waiter[]): boolean {
    const others = waiters.flatMap(({ ends }) => ends.children).filter(pid => !this.#holds(pid));
    this.#isMixed ||= others.some(pid => !isEnding(pid) && !hasEnded(pid));
    const pipes = waiters.flatMap(({ ends }) => pipesOf(ends));
    return this.#isMixed || others.length > 0 || pipes.some(pipe => !this.#inner.has(pipe));
  }
}

function pipesOf({ reads, inputs, writes }: WaitEnds): readonly string[] {
  return [...reads, ...inputs, ...writes];
}

function nameOf(pid: number | undefined): string | undefined {
  return pid === undefined ? undefined : processName(pid);
}

/**
 * Owns what one look at the processes of a program has read; it is read once and does not change.
 */
class Look {
  /** Processes that nothing holds and that were found to wait for held ones. */
  readonly followers = new Set<number>();
  readonly #children: ReadonlyMap<number, readonly number[]>;
  readonly #all: readonly number[];
  readonly #holds: (pid: number) => boolean;
  readonly #isService: (pid: number) => boolean;
  readonly #files = new Map<number, ReadonlyMap<number, string>>();

  constructor(
    children: ReadonlyMap<number, readonly number[]>,
    holds: (pid: number) => boolean,
    isService: (pid: number) => boolean,
  ) {
    this.#children = children;
    this.#all = [...children.values()].flat();
    this.#holds = holds;
    this.#isService = isService;
  }

  /** What has to act before the process can go on, for people. */
  actorFor({ pid, ends }: Waiter): string | undefined {
    const awaited =
      this.#all.find(isEnding) ??
      ends.children.find(child => this.#mayStart(child)) ??
      ends.pids.find(each => this.#acts(each)) ??
      ends.asked.find(each => this.#acts(each) && !this.#isService(each));
    if (awaited !== undefined) return processName(awaited);
    return (
      this.#actorAt(pid, [...ends.reads, ...ends.inputs], 'writes') ??
      this.#actorAt(pid, ends.writes, 'reads') ??
      this.#loneInput(ends.inputs)
    );
  }

  /** The name of a process that acts at the other end of one of these pipes. */
  #actorAt(pid: number, pipes: readonly string[], mode: 'reads' | 'writes'): string | undefined {
    const holders = pipes.flatMap(pipe => this.#all.filter(each => this.#has(each, pipe, mode)));
    const actor = holders.find(each => each !== pid && this.#acts(each));
    return actor === undefined ? undefined : processName(actor);
  }

  /** A pipe from the world outside, of which no process of the program has the other end. */
  #loneInput(inputs: readonly string[]): string | undefined {
    const lone = inputs.some(pipe => !this.#all.some(each => this.#has(each, pipe, 'writes')));
    return lone ? 'its input' : undefined;
  }

  /** Whether a process may do something before a held one does. */
  #acts(pid: number): boolean {
    if (this.#holds(pid)) return false;
    if (!sleeps(pid)) return true;
    const children = this.#childrenOf(pid);
    const follows = children.some(child => this.#isHeldBelow(child))
      ? !children.some(child => this.#acts(child))
      : filesReadBy(pid).some(file => this.#isFedByHeld(pid, file));
    if (follows) this.followers.add(pid);
    return !follows;
  }

  /** Whether a process may still register: a Python, a Node, or a shell that may start one. */
  #mayStart(pid: number): boolean {
    if (!this.#all.includes(pid) || this.#childrenOf(pid).length > 0) return false;
    return MAY_BE_HELD.test(basename(programOf(pid))) && this.#acts(pid);
  }

  #isHeldBelow(pid: number): boolean {
    return this.#holds(pid) || this.#childrenOf(pid).some(child => this.#isHeldBelow(child));
  }

  /** Whether a file is a pipe into which a held process may write. */
  #isFedByHeld(pid: number, file: number): boolean {
    const pipe = this.#filesOf(pid).get(file) ?? '';
    if (!pipe.startsWith('pipe:')) return false;
    return this.#all.some(each => this.#holds(each) && this.#has(each, pipe, 'writes'));
  }

  #childrenOf(pid: number): readonly number[] {
    return this.#children.get(pid) ?? [];
  }

  #has(pid: number, pipe: string, mode: 'reads' | 'writes'): boolean {
    for (const [file, name] of this.#filesOf(pid)) {
      if (name === pipe && modeOf(pid, file)[mode]) return true;
    }
    return false;
  }

  #filesOf(pid: number): ReadonlyMap<number, string> {
    const known = this.#files.get(pid) ?? filesOf(pid);
    this.#files.set(pid, known);
    return known;
  }
}
