/**
 * Gives a child one stimulus at a time: an answer, a line of a stream, or the next instant. It owns
 * no sockets and no clock: its methods are called with what happens, and it acts on a world.
 * Source: decision 0034.
 */

import { Debts } from './debts.js';
import { LateAnswers } from './late-answers.js';
import { awaitsTimeOnly, Leads } from './leads.js';
import {
  BEGUN,
  type IdleReport,
  type MomentView,
  nextStimulus,
  readStream,
  type Stimulus,
  type WaitingStream,
} from './stimulus.js';
import type { World } from './world.js';

/** A process that has said hello. */
export interface JoiningProcess {
  /** The name under which another process started it. */
  readonly name?: string | undefined;
  /** Whether it does nothing, when another process wakes it, before its turn is given to it. */
  readonly takesTurns?: boolean;
}

/** How often each kind of stimulus was given. */
export interface StimulusCounts {
  served: number;
  released: number;
  told: number;
  /** Moves of time; several may come before processes get the new time. */
  moved: number;
}

/**
 * The conductor of a child's processes. Owns their last words, in the order of the processes, and what they are
 * owed. The calls that tell it something change these, and so does each step, which gives one thing to one process.
 */
export class Conductor<
  Process,
  Held extends { readonly port: number },
  Stream extends WaitingStream,
> {
  readonly given: StimulusCounts = { served: 0, released: 0, told: 0, moved: 0 };
  readonly #world: World<Process, Held, Stream>;
  readonly #order: (one: Process, other: Process) => number;
  readonly #reports = new Map<Process, IdleReport | undefined>();
  /** Processes that have not been given anything yet. */
  readonly #fresh = new Set<Process>();
  readonly #debts = new Debts<Process>();
  /** The latest time that each process got since it came. */
  readonly #told = new Map<Process, number>();
  readonly #leads = new Leads<Process>();
  /** The names of processes that a process started. */
  readonly #programs = new Map<Process, string>();
  readonly #closed = new Map<number, number>();
  readonly #late: LateAnswers<Process, Held>;
  #held: readonly Held[] = [];
  #hasEnded = false;
  /** Changes with every report and every stimulus. */
  #revision = 0;

  /** @param order - compares two processes; equal ones stay in the order in which they came */
  constructor(
    world: World<Process, Held, Stream>,
    order: (one: Process, other: Process) => number = () => 0,
  ) {
    this.#world = world;
    this.#late = new LateAnswers(world, this.#reports);
    this.#order = order;
  }

  /** Processes that have not said that they wait since they were last given something. */
  get working(): readonly Process[] {
    return [...this.#reports].flatMap(([process, report]) =>
      report === undefined ? [process] : [],
    );
  }

  /** A process has registered, and got the present. */
  join(process: Process, { name, takesTurns = false }: JoiningProcess = {}): void {
    this.#revision += 1;
    this.#reports.set(process, undefined);
    const sorted = [...this.#reports].sort(([one], [other]) => this.#order(one, other));
    this.#reports.clear();
    for (const [each, report] of sorted) this.#reports.set(each, report);
    this.#told.set(process, this.#world.now);
    this.#fresh.add(process);
    if (!takesTurns) this.#debts.actsAtOnce(process);
    if (name !== undefined) this.#programs.set(process, name);
  }

  /**
   * A process is gone. One that waits for its end may have reported before it could see the end, so
   * the others get the present once more, and report again.
   */
  leave(process: Process): void {
    this.#revision += 1;
    this.#reports.delete(process);
    this.#told.delete(process);
    this.#leads.forget(process);
    this.#programs.delete(process);
    this.#fresh.delete(process);
    this.#debts.forget(process);
    this.#oweAll();
  }

  /**
   * A process reports that everything in it waits. The report is ignored before its hello, and when
   * it was sent before the process got the present: the report and the present have crossed.
   */
  idle(process: Process, report: IdleReport): void {
    this.#revision += 1;
    this.#follow(process, report.now);
    this.#oweLocks(process, report.locks?.released ?? []);
    const isLate = report.now < (this.#told.get(process) ?? report.now);
    if (!this.#reports.has(process) || isLate) return;
    this.#reports.set(process, report);
    this.#fresh.delete(process);
  }

  /**
   * A process has been woken by another one and waits for its turn, or has only begun. What it said before holds no longer, but for its
   * connections. One that has been given something meanwhile has its turn already.
   */
  turn(process: Process): void {
    this.#revision += 1;
    if (!this.#reports.has(process)) return;
    const report = this.#reports.get(process) ?? (this.#fresh.has(process) ? BEGUN : undefined);
    if (report === undefined || this.#hasEnded) {
      this.#world.tell(process, this.#world.now);
      return;
    }
    this.#fresh.delete(process);
    const { now, connections, unread, kept = [] } = report;
    this.#reports.set(process, { ...BEGUN, now, connections, unread, kept });
    this.#debts.ask(process);
  }

  /**
   * A process that waited for another has something to do: what it said holds no longer.
   * @param now - its present, if it has gone on by itself
   */
  busy(process: Process, now?: number): void {
    this.#revision += 1;
    if (now !== undefined) this.#follow(process, now);
    if (this.#reports.has(process)) this.#reports.set(process, undefined);
  }

  /** A request has come, and waits. */
  hold(held: Held): void {
    this.#revision += 1;
    this.#held = [...this.#held, held];
  }

  /** A connection has come. @param port - the child's. */
  opened(port: number): void {
    this.#revision += 1;
    this.#closed.delete(port);
  }

  /**
   * A connection is closed; what is held of it will never be served.
   * @param port - the child's. @param sent - the bytes that were sent to the child
   */
  closed(port: number, sent: number): void {
    this.#revision += 1;
    this.#closed.set(port, sent);
    this.#held = this.#held.filter(held => held.port !== port);
  }

  /**
   * A whole answer has been written, though its bytes may be on their way. The only process may then go on by
   * itself as soon as it has read them, so that its next word is that of its next request.
   */
  answered(held: Held): void {
    const { now, connections } = this.#world;
    const { process, report } = this.#late.wordBefore(held) ?? {};
    if (process === undefined || report === undefined || !this.#isAlone(process)) return;
    // Where time has brought the answer, the process has spoken since, or is owed the present.
    const isGiven = this.#reports.get(process) === undefined && this.#told.get(process) === now;
    const until = isGiven ? this.#world.freeAfter(held, process) : now;
    if (until <= now || !awaitsTimeOnly(report, connections, held.port)) return;
    this.#revision += 1;
    this.#leads.allow(process, until);
    this.#world.free(process, until);
  }

  /**
   * Gives the next stimulus, unless something has to come first.
   * @returns what was done. After a `move` the next step follows at once; after a `wait` for bytes
   * or the pace the caller must look again, because bytes cause no event.
   */
  step(): Stimulus<Held, Stream> | { readonly kind: 'ended' } {
    if (this.#hasEnded) {
      // Programs end in their own order, and may wait for each other meanwhile.
      if (this.#hearing.length > 0) this.#tell();
      return { kind: 'ended' };
    }
    if (this.#late.look()) this.#revision += 1;
    // Most steps come while a process works; the world need not be looked at then.
    for (const report of this.#reports.values()) {
      if (report === undefined) return { kind: 'wait', for: 'word of a process' };
    }
    const stimulus = this.#timely(nextStimulus(this.#view()));
    if (stimulus.kind === 'move' && !this.#world.reach(stimulus.to)) {
      return { kind: 'wait', for: 'the pace' };
    }
    this.#give(stimulus);
    return stimulus;
  }

  /** A process gets the present before anything else. */
  #timely(stimulus: Stimulus<Held, Stream>): Stimulus<Held, Stream> {
    const { kind } = stimulus;
    if (kind !== 'serve' && kind !== 'release') return stimulus;
    const { port } = kind === 'serve' ? stimulus.held : stimulus.stream;
    const { now } = this.#world;
    for (const [process, report] of this.#reports) {
      if (!report?.connections.has(port) || this.#told.get(process) === now) continue;
      if (report.isBlocked !== true) this.#debts.owe(process);
    }
    return this.#hearing.length > 0 ? { kind: 'tell' } : stimulus;
  }

  #view(): MomentView<Held, Stream> {
    const world = this.#world;
    const calm = () => world.calm(this.#reports, this.#revision);
    return {
      // Looked for only once all have spoken: it costs a look at the processes of the machine.
      get calm() {
        return calm();
      },
      isTurnAsked: this.#debts.isTurnAsked,
      reports: [...this.#reports.values()],
      programs: new Set(this.#programs.values()),
      closed: this.#closed,
      held: this.#held,
      owesNow: this.#hearing.length > 0,
      connections: world.connections,
      isServing: world.isServing,
      streams: world.streams,
      now: world.now,
      last: world.last,
      nextLines: world.nextLines,
    };
  }

  #give(stimulus: Stimulus<Held, Stream>): void {
    const world = this.#world;
    if (stimulus.kind === 'tell') this.#tell();
    if (stimulus.kind === 'move') this.#move(stimulus.to);
    if (stimulus.kind === 'serve') {
      this.#held = this.#held.filter(held => held !== stimulus.held);
      this.given.served += 1;
      this.#late.served(stimulus.held);
      this.#wake(stimulus.held.port);
      world.serve(stimulus.held);
    }
    if (stimulus.kind === 'release') {
      this.given.released += 1;
      this.#wake(stimulus.stream.port);
      world.release(stimulus.stream);
    }
    if (stimulus.kind === 'end') {
      this.#hasEnded = true;
      world.end();
    }
  }

  /** The processes that are to get the present and can read it, the first one first. */
  get #hearing(): readonly Process[] {
    return this.#debts.hearing(this.#reports);
  }

  /**
   * Sends the present to one process. The others get it once that one waits again, so that they act
   * one after the other.
   */
  #tell(): void {
    const [process] = this.#hearing;
    if (process === undefined) return;
    this.given.told += 1;
    const { now } = this.#world;
    const free = this.#freeUntil;
    this.#revision += 1;
    this.#reports.set(process, undefined);
    this.#debts.paid(process);
    this.#told.set(process, now);
    this.#leads.allow(process, free ?? now);
    this.#world.tell(process, now, free);
  }

  #oweAll(): void {
    for (const process of this.#reports.keys()) this.#debts.owe(process);
  }

  /** Owes word to those that wait for one of these locks. */
  #oweLocks(by: Process, released: readonly string[]): void {
    if (released.length === 0) return;
    const names = new Set(released);
    for (const [process, report] of this.#reports) {
      const isAwaited = report?.locks?.awaited.some(name => names.has(name));
      if (process !== by && isAwaited) this.#debts.owe(process);
    }
  }

  /**
   * The instant up to which the only process may move its clock by itself: it has read all that was
   * sent to it, no other process runs, and nothing can come. Its timers then need no line from the
   * sandbox.
   */
  get #freeUntil(): number | undefined {
    const { connections, freeUntil, now } = this.#world;
    for (const [process, report] of this.#reports) {
      if (report === undefined || !this.#isAlone(process)) return undefined;
      if (!awaitsTimeOnly(report, connections)) return undefined;
    }
    return freeUntil > now ? freeUntil : undefined;
  }

  /** Whether a process is the only one, and no request waits. What one that asks for its turn waits for is not known. */
  #isAlone(process: Process): boolean {
    const isOnly = this.#reports.size === 1 && this.#reports.has(process);
    return isOnly && this.#held.length === 0 && !this.#debts.isTurnAsked && !this.#hasEnded;
  }

  /** Moves time to where a process has gone by itself; no further than it was allowed to. */
  #follow(process: Process, now: number): void {
    const world = this.#world;
    if (!Number.isFinite(now)) return;
    const to = this.#leads.believed(process, now);
    if (world.now >= to) return;
    while (world.now < to) {
      this.given.moved += 1;
      world.move(Math.min(to, world.nextLines));
    }
    this.#told.set(process, to);
    // A process that has started meanwhile has not received this time.
    if (this.#reports.size > 1) this.#oweAll();
  }

  /**
   * The last report of the connection's process no longer holds, unless the process is blocked. The
   * reports of the others stay: they will not report again.
   */
  #wake(port: number): void {
    this.#revision += 1;
    for (const [process, report] of this.#reports) {
      const isGiven = report?.connections.has(port);
      if (isGiven && report?.isBlocked !== true) this.#reports.set(process, undefined);
    }
  }

  /**
   * Moves time. A move that reaches no deadline and brings no line is not sent to the child: the
   * next one follows, because the child would only report that it still waits.
   */
  #move(to: number): void {
    this.given.moved += 1;
    this.#world.move(to);
    const { now, last, streams, isServing, isBeforeLate } = this.#world;
    if (now >= last || isServing || isBeforeLate) this.#oweAll();
    const line = readStream(streams, [...this.#reports.values()]);
    for (const [process, report] of this.#reports) {
      if (report === undefined) continue;
      const isDue = report.until <= now;
      const hasLine = line !== undefined && report.connections.has(line.port);
      if (isDue || hasLine) this.#debts.owe(process);
    }
    this.#debts.spread(this.#reports);
  }
}
