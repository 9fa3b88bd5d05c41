/**
 * Virtual time for a child: what its processes say and what comes to the front goes to the conductor,
 * which is asked for the next stimulus when nothing more comes in a turn of the event loop.
 * Source: decision 0034.
 */

import type { OpenServer } from '../../broker/api/server.js';
import type { StreamGate } from '../../broker/api/v20/stream/stream-gate.js';
import { DEFAULT_STEP, stepOf } from '../../broker/runtime/clock/clock-modes.js';
import { Pace, type PaceSetup } from '../../broker/runtime/clock/pace.js';
import type { TurnGoal } from '../../broker/runtime/clock/turn.js';
import type { Idleness } from '../../broker/runtime/lockstep/idleness.js';
import type { ChildTime } from '../control/child-time.js';
import { type HeldProcess, nameOf } from '../control/control-server.js';
import type { IdleLine, SpinLine } from '../control/lines.js';
import type { Connection } from '../front/connection.js';
import type { Front } from '../front/front.js';
import type { HeldRequest } from '../front/held-request.js';
import type { ConnectionOwners } from '../layers/connection-owners.js';
import { type ChildStream, ChildWorld } from './child-world.js';
import { firstQuotes } from './first-quotes.js';
import { reportOf } from './idle-report.js';
import type { Interruption } from './interruption.js';
import type { OutsideProcesses } from './outside.js';
import type { Pauses } from './pauses.js';
import { byPlace } from './process-order.js';
import { Conductor, type StimulusCounts } from './rule/conductor.js';
import type { Stimulus, WaitTarget } from './rule/stimulus.js';
import { Sleepers, type SleepParts } from './sleepers.js';
import { StallBudget, type StallParts } from './stall-budget.js';
import { Standstill } from './standstill.js';
import { type UnheldParts, UnheldTime } from './unheld-time.js';

/** What virtual time is made of. */
export interface VirtualParts {
  readonly server: Pick<OpenServer, 'sandbox'>;
  readonly front: Pick<Front, 'connections' | 'onRequest' | 'onConnection'>;
  /** The gate that the server was opened with. */
  readonly gate: StreamGate;
  /** The faults of the server that wait for time. */
  readonly pauses: Pauses;
  /** Programs that nothing holds. */
  readonly outside: Pick<OutsideProcesses, 'awaitedBy' | 'areAsleep'>;
  /** Which connections belong to programs that nothing holds. */
  readonly owners: Pick<ConnectionOwners, 'opened' | 'closed' | 'isUnheld'>;
  /** Whether a request asks for prices, candles or the account. */
  readonly isPoll: UnheldParts['isPoll'];
  /** What a poll of such a program moves time by. Default: M1. */
  readonly step?: string | undefined;
  /** When the child is killed. */
  readonly interruption?: Interruption;
  /** Such a process has opened a connection. */
  readonly onUnheld: (pid: number) => void;
  /** The budget of a process that does not stop computing. */
  readonly stall: StallParts;
  /** How time is held to a pace; absent: it goes as fast as the program. */
  readonly pace?: PaceSetup | undefined;
  /** Takes a sentence for people. */
  readonly tell: (sentence: string) => void;
}

/** Moves of time in one turn of the event loop. */
const MOVES_MAX = 200;
/**
 * No event shows when bytes have left, or the head of a stream, or what an outside program does.
 */
const UNTOLD: ReadonlySet<WaitTarget> = new Set([
  'bytes',
  'an answer',
  'an outside program',
  'a woken process',
]);
/** Looks for bytes in turns of the event loop; later ones come after a pause. */
const EAGER_LOOKS = 100;
const PAUSE_MS = 1;
/** The pause before time goes on at a pace: smooth for the eye. */
const PACE_MS = 20;
/** The pause before a look at outside programs, which reads what the system says of every process. */
const OUTSIDE_PAUSE_MS = 5;

/**
 * Owns the set of held processes and the pending look at the end of a turn. The lines of processes
 * change it; one stimulus is given at a time, and only when nothing more comes in a turn.
 */
export class VirtualTime implements ChildTime {
  readonly #conductor: Conductor<HeldProcess, HeldRequest, ChildStream>;
  readonly #parts: VirtualParts;
  readonly #world: ChildWorld;
  readonly #pace: Pace | undefined;
  readonly #stalls: StallBudget;
  readonly #unheld: UnheldTime;
  readonly #processes = new Set<HeldProcess>();
  /** Processes that have not waited yet: they load what they need. */
  readonly #starting = new Set<HeldProcess>();
  readonly #standstill: Standstill;
  #sleepers: Sleepers | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #pause: NodeJS.Timeout | undefined;
  #looks = 0;
  #awaits: WaitTarget | undefined;

  private constructor(parts: VirtualParts, pace: Pace | undefined) {
    this.#parts = parts;
    this.#pace = pace;
    this.#stalls = new StallBudget(parts.stall);
    const { front, owners, gate, server, isPoll, step = DEFAULT_STEP } = parts;
    const isUnheld = (port: number) => owners.isUnheld(port);
    this.#world = new ChildWorld({
      ...parts,
      ...{ pace, isUnheld },
      onChange: () => this.#ask(),
      onAnswered: held => this.#conductor.answered(held),
    });
    this.#conductor = new Conductor(this.#world, byPlace);
    this.#unheld = new UnheldTime({
      world: this.#world,
      gate,
      isPoll,
      simulation: server.sandbox.simulation,
      step: stepOf(step) as TurnGoal,
      isAlone: () => this.#processes.size === 0,
    });
    front.onRequest = held => {
      if (isUnheld(held.port)) this.#unheld.take(held);
      else this.#heard(() => this.#hold(held));
    };
    front.onConnection = connection => this.#connected(connection);
    this.#stalls.watch(() => this.#conductor.working.filter(each => !this.#isLoading(each)));
    this.#standstill = new Standstill({
      given: () => this.given,
      awaited: () => this.#awaited,
      isKnown: awaited => this.#isKnown(awaited),
      working: () => this.#conductor.working.map(nameOf),
      outsider: () => this.#world.outsider,
      tell: parts.tell,
    });
  }

  /**
   * Takes the clock of `server` and the requests of `front` over, and moves time to where the market
   * is quoted.
   */
  static async open(parts: VirtualParts): Promise<VirtualTime> {
    const { clock, simulation } = parts.server.sandbox;
    clock.seeIdleBy({
      by: 'hook',
      moved: () => undefined,
      // Time is moved from here, so no look is needed.
      look: () => Number.POSITIVE_INFINITY,
    });
    await clock.advance({ to: firstQuotes(simulation.scenario) });
    const pace = parts.pace && new Pace(simulation, parts.pace);
    const time = new VirtualTime(parts, pace);
    if (pace === undefined) return time;
    pace.onChange = () => time.#ask();
    clock.moveBy(pace);
    return time;
  }

  /** How often each kind of stimulus was given. */
  get given(): Readonly<StimulusCounts> {
    return this.#conductor.given;
  }

  /** Sees by `idleness` when programs that nothing holds only wait. */
  seeUnheldBy(idleness: Idleness): void {
    this.#unheld.seeIdleBy(idleness);
  }

  /** Sees by `parts` when programs wait that do not say so by themselves. */
  seeSleepBy(parts: SleepParts): void {
    this.#sleepers = new Sleepers(parts);
  }

  readonly join = (process: HeldProcess): void => {
    this.#processes.add(process);
    this.#starting.add(process);
    const { started: name, takesTurns } = process;
    this.#heard(() => this.#conductor.join(process, { name, takesTurns }));
  };

  readonly idle = (process: HeldProcess, line: IdleLine): void => {
    this.#starting.delete(process);
    this.#stalls.over(process);
    const report =
      process.idleBy === 'threads'
        ? this.#sleepers?.reportOf(process, line, this.#world.connections)
        : reportOf(line);
    this.#heard(() => {
      if (report !== undefined) this.#conductor.idle(process, report);
    });
  };

  readonly busy = (process: HeldProcess, now?: number): void => {
    this.#stalls.over(process);
    this.#heard(() => this.#conductor.busy(process, now));
  };

  readonly turn = (process: HeldProcess): void => {
    this.#stalls.over(process);
    this.#heard(() => this.#conductor.turn(process));
  };

  readonly spin = (process: HeldProcess, line: SpinLine): void => {
    this.#stalls.begin(process, line);
  };

  readonly leave = (process: HeldProcess): void => {
    this.#starting.delete(process);
    this.#stalls.over(process);
    this.#processes.delete(process);
    this.#sleepers?.forget(process);
    this.#heard(() => this.#conductor.leave(process));
    this.#unheld.look();
  };

  /** Time passes without a child, and the next one can be started. @param micros - simulated */
  passWithout(micros: number): void {
    // They are dead, although their control lines may still be open.
    for (const process of [...this.#processes]) this.leave(process);
    this.#world.move(Math.min(this.#world.now + micros, this.#world.last));
    this.#parts.interruption?.end();
    this.#ask();
  }

  /** Gives nothing more. */
  close(): void {
    this.#standstill.close();
    this.#pace?.pause();
    this.#unheld.close();
    this.#stalls.close();
    clearTimeout(this.#pause);
    clearImmediate(this.#immediate);
    this.#parts.front.onRequest = held => held.serve();
    this.#parts.front.onConnection = () => undefined;
  }

  #connected({ port, isClosed, sent }: Connection): void {
    const { owners, onUnheld } = this.#parts;
    const pid = isClosed ? undefined : owners.opened(port);
    if (pid !== undefined) onUnheld(pid);
    const isUnheld = owners.isUnheld(port);
    if (isClosed) owners.closed(port);
    if (isClosed) this.#sleepers?.closed(port);
    this.#heard(() => {
      if (isUnheld) return;
      if (isClosed) this.#conductor.closed(port, sent);
      else this.#conductor.opened(port);
    });
  }

  #heard(what: () => void): void {
    what();
    this.#looks = 0;
    this.#ask();
  }

  /** Asks for the next stimulus at the end of the turn: what arrives in it comes first. */
  #ask(): void {
    clearTimeout(this.#pause);
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined;
      this.#step();
    });
  }

  #step(): void {
    const { interruption } = this.#parts;
    for (let moves = 0; moves < MOVES_MAX; moves++) {
      if (interruption?.holds(this.#world.now) === true) return;
      const step = this.#conductor.step();
      this.#awaits = step.kind === 'wait' ? step.for : undefined;
      if (step.kind === 'move') continue;
      if (this.#awaits === 'the pace') this.#goOnAtPace();
      // No event shows that an answer that was begun waits for time.
      else if (this.#hasToLook(step) || step.kind === 'serve' || this.#world.isServing)
        this.#again();
      return;
    }
    this.#ask();
  }

  /** Whether no event will show when the next stimulus may be given. */
  #hasToLook(step: Stimulus<HeldRequest, ChildStream> | { readonly kind: 'ended' }): boolean {
    const sleepers = [...this.#processes].filter(each => each.idleBy === 'threads');
    if (step.kind !== 'wait') {
      this.#looks = 0;
      return sleepers.length > 0 && step.kind !== 'end' && step.kind !== 'ended';
    }
    // What such a process said holds no longer when something has passed since.
    if (step.for === 'bytes') for (const each of sleepers) this.#conductor.busy(each);
    if (step.for !== 'word of a process' || sleepers.length === 0) return UNTOLD.has(step.for);
    return this.#world.isServing || this.#sleepers?.look(this.#conductor.working) === true;
  }

  #hold(held: HeldRequest): void {
    this.#sleepers?.asks(held.port, held.request.url ?? '');
    this.#conductor.hold(held);
  }

  /** A pace that stands says when it goes on. */
  #goOnAtPace(): void {
    if (this.#pace?.isMoving === true) this.#pause = setTimeout(() => this.#ask(), PACE_MS);
  }

  #again(): void {
    this.#looks += 1;
    const isOutside = this.#awaits === 'an outside program';
    if (this.#looks < EAGER_LOOKS && !isOutside) this.#ask();
    else this.#pause = setTimeout(() => this.#ask(), isOutside ? OUTSIDE_PAUSE_MS : PAUSE_MS);
  }

  /** Whether a process that is seen by its threads has not waited yet: it may be in a loop. */
  #isLoading(process: HeldProcess): boolean {
    return process.idleBy === 'threads' && this.#starting.has(process);
  }

  /** What time waits for. After a stimulus that is the word of the process that it was given to. */
  get #awaited(): WaitTarget | undefined {
    const isWorking = this.#conductor.working.length > 0;
    return this.#awaits ?? (isWorking ? 'word of a process' : undefined);
  }

  /**
   * Whether the cause of the standstill needs no message: an import may take long, and programs may
   * send requests at any time.
   */
  #isKnown(awaits: WaitTarget): boolean {
    if (awaits === 'the pace') return true;
    if (awaits === 'a process') return this.#unheld.taken > 0;
    const { working } = this.#conductor;
    return awaits === 'word of a process' && working.every(each => this.#starting.has(each));
  }
}
