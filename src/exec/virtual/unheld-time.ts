/**
 * Simulated time for programs that no layer holds, in a run of virtual time: they run in real time,
 * so only their requests to the sandbox can be seen. Their requests are answered when they come.
 * While no held process lives, each poll moves time by a step before its answer, and an open
 * stream, or an answer that is due later, moves it when all threads sleep. Source: decision 0068.
 */

import type { IncomingMessage } from 'node:http';
import type { StreamGate } from '../../broker/api/v20/stream/stream-gate.js';
import { goalOf, type TurnGoal } from '../../broker/runtime/clock/turn.js';
import type { Idleness } from '../../broker/runtime/lockstep/idleness.js';
import { nextStop } from '../../broker/runtime/lockstep/next-stop.js';
import type { Simulation } from '../../broker/runtime/simulation/simulation.js';
import type { HeldRequest } from '../front/held-request.js';
import type { ChildWorld } from './child-world.js';

/** What it acts on. */
export interface UnheldParts {
  readonly world: ChildWorld;
  readonly gate: Pick<StreamGate, 'free' | 'passing'>;
  readonly simulation: Simulation;
  /** Whether a request asks for prices, candles or the account. */
  readonly isPoll: (request: IncomingMessage) => boolean;
  /** What a poll moves time by. */
  readonly step: TurnGoal;
  /** Whether no held process lives. */
  readonly isAlone: () => boolean;
}

/** Wall milliseconds until the next look while a request is being answered. */
const PAUSE_MS = 1;

/**
 * Owns the timers that look for idle programs. `take` counts a request and moves time by a step,
 * `look` moves it when all threads sleep, `close` ends both.
 */
export class UnheldTime {
  readonly #parts: UnheldParts;
  #idleness: Idleness | undefined;
  /** Requests that have come. */
  taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(parts: UnheldParts) {
    this.#parts = parts;
  }

  /** Sees by `idleness` when all that the programs do is to wait. */
  seeIdleBy(idleness: Idleness): void {
    this.#idleness = idleness;
  }

  /** A request has come. */
  take(held: HeldRequest): void {
    const { world, gate, isAlone, isPoll, simulation, step } = this.#parts;
    this.taken += 1;
    if (held.isStream) gate.free(held.response);
    if (isAlone() && isPoll(held.request)) {
      const goal = goalOf(step, simulation);
      while (simulation.now < Math.min(goal, world.last)) this.#move(goal);
    }
    world.serveUnheld(held);
    this.look();
  }

  /** Looks whether time has to move; to be called when a held process is gone, too. */
  look(): void {
    this.#rest();
    const { world, gate, isAlone } = this.#parts;
    if (!isAlone() || world.unheld === 0 || this.#idleness === undefined) return;
    const isOwed = !world.isServing && (gate.passing > 0 || world.owesUnheld);
    const ms = isOwed ? this.#idleness.look() : PAUSE_MS;
    if (ms !== undefined) {
      this.#lookAfter(ms);
      return;
    }
    const next = nextStop(this.#parts.simulation);
    if (!world.reach(next)) {
      this.#lookAfter(PAUSE_MS);
      return;
    }
    this.#move(next);
    this.#idleness.moved();
    if (!this.#parts.simulation.hasEnded) this.#lookAfter(0);
  }

  /** Looks no more. */
  close(): void {
    this.#idleness = undefined;
    this.#rest();
  }

  /** Goes towards an instant, to the next one that something waits for; after the last one comes the end. */
  #move(goal: number): void {
    const { world } = this.#parts;
    if (world.now < world.last) world.move(Math.min(goal, world.nextLines, world.last));
    if (world.now >= world.last) world.end();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #lookAfter(ms: number): void {
    if (ms === 0) this.#immediate = setImmediate(() => this.look());
    else if (Number.isFinite(ms)) this.#timer = setTimeout(() => this.look(), ms);
  }
}
