/**
 * The world of a child in virtual time: its connections, its requests, the gate before its streams, and
 * the clock of its sandbox. Source: decision 0034.
 */

import { whenOver } from '../../broker/api/http/answer-over.js';
import type { OpenServer } from '../../broker/api/server.js';
import type { GatedReader, StreamGate } from '../../broker/api/v20/stream/stream-gate.js';
import { HEARTBEAT_MS } from '../../broker/api/v20/stream/stream-routes.js';
import type { Pace } from '../../broker/runtime/clock/pace.js';
import { windowEndAfter } from '../../broker/runtime/simulation/price-windows.js';
import { instant, MICROS_PER_HOUR } from '../../core/time/instant.js';
import type { HeldProcess } from '../control/control-server.js';
import type { Connection } from '../front/connection.js';
import type { Front } from '../front/front.js';
import type { HeldRequest } from '../front/held-request.js';
import type { Interruption } from './interruption.js';
import type { OutsideProcesses } from './outside.js';
import type { Pauses } from './pauses.js';
import type { AnswerState } from './rule/late-answers.js';
import type { Calm, IdleReport } from './rule/stimulus.js';
import type { World } from './rule/world.js';
import { Stillness } from './stillness.js';

/** What a world is made of. */
export interface ChildWorldParts {
  readonly server: Pick<OpenServer, 'sandbox'>;
  readonly front: Pick<Front, 'connections'>;
  readonly gate: StreamGate;
  readonly pauses: Pauses;
  /** Whether a connection belongs to a program that nothing holds. @param port - of the child's end */
  readonly isUnheld: (port: number) => boolean;
  /** When the child is killed. */
  readonly interruption?: Interruption;
  /** Programs that nothing holds. */
  readonly outside: Pick<OutsideProcesses, 'awaitedBy' | 'areAsleep'>;
  /** Holds time to a pace; absent: time goes as fast as the program. */
  readonly pace?: Pace | undefined;
  /** Called when something may have changed that no other event reports. */
  readonly onChange: () => void;
  /** Called when the whole answer to a request of a held program has been written. */
  readonly onAnswered: (held: HeldRequest) => void;
}

const BEAT_MICROS = HEARTBEAT_MS * 1_000;
/** The longest step while no stream has a reader. */
const STEP_MICROS = MICROS_PER_HOUR;

/** A stream, and the port that the child reads it on. */
export interface ChildStream {
  readonly port: number;
  readonly reader: GatedReader;
}

/**
 * Owns the open requests of a child. `serve` and `serveUnheld` add them, their answers remove them.
 * `move` moves simulated time to an instant, `end` to the end of the window.
 */
export class ChildWorld implements World<HeldProcess, HeldRequest, ChildStream> {
  readonly #parts: ChildWorldParts;
  readonly #open = new Set<HeldRequest>();
  /** The requests in progress that come from programs outside every layer. */
  readonly #unheld = new Set<HeldRequest>();
  readonly #stillness: Stillness;

  constructor(parts: ChildWorldParts) {
    this.#parts = parts;
    this.#stillness = new Stillness(parts.outside);
  }

  get now(): number {
    return this.#sandbox.simulation.now;
  }

  get last(): number {
    return this.#sandbox.simulation.last;
  }

  /** Bytes of programs that nothing holds are counted at our end only. */
  get connections(): ReadonlyMap<number, Connection> {
    const { front, isUnheld } = this.#parts;
    return new Map([...front.connections].filter(([port]) => !isUnheld(port)));
  }

  /** Open requests of programs that nothing holds, streams among them. */
  get unheld(): number {
    return this.#unheld.size;
  }

  /** Whether one of them waits for an answer that is due at a later time. */
  get owesUnheld(): boolean {
    const { pauses } = this.#parts;
    const open = [...this.#unheld].filter(({ isStream }) => !isStream);
    const isDue = this.#sandbox.simulation.waiting > 0 && !this.isServing;
    return open.some(({ response }) => isDue || pauses.has(response));
  }

  /** A stream is answered when its head has left; a request that waits for time is not being answered. */
  get isServing(): boolean {
    let open = 0;
    const { pauses } = this.#parts;
    for (const { isStream, response } of this.#open) {
      const isAnswered = isStream && response.headersSent;
      if (!isAnswered && !pauses.has(response)) open += 1;
    }
    return open > this.#sandbox.simulation.waiting;
  }

  get streams(): readonly ChildStream[] {
    return this.#parts.gate.waiting.map(reader => ({ port: this.#portOf(reader), reader }));
  }

  /** Without streams and faults no lines come, but a long way is gone in steps. */
  get nextLines(): number {
    const { interruption } = this.#parts;
    const late = this.#lateAt > this.now + 1 ? this.#lateAt - 1 : this.#lateAt;
    return Math.min(this.#nextLines, late, interruption?.next ?? Infinity);
  }

  get isBeforeLate(): boolean {
    return this.#lateAt === this.now + 1;
  }

  /** When an answer that waits for time goes on its way, at the earliest; Infinity when none waits. */
  get #lateAt(): number {
    const { pauses, server } = this.#parts;
    const { waiting, nextEvent } = server.sandbox.simulation;
    return Math.min(pauses.next, waiting > 0 ? nextEvent : Infinity);
  }

  get #nextLines(): number {
    const { gate, pauses } = this.#parts;
    if (gate.size === 0) return Math.min(pauses.next, this.now + STEP_MICROS);
    // A deadline may have stopped time within a price window, whose prices come with its end.
    const from = isWindowEnd(this.now) ? this.#sandbox.simulation.nextEvent : this.now;
    return Math.min(windowEndAfter(from) - 1, this.#nextBeat, pauses.next);
  }

  /** Answers, lines and programs that nothing holds may bring something at any time. */
  get freeUntil(): number {
    return this.#open.size === 0 ? this.#quietUntil : this.now;
  }

  /** A process that is seen by its threads does not count what it has read. */
  freeAfter(held: HeldRequest, { idleBy }: HeldProcess): number {
    const isLast = this.#open.size === 1 && this.#open.has(held) && !held.isStream;
    return isLast && idleBy === undefined ? this.#quietUntil : this.now;
  }

  get #quietUntil(): number {
    const { gate, pauses, interruption, pace } = this.#parts;
    if (interruption !== undefined && interruption.next < Infinity) return this.now;
    const isFree = pace?.isFree ?? true;
    const isQuiet = gate.size === 0 && pauses.next > this.last;
    return isFree && isQuiet ? Math.min(this.now + STEP_MICROS, this.last - 1) : this.now;
  }

  calm(reports: ReadonlyMap<HeldProcess, IdleReport | undefined>, revision: number): Calm {
    const waiters = Array.from(reports, ([{ pid }, report]) => ({ pid, ends: report?.ends }));
    const waiting = waiters.flatMap(({ pid, ends }) => (ends === undefined ? [] : [{ pid, ends }]));
    const calm = this.#stillness.look(
      waiting,
      waiters.map(({ pid }) => pid),
      revision,
    );
    // Only time brings the answer that the program outside waits for.
    return calm === 'outside' && this.owesUnheld ? 'calm' : calm;
  }

  /** What was waited for outside when it was last looked for, for people. */
  get outsider(): string | undefined {
    return this.#stillness.outsider;
  }

  /** Hands a request of a program that nothing holds to the server. */
  serveUnheld(held: HeldRequest): void {
    this.#unheld.add(held);
    this.serve(held);
  }

  serve(held: HeldRequest): void {
    if (this.#parts.interruption?.takes(held) === true) return;
    this.#open.add(held);
    whenOver(held.response, () => {
      this.#open.delete(held);
      this.#unheld.delete(held);
      this.#parts.onChange();
    });
    held.response.onWritten = () => this.#parts.onAnswered(held);
    held.serve();
  }

  /**
   * While no request is being served, those without a pause of their own wait for simulated time.
   */
  stateOf(held: HeldRequest): AnswerState {
    if (!this.#open.has(held)) return 'over';
    const { isStream, response } = held;
    if (isStream && response.headersSent) return 'answered';
    return this.#parts.pauses.has(response) || !this.isServing ? 'late' : 'answered';
  }

  release({ reader }: ChildStream): void {
    reader.release();
  }

  /** A stop on the way is seen by streams, and by answers that wait for time. */
  reach(to: number): boolean {
    const { pace, gate } = this.#parts;
    if (pace === undefined) return true;
    return pace.reach(to, gate.size === 0 && this.#sandbox.simulation.waiting === 0);
  }

  /**
   * Prices go to streams at the end of their window only, so that the timers of a client do not decide
   * how many lines it gets.
   */
  move(to: number): void {
    const beat = this.#nextBeat;
    this.#sandbox.simulation.advanceTo(instant(to), isWindowEnd(to) || to >= this.last);
    this.#parts.pauses.wake();
    if (this.now >= beat && this.#parts.gate.size > 0) this.#parts.gate.beat();
    else this.#parts.gate.gather();
    this.#parts.pace?.moved();
  }

  tell(process: HeldProcess, now: number, free?: number): void {
    process.tellNow(now, free);
  }

  free(process: HeldProcess, until: number): void {
    const rows = Array.from(this.connections, ([port, { received, written }]) => [
      port,
      received,
      written,
    ]);
    process.tellFree(until, rows);
  }

  /** The watch on the window then ends the child. */
  end(): void {
    const { simulation } = this.#sandbox;
    simulation.advanceTo(instant(simulation.last), true);
    simulation.end();
  }

  #portOf({ response }: GatedReader): number {
    for (const held of this.#open) if (held.response === response) return held.port;
    return 0;
  }

  get #sandbox() {
    return this.#parts.server.sandbox;
  }

  /** Heartbeats come at whole multiples of their interval, of simulated time. */
  get #nextBeat(): number {
    return (Math.floor(this.now / BEAT_MICROS) + 1) * BEAT_MICROS;
  }
}

/** Whether `time` is the last instant of a price window. */
function isWindowEnd(time: number): boolean {
  return windowEndAfter(time) - 1 === time;
}
