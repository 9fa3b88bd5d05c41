/**
 * Gives a child one stimulus at a time: an answer, a line of a stream, or the next instant. It owns no
 * sockets and no clock; it is told what happens, and acts on a world. Source: decision 0034.
 */

import {
  type IdleReport,
  nextStimulus,
  readStream,
  type Stimulus,
  type View,
  type Waiting,
} from './stimulus.js';

/** What a conductor acts on. */
export interface World<Process, Held, Stream>
  extends Pick<
    View<Held, Stream>,
    'connections' | 'isServing' | 'streams' | 'now' | 'last' | 'nextLines'
  > {
  /** Until when nothing but its own deadlines can come to a process that sends nothing; the present for no such time. */
  readonly freeUntil: number;
  /**
   * Whether one of these processes waits for what another must do first, which does not live in simulated time.
   * @param revision - changes with all that is known
   */
  awaitsOutside(reports: ReadonlyMap<Process, IdleReport | undefined>, revision: number): boolean;
  /** Hands a held request to the server. */
  serve(held: Held): void;
  /** Sends the line of a stream that waits longest. */
  release(stream: Stream): void;
  /**
   * Whether time may go to an instant now; if not, whoever holds it says when. It may go a part of the way
   * of which nobody is told.
   */
  reach(to: number): boolean;
  /** Moves simulated time. */
  move(to: number): void;
  /** Tells a process the present. @param free - until when it may go on by itself */
  tell(process: Process, now: number, free?: number): void;
  /** The window is over, and the child has had its last instant. */
  end(): void;
}

/** How often each kind of stimulus was given. */
export interface Given {
  served: number;
  released: number;
  told: number;
  /** Moves of time; several may come before processes are told. */
  moved: number;
}

/** The conductor of a child's processes. */
export class Conductor<Process, Held extends { readonly port: number }, Stream extends Waiting> {
  readonly given: Given = { served: 0, released: 0, told: 0, moved: 0 };
  readonly #world: World<Process, Held, Stream>;
  readonly #reports = new Map<Process, IdleReport | undefined>();
  /** The latest time that each process was told since it came. */
  readonly #told = new Map<Process, number>();
  /** Until when a process may go on by itself, since it was told the present. */
  readonly #free = new Map<Process, number>();
  /** The names of processes that a process started. */
  readonly #programs = new Map<Process, string>();
  readonly #closed = new Map<number, number>();
  #held: readonly Held[] = [];
  #owesNow = false;
  #hasEnded = false;
  /** Changes with all that is heard and given. */
  #revision = 0;

  constructor(world: World<Process, Held, Stream>) {
    this.#world = world;
  }

  /** Processes that have not said that they wait since they were last given something. */
  get working(): readonly Process[] {
    return [...this.#reports].flatMap(([process, report]) =>
      report === undefined ? [process] : [],
    );
  }

  /** A process has said hello. @param name - under which another one started it */
  join(process: Process, name?: string): void {
    this.#revision += 1;
    this.#reports.set(process, undefined);
    if (name !== undefined) this.#programs.set(process, name);
  }

  /**
   * A process is gone. One that waits for its end may have said so before it could see it, so the
   * others are told the present once more, and speak again.
   */
  leave(process: Process): void {
    this.#revision += 1;
    this.#reports.delete(process);
    this.#told.delete(process);
    this.#free.delete(process);
    this.#programs.delete(process);
    this.#owesNow ||= this.#reports.size > 0;
  }

  /**
   * A process says that everything in it waits. It is not heard before its hello, nor when it said so
   * before it was told the present: that word and the present have crossed.
   */
  idle(process: Process, report: IdleReport): void {
    this.#revision += 1;
    this.#follow(process, report.now);
    const isLate = report.now < (this.#told.get(process) ?? report.now);
    if (this.#reports.has(process) && !isLate) this.#reports.set(process, report);
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
   * Gives the next stimulus, unless something has to come first.
   * @returns what was done. After a `move` the next step follows at once; after a `wait` for bytes or the
   * pace somebody has to look again, because nothing tells of bytes.
   */
  step(): Stimulus<Held, Stream> | { readonly kind: 'ended' } {
    if (this.#hasEnded) return { kind: 'ended' };
    // Most steps come while a process works; the world need not be looked at then.
    for (const report of this.#reports.values()) {
      if (report === undefined) return { kind: 'wait', for: 'word of a process' };
    }
    const stimulus = nextStimulus(this.#view());
    if (stimulus.kind === 'move' && !this.#world.reach(stimulus.to)) {
      return { kind: 'wait', for: 'the pace' };
    }
    this.#give(stimulus);
    return stimulus;
  }

  #view(): View<Held, Stream> {
    const world = this.#world;
    const awaitsOutside = () => world.awaitsOutside(this.#reports, this.#revision);
    return {
      // Looked for only once all have spoken: it costs a look at the processes of the machine.
      get awaitsOutside() {
        return awaitsOutside();
      },
      reports: [...this.#reports.values()],
      programs: new Set(this.#programs.values()),
      closed: this.#closed,
      held: this.#held,
      owesNow: this.#owesNow,
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

  #tell(): void {
    this.#owesNow = false;
    this.given.told += 1;
    const { now } = this.#world;
    const hearing = [...this.#reports].filter(([, report]) => report?.isBlocked !== true);
    const free = this.#freeUntil;
    this.#wake();
    for (const [process] of hearing) {
      this.#told.set(process, now);
      this.#free.set(process, free ?? now);
      this.#world.tell(process, now, free);
    }
  }

  /**
   * Until when the only process may go on by itself: it has read all that was sent to it, no other process
   * runs, and nothing can come. Its timers then need no word of ours.
   */
  get #freeUntil(): number | undefined {
    const [report, ...others] = this.#reports.values();
    const { connections, freeUntil, now } = this.#world;
    if (report === undefined || others.length > 0 || this.#held.length > 0) return undefined;
    if (report.ends !== undefined || (report.started ?? []).length > 0) return undefined;
    for (const [port, { sent }] of connections) {
      if (report.connections.get(port)?.received !== sent) return undefined;
    }
    return freeUntil > now ? freeUntil : undefined;
  }

  /** Moves time to where a process has gone by itself; no further than it was allowed to. */
  #follow(process: Process, now: number): void {
    const world = this.#world;
    if (!Number.isFinite(now)) return;
    const to = Math.min(now, this.#free.get(process) ?? 0);
    if (world.now >= to) return;
    while (world.now < to) {
      this.given.moved += 1;
      world.move(Math.min(to, world.nextLines));
    }
    this.#told.set(process, to);
    // A process that has started meanwhile has not received this time.
    this.#owesNow ||= this.#reports.size > 1;
  }

  /**
   * What processes said holds no longer, but for those that hear nothing. @param port - of a connection, if only its process is given
   * something; the others will not speak again
   */
  #wake(port?: number): void {
    this.#revision += 1;
    for (const [process, report] of this.#reports) {
      const isGiven = port === undefined || report?.connections.has(port);
      if (isGiven && report?.isBlocked !== true) this.#reports.set(process, undefined);
    }
  }

  /**
   * Moves time. A move that comes to no deadline and brings no line is not told: the next one follows,
   * because a child that is told of it would only say that it still waits.
   */
  #move(to: number): void {
    this.given.moved += 1;
    this.#world.move(to);
    const { now, last, streams, isServing } = this.#world;
    const reports = [...this.#reports.values()];
    const isDue = reports.some(report => (report?.until ?? now) <= now);
    const hasLine = readStream(streams, reports) !== undefined;
    this.#owesNow = isDue || now >= last || hasLine || isServing;
  }
}
