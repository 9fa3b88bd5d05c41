/**
 * Decides when simulated time moves: with the wall clock at some speed, when the client is idle, by
 * steps at its polls, or only when a client advances it.
 * Source: docs/guides/clock-modes.md; invariant D5 (slicing does not change the ledger).
 */

import { performance } from 'node:perf_hooks';
import { present } from '../../../core/base/present.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import { Listeners } from '../driving/listeners.js';
import type { PauseReason } from '../driving/pause-reason.js';
import { IDLENESS, type Idleness, Silence } from '../lockstep/idleness.js';
import { Lockstep } from '../lockstep/lockstep.js';
import { nextStop } from '../lockstep/next-stop.js';
import type { Traffic } from '../lockstep/traffic.js';
import { AutoPause, type Pause } from '../simulation/auto-pause.js';
import { passLost } from '../simulation/command-lost.js';
import type { Simulation } from '../simulation/simulation.js';
import {
  CLOCK_MODES,
  type ClockMode,
  type ClockModeRule,
  type ClockSettings,
  DEFAULT_STEP,
  settleMsOf,
  stepOf,
} from './clock-modes.js';
import type { ClockState } from './clock-state.js';
import { PollSteps } from './poll-steps.js';
import { type TimeMover, toldOf } from './time-mover.js';
import type { Turn } from './turn.js';
import { type Beginning, TurnQueue } from './turn-queue.js';
import { Turning } from './turning.js';

/** Client steps that can start the clock: any request, or the opening of a stream. */
type ClientStep = 'request' | 'stream';

/** Milliseconds between two readings of the wall clock while the clock plays. */
const PACE_MS = 10;

/** Owns speed, timers and turns of one simulation; calls of clients change them. Turns run in order. */
export class SandboxClock {
  readonly mode: ClockMode;
  readonly #simulation: Simulation;
  readonly #settings: ClockSettings;
  readonly #lockstep: Lockstep | undefined;
  readonly #turning: Turning;
  readonly #turns: TurnQueue;
  #speed: number;
  #isPlaying = false;
  /** The client step that starts the clock; undefined when none does. */
  #awaits: ClientStep | undefined;
  #mustWait: () => boolean = () => false;
  /** Wall milliseconds and simulated instant at which playing began; time is counted from them. */
  #sinceMs = 0;
  #from: Instant;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  /** The turn that follows the wall clock and waits for strategies. */
  #following: Promise<void> | undefined;
  readonly #pollSteps = new PollSteps();
  #autoPause: AutoPause | undefined;
  /** What moves time in place of the clock. Undefined: the clock itself. */
  #mover: TimeMover | undefined;
  #over: string | undefined;
  readonly #onPause = new Listeners<[Pause]>();

  constructor(simulation: Simulation, mode: ClockMode, settings: ClockSettings = {}) {
    this.mode = mode;
    this.#simulation = simulation;
    this.#settings = settings;
    this.#speed = settings.speed ?? 1;
    this.#from = simulation.now;
    this.#turning = new Turning(simulation, {
      isHeld: () => this.#isHeld(),
      reasons: () => this.#autoPause?.reasons,
    });
    this.#turns = new TurnQueue(simulation, this.#turning);
    this.#lockstep = this.rule.movedBy === 'idleness' ? this.#makeLockstep() : undefined;
  }

  get state(): ClockState {
    const { now, hasEnded } = this.#simulation;
    const { isPlaying, speed } = this.#mover ?? { isPlaying: this.#isPlaying, speed: this.#speed };
    const isOver = hasEnded || this.#over !== undefined;
    const state = isOver ? 'ended' : isPlaying ? 'playing' : 'paused';
    const { step, settle } = this.settings;
    const idleBy = this.#lockstep?.by;
    const pauseAt = this.#mover === undefined ? this.#autoPause?.reasons : this.#mover.pauseAt;
    return {
      mode: this.mode,
      state,
      now,
      speed,
      ...present({ step, idleBy, settle, pauseAt }),
    };
  }

  /** How it moves within its mode, with its present speed. */
  get settings(): ClockSettings {
    const step = this.rule.takes === 'step' ? (this.#settings.step ?? DEFAULT_STEP) : undefined;
    return { speed: this.#speed, ...present({ step, settle: this.#settings.settle }) };
  }

  /** How time moves, for people: what follows the word `time`. */
  get told(): string {
    if (this.#mover !== undefined) return toldOf(this.#mover);
    const { told, takes } = this.rule;
    const { speed = 1, step = '', settle = '' } = this.settings;
    if (takes === 'speed') return told.replace('%', Number.isFinite(speed) ? `${speed}` : 'max');
    if (this.#lockstep === undefined) return told.replace('%', step);
    return told.replace('%', IDLENESS[this.#lockstep.by].told).replace('%', settle);
  }

  /** The requests that time in lockstep waits for; undefined in every other mode. */
  get traffic(): Traffic | undefined {
    return this.#lockstep?.traffic;
  }

  get #step(): Turn {
    return stepOf(this.#settings.step ?? DEFAULT_STEP) as Turn;
  }

  /** The rule of the clock's mode. */
  get rule(): ClockModeRule {
    return CLOCK_MODES[this.mode];
  }

  /** Whether it has a speed, and can stop by itself. */
  get isPaced(): boolean {
    return this.rule.movedBy === 'wall' || this.#mover !== undefined;
  }

  /** Whether a program gets each instant before time moves on. */
  get isTold(): boolean {
    return this.#mover !== undefined;
  }

  /** Why time never moves again, in a sentence; undefined while it may. */
  get over(): string | undefined {
    return this.#over;
  }

  /** Whether the server stopped before a turn had reached its goal. */
  get isCut(): boolean {
    return this.#turns.isCut;
  }

  /** Whether a turn is in progress or queued. */
  get isTurning(): boolean {
    return this.#turns.isTurning;
  }

  /** Leaves time to `mover` from now on; the clock only passes requests on to it. */
  moveBy(mover: TimeMover): void {
    this.stop();
    mover.onPause = pause => this.#onPause.tell(pause);
    this.#mover = mover;
  }

  /** Ends all movement for good. @param why - a sentence. */
  finish(why: string): void {
    this.catchUp();
    this.end();
    this.#over = why;
  }

  /**
   * Sets the check that holds time at full speed: while `mustWait` is true, readers have fallen
   * behind and time stands still.
   */
  holdWhile(mustWait: () => boolean): void {
    this.#mustWait = mustWait;
  }

  /**
   * Starts the clock when a client takes `step`, unless the clock is played, paused or stopped
   * before.
   */
  playOnFirst(step: ClientStep): void {
    if (this.#mover === undefined) this.#awaits = step;
  }

  /** Sees by `idleness` when the client is idle. The clock is in lockstep. */
  seeIdleBy(idleness: Idleness): void {
    this.#lockstep?.seeBy(idleness);
  }

  /**
   * To be called before a client gets prices, candles or its account: the clock may move first.
   * @returns a promise when that takes long.
   */
  polled(): Promise<void> | undefined {
    this.catchUp();
    const isMoved = this.rule.movedBy === 'polls' && this.#isPlaying && !this.#simulation.hasEnded;
    if (!isMoved) return undefined;
    const { isLed } = this.#simulation;
    return this.#pollSteps.take(() => this.advance(this.#step), isLed);
  }

  /**
   * Takes the report of the client that it is idle, and moves time. The clock is in lockstep.
   * @param read - makes the answer: called when time has moved, before it moves again.
   */
  async acknowledge<Answer>(read: () => Answer): Promise<Answer> {
    return this.#lockstep === undefined ? read() : this.#lockstep.ack(read);
  }

  /** Says that a client sent a request or opened a stream; the clock starts if it waited for that. */
  clientTook(step: ClientStep): void {
    if (this.#awaits === step) this.play();
  }

  /** Calls `listener` whenever time has stopped by itself. @returns what ends that. */
  onPause(listener: (pause: Pause) => void): () => void {
    return this.#onPause.add(listener);
  }

  /**
   * Starts the clock from the present instant, at `speed`; without it, at the speed as before.
   * @param pauseAt - where time stops by itself; only a clock that follows the wall clock can.
   * @param from - the instant from which it goes on; the present, if that is later
   */
  play(speed = this.state.speed, pauseAt: readonly PauseReason[] = [], from = 0): void {
    if (this.#mover !== undefined) {
      this.#mover.play(speed, pauseAt);
      return;
    }
    this.catchUp();
    this.#watchFor(pauseAt);
    this.#awaits = undefined;
    this.#speed = speed;
    this.#isPlaying = true;
    this.#sinceMs = performance.now();
    this.#from = instant(Math.max(from, this.#simulation.now));
    this.#schedule();
  }

  /** Stops the clock at the present instant. @returns a promise when that waits for strategies. */
  pause(): void | Promise<void> {
    if (this.#mover !== undefined) return this.#mover.pause();
    this.catchUp();
    this.stop();
    const simulation = this.#simulation;
    const pausing = simulation.after(
      () => ({ kind: 'to', to: simulation.now, ends: false }),
      () => void simulation.advanceTo(simulation.now, true),
    );
    return pausing instanceof Promise ? pausing.catch(passLost) : pausing;
  }

  /**
   * Ends all automatic movement, and ends turns in progress at the instant that they have reached.
   */
  stop(): void {
    this.#turns.stop();
    this.#isPlaying = false;
    this.#awaits = undefined;
    this.#watchFor([]);
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#lockstep?.stop();
  }

  /** Stops it because the server stops. */
  end(): void {
    this.#turns.end();
    this.stop();
  }

  /**
   * Brings simulated time up to the present before a client reads it; works for one slice at most.
   * At full speed there is no present to reach: time moves between requests only, so the first
   * client sees the start of the window.
   */
  catchUp(): void {
    if (Number.isFinite(this.#speed)) void this.#run();
  }

  /** @returns a promise when strategies are waited for. */
  #run(): Promise<void> | undefined {
    if (this.rule.movedBy !== 'wall') return undefined;
    if (this.#following !== undefined) return this.#following;
    if (!this.#isPlaying || this.#simulation.hasEnded || this.#isHeld()) return undefined;
    const elapsedMs = performance.now() - this.#sinceMs;
    const target = this.#from + Math.floor(elapsedMs * 1_000 * this.#speed);
    const to = instant(Math.min(target, this.#simulation.scenario.to));
    if (this.#pauseIfFound()) return undefined;
    const turned = this.#turning.turnFor(this.#autoPause?.turnTo(to) ?? { to }, false);
    if (!(turned instanceof Promise)) {
      this.#pauseIfFound();
      return undefined;
    }
    this.#following = turned
      .then(() => void this.#pauseIfFound(), passLost)
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  #watchFor(reasons: readonly PauseReason[]): void {
    this.#autoPause?.end();
    this.#autoPause = reasons.length === 0 ? undefined : new AutoPause(this.#simulation, reasons);
  }

  /** Stops at the present instant, with what is still to happen at it. @returns whether it did. */
  #pauseIfFound(): boolean {
    const found = this.#autoPause?.found;
    if (found === undefined) return false;
    this.stop();
    this.#simulation.rest();
    this.#onPause.tell(found);
    return true;
  }

  #isHeld(): boolean {
    return !Number.isFinite(this.#speed) && this.#mustWait();
  }

  /**
   * Turns the crank while time does not move by itself. Turns that are requested together run one
   * after another.
   * @param begin - as of `TurnQueue.advance`.
   * @returns a promise when the turn is so long that it is cut into slices, or when it has to wait.
   */
  advance(turn: Turn, begin?: Beginning): Promise<void> | undefined {
    if (this.#mover !== undefined) return this.#mover.advance(turn);
    return this.#turns.advance(turn, begin);
  }

  #makeLockstep(): Lockstep {
    const simulation = this.#simulation;
    const lockstep = new Lockstep({
      step: () => this.advance({ to: nextStop(simulation) }),
      hasEnded: () => simulation.hasEnded,
      isUnread: () => this.#mustWait(),
      waiting: () => simulation.waiting,
    });
    const { settle } = this.#settings;
    if (settle !== undefined) {
      lockstep.seeBy(new Silence(settleMsOf(settle) as number, () => lockstep.traffic.count));
    }
    return lockstep;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    if (!this.#isPlaying || this.#simulation.hasEnded) return;
    this.#lockstep?.start();
    if (this.rule.movedBy !== 'wall') return;
    const next = () => {
      const running = this.#run();
      if (running === undefined) this.#schedule();
      else void running.then(() => this.#schedule());
    };
    if (Number.isFinite(this.#speed) || this.#isHeld()) this.#timer = setTimeout(next, PACE_MS);
    else this.#immediate = setImmediate(next);
  }
}
