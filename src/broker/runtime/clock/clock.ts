/**
 * Decides when simulated time moves: with the wall clock at some speed, when the client is idle, by
 * steps at its polls, or only when a client advances it.
 * Source: docs/guides/clock-modes.md; invariant D5 (slicing does not change the ledger).
 */

import { present } from '../../../core/base/present.js';
import { IDLENESS, type Idleness, Silence } from '../lockstep/idleness.js';
import { Lockstep } from '../lockstep/lockstep.js';
import { nextStop } from '../lockstep/next-stop.js';
import type { Traffic } from '../lockstep/traffic.js';
import type { Pause } from '../simulation/auto-pause.js';
import { passLost } from '../simulation/command-lost.js';
import type { Simulation } from '../simulation/simulation.js';
import { Listeners } from '../strategies/listeners.js';
import type { PauseReason } from '../strategies/pause-reason.js';
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
import type { Payer } from './fair-turns.js';
import { PollSteps } from './poll-steps.js';
import { type TimeMover, toldOf } from './time-mover.js';
import type { Turn } from './turn.js';
import { type TurnBeginning, TurnQueue } from './turn-queue.js';
import { WallFollower } from './wall-follower.js';

/** Client steps that can start the clock: any request, or the opening of a stream. */
type ClientStep = 'request' | 'stream';

/**
 * Owns when the time of one simulation moves: the mode, whether it plays, and the turns that were asked
 * for. Requests of clients change them. Always: turns run in the order in which they were asked for.
 */
export class Clock {
  readonly mode: ClockMode;
  readonly #simulation: Simulation;
  readonly #settings: ClockSettings;
  readonly #lockstep: Lockstep | undefined;
  readonly #follower: WallFollower;
  readonly #turns: TurnQueue;
  #isPlaying = false;
  /** The client step that starts the clock; undefined when none does. */
  #awaits: ClientStep | undefined;
  readonly #pollSteps = new PollSteps();
  /** What moves time in place of the clock. Undefined: the clock itself. */
  #mover: TimeMover | undefined;
  #over: string | undefined;
  readonly #onPause = new Listeners<[Pause]>();

  constructor(simulation: Simulation, mode: ClockMode, settings: ClockSettings = {}) {
    this.mode = mode;
    this.#simulation = simulation;
    this.#settings = settings;
    const { speed = 1 } = settings;
    this.#follower = new WallFollower(simulation, speed, pause => this.#pauseItself(pause));
    this.#turns = new TurnQueue(simulation, this.#follower.turning);
    this.#lockstep = this.rule.movedBy === 'idleness' ? this.#makeLockstep() : undefined;
  }

  get state(): ClockState {
    const { now, hasEnded } = this.#simulation;
    const { isPlaying, speed } = this.#mover ?? {
      isPlaying: this.#isPlaying,
      speed: this.#follower.speed,
    };
    const isOver = hasEnded || this.#over !== undefined;
    const state = isOver ? 'ended' : isPlaying ? 'playing' : 'paused';
    const { step, settle } = this.settings;
    const idleBy = this.#lockstep?.by;
    const pauseAt = this.#mover === undefined ? this.#follower.reasons : this.#mover.pauseAt;
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
    return { speed: this.#follower.speed, ...present({ step, settle: this.#settings.settle }) };
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

  /** The account of the work of moving time. */
  set payer(payer: Payer) {
    this.#follower.turning.payer = payer;
  }

  /** Notes work for the simulation that moves no time. @param ms - wall milliseconds. */
  noteWork(ms: number): void {
    this.#follower.turning.payer.note(ms);
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
    this.#follower.holdWhile(mustWait);
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

  /**
   * To be called when a client sends a request or opens a stream; the clock starts if it waited for
   * that.
   */
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
    this.#follower.watchFor(pauseAt);
    this.#awaits = undefined;
    this.#follower.speed = speed;
    this.#isPlaying = true;
    if (this.rule.movedBy === 'wall') this.#follower.follow(from);
    else if (!this.#simulation.hasEnded) this.#lockstep?.start();
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
    this.#follower.stop();
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
    this.#follower.catchUp();
  }

  /**
   * Moves time while it does not move by itself. Turns that are requested together run one
   * after another.
   * @param begin - as of `TurnQueue.advance`.
   * @returns a promise when the turn is so long that it is cut into slices, or when it has to wait.
   */
  advance(turn: Turn, begin?: TurnBeginning): Promise<void> | undefined {
    if (this.#mover !== undefined) return this.#mover.advance(turn);
    return this.#turns.advance(turn, begin);
  }

  #makeLockstep(): Lockstep {
    const simulation = this.#simulation;
    const lockstep = new Lockstep({
      step: () => this.advance({ to: nextStop(simulation) }),
      hasEnded: () => simulation.hasEnded,
      isUnread: () => this.#follower.mustWait(),
      waiting: () => simulation.waiting,
    });
    const { settle } = this.#settings;
    if (settle !== undefined) {
      lockstep.seeBy(new Silence(settleMsOf(settle) as number, () => lockstep.traffic.count));
    }
    return lockstep;
  }

  #pauseItself(pause: Pause): void {
    this.stop();
    this.#simulation.rest();
    this.#onPause.tell(pause);
  }
}
