/**
 * Moves simulated time with the wall clock, at a speed or as fast as the machine can, up to a place at
 * which it stops by itself.
 */

import { performance } from 'node:perf_hooks';
import { type Instant, instant } from '../../../core/time/instant.js';
import { AutoPause, type Pause } from '../simulation/auto-pause.js';
import { passLost } from '../simulation/command-lost.js';
import type { Simulation } from '../simulation/simulation.js';
import type { PauseReason } from '../strategies/pause-reason.js';
import { FAIR_TURNS } from './fair-turns.js';
import { TurnSlicer } from './turning.js';

/** Milliseconds between two readings of the wall clock while time moves. */
const PACE_MS = 10;

/**
 * Owns the speed of one simulation, the instant and the wall time from which it is counted, and the
 * timers. `follow` and `stop` change them. Always: no timer is set while it does not follow.
 */
export class WallFollower {
  /** Simulated seconds per wall second. */
  speed: number;
  readonly turning: TurnSlicer;
  readonly #simulation: Simulation;
  readonly #onPause: (pause: Pause) => void;
  #mustWait: () => boolean = () => false;
  #isFollowing = false;
  /** Wall milliseconds and simulated instant from which time is counted. */
  #sinceMs = 0;
  #from: Instant;
  #timer: NodeJS.Timeout | undefined;
  /** Cancels the turn that is waiting for its place; does nothing when none is. */
  #takeBack: () => void = () => undefined;
  /** The turn in progress that waits for strategies. */
  #turn: Promise<void> | undefined;
  #autoPause: AutoPause | undefined;

  /** @param onPause - called when time must stop, before it moves again; it calls `stop`. */
  constructor(simulation: Simulation, speed: number, onPause: (pause: Pause) => void) {
    this.speed = speed;
    this.#simulation = simulation;
    this.#onPause = onPause;
    this.#from = simulation.now;
    this.turning = new TurnSlicer(simulation, {
      isHeld: () => this.#isHeld(),
      reasons: () => this.reasons,
    });
  }

  /** What time stops at by itself; undefined for nothing. */
  get reasons(): readonly PauseReason[] | undefined {
    return this.#autoPause?.reasons;
  }

  /** As `Clock.holdWhile`. */
  holdWhile(mustWait: () => boolean): void {
    this.#mustWait = mustWait;
  }

  /** Whether readers have fallen behind. */
  mustWait(): boolean {
    return this.#mustWait();
  }

  /** Sets what time stops at by itself. */
  watchFor(reasons: readonly PauseReason[]): void {
    this.#autoPause?.end();
    this.#autoPause = reasons.length === 0 ? undefined : new AutoPause(this.#simulation, reasons);
  }

  /** Follows the wall clock from the present instant, or from `from` if that is later. */
  follow(from: number): void {
    this.#isFollowing = true;
    this.#sinceMs = performance.now();
    this.#from = instant(Math.max(from, this.#simulation.now));
    this.#schedule();
  }

  /** Follows it no longer, and looks for nothing to stop at. */
  stop(): void {
    this.#isFollowing = false;
    this.watchFor([]);
    this.#clear();
  }

  /** As `Clock.catchUp`. */
  catchUp(): void {
    if (Number.isFinite(this.speed)) void this.#run();
  }

  /** @returns a promise when strategies are waited for. */
  #run(): Promise<void> | undefined {
    if (this.#turn !== undefined) return this.#turn;
    if (!this.#isFollowing || this.#simulation.hasEnded || this.#isHeld()) return undefined;
    const elapsedMs = performance.now() - this.#sinceMs;
    const target = this.#from + Math.floor(elapsedMs * 1_000 * this.speed);
    const to = instant(Math.min(target, this.#simulation.scenario.to));
    if (this.#pauseIfFound()) return undefined;
    const turned = this.turning.turnFor(this.#autoPause?.turnTo(to) ?? { to }, false);
    if (!(turned instanceof Promise)) {
      this.#pauseIfFound();
      return undefined;
    }
    this.#turn = turned
      .then(() => void this.#pauseIfFound(), passLost)
      .finally(() => {
        this.#turn = undefined;
      });
    return this.#turn;
  }

  /** Stops at the present instant, with what is still to happen at it. @returns whether it did. */
  #pauseIfFound(): boolean {
    const found = this.#autoPause?.found;
    if (found === undefined) return false;
    this.#onPause(found);
    return true;
  }

  #isHeld(): boolean {
    return !Number.isFinite(this.speed) && this.#mustWait();
  }

  #schedule(): void {
    this.#clear();
    if (!this.#isFollowing || this.#simulation.hasEnded) return;
    const go = () => {
      const running = this.#run();
      if (running === undefined) this.#schedule();
      else void running.then(() => this.#schedule());
    };
    const ask = () => {
      this.#takeBack = FAIR_TURNS.ask(this.turning.payer, go);
    };
    if (Number.isFinite(this.speed) || this.#isHeld()) this.#timer = setTimeout(ask, PACE_MS);
    else ask();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#takeBack();
  }
}
