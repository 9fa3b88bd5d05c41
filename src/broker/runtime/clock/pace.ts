/**
 * Holds virtual time to a pace, so that a person can watch a program trade: playing at a speed,
 * paused, or going one step. It decides how long time waits, never at which instants the program
 * gets the time, so that the ledger is that of a run without it. Source: decision 0086.
 */

import { performance } from 'node:perf_hooks';
import type { TurnEnd } from '../../../core/run/turn-end.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import { AutoPause, type Pause } from '../simulation/auto-pause.js';
import type { Simulation } from '../simulation/simulation.js';
import type { PauseReason } from '../strategies/pause-reason.js';
import type { TimeMover } from './time-mover.js';
import { goalOf, type Turn } from './turn.js';

/** How a pace begins. */
export interface PaceSetup {
  /** Simulated seconds per wall second; Infinity: as fast as the program goes. */
  readonly speed: number;
  /** Whether time stands until a person plays it. */
  readonly paused: boolean;
  /** Wall milliseconds; default: of this process. */
  readonly wallMs?: () => number;
}

/** A stop that time goes to at full speed. */
interface Step {
  readonly to: Instant;
  readonly until: TurnEnd['until'];
  /** The ticks at which it ends; Infinity for no such number. */
  readonly ticks: number;
  /** Whether what it looks for has happened. */
  isFound: boolean;
  /** Ends the step or the search, and resolves the promise of its caller. */
  readonly end: () => void;
}

const MICROS_PER_MS = 1_000;
/**
 * The most wall milliseconds between two looks that count: time does not catch up after a program
 * has computed.
 */
const ELAPSED_MS_MAX = 100;

/**
 * Owns the speed, the step in progress and what time stops at by itself. `play`, `pause` and `advance`
 * change them; `reach` and `moved` end a step and a pause that is due. Time itself is moved by the caller.
 */
export class Pace implements TimeMover {
  onPause: (pause: Pause) => void = () => undefined;
  /** Called when time may go on. */
  onChange: () => void = () => undefined;
  readonly #simulation: Simulation;
  readonly #wallMs: () => number;
  #speed: number;
  #isPlaying: boolean;
  #autoPause: AutoPause | undefined;
  #step: Step | undefined;
  /**
   * The instant up to which time may go, microseconds, and the wall milliseconds at which it was
   * found.
   */
  #horizon: number;
  #lookedMs: number;

  constructor(simulation: Simulation, { speed, paused, wallMs }: PaceSetup) {
    this.#simulation = simulation;
    this.#wallMs = wallMs ?? (() => performance.now());
    this.#speed = speed;
    this.#isPlaying = !paused;
    this.#horizon = simulation.now;
    this.#lookedMs = this.#wallMs();
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Whether time plays, or goes a step. */
  get isMoving(): boolean {
    return this.#isPlaying || this.#step !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  get pauseAt(): readonly PauseReason[] | undefined {
    return this.#autoPause?.reasons;
  }

  /** Whether nothing holds time: the program may go on without asking. */
  get isFree(): boolean {
    return this.#isPlaying && !Number.isFinite(this.#speed) && this.#autoPause === undefined;
  }

  play(speed: number, reasons: readonly PauseReason[] = []): void {
    this.pause();
    this.#speed = speed;
    this.#isPlaying = true;
    this.#horizon = this.#simulation.now;
    this.#lookedMs = this.#wallMs();
    if (reasons.length > 0) this.#autoPause = new AutoPause(this.#simulation, reasons);
    this.onChange();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#autoPause?.end();
    this.#autoPause = undefined;
    this.#endStep();
  }

  advance(turn: Turn): Promise<void> {
    this.pause();
    const { last, ticks } = this.#simulation;
    return new Promise(resolve => {
      const isByTicks = 'ticks' in turn;
      const until = isByTicks ? 'tick' : turn.until;
      const forget = this.#simulation.onTransaction(({ type }) => {
        const isIt = until === 'transaction' || (until === 'fill' && type === 'ORDER_FILL');
        if (isIt && this.#step !== undefined) this.#step.isFound = true;
      });
      this.#step = {
        to: instant(Math.min(last, isByTicks ? last : goalOf(turn, this.#simulation))),
        until,
        ticks: isByTicks
          ? ticks + turn.ticks
          : until === 'tick'
            ? ticks + 1
            : Number.POSITIVE_INFINITY,
        isFound: false,
        end: () => {
          forget();
          resolve();
        },
      };
      this.moved();
      this.onChange();
    });
  }

  /**
   * Whether time may go to `to` in one move now. If not, and a stop on the way is seen by viewers
   * only, it goes towards `to` as far as the pace allows.
   * @param drifts - whether viewers alone see a stop on the way
   */
  reach(to: number, drifts: boolean): boolean {
    const { now } = this.#simulation;
    const goal = Math.min(to, this.#goal());
    if (!this.#stops && goal >= to) return true;
    if (!drifts) return this.#step === undefined ? goal >= to : goal > now;
    if (goal <= now) return false;
    this.#drift(instant(goal));
    return this.#goal() >= to && this.#simulation.now >= to;
  }

  /** Time has moved: a step that has come to its end is over, and so is playing that has found its stop. */
  moved(): void {
    const { now, ticks } = this.#simulation;
    const step = this.#step;
    if (step !== undefined && (step.isFound || now >= step.to || ticks >= step.ticks)) {
      this.#endStep();
    }
    const found = this.#autoPause?.found;
    if (found === undefined) return;
    this.pause();
    this.onPause(found);
  }

  /** Whether something may stop time before it comes to where it goes. */
  get #stops(): boolean {
    return this.#step !== undefined || this.#autoPause !== undefined;
  }

  /** Returns the instant up to which time may go at this moment, microseconds. */
  #goal(): number {
    if (this.#step !== undefined) return this.#step.to;
    if (!this.#isPlaying) return this.#simulation.now;
    if (!Number.isFinite(this.#speed)) return Number.POSITIVE_INFINITY;
    const { now } = this.#simulation;
    const wallMs = this.#wallMs();
    const rate = this.#speed * MICROS_PER_MS;
    const elapsedMs = Math.min(wallMs - this.#lookedMs, ELAPSED_MS_MAX);
    this.#horizon = Math.max(now, this.#horizon) + elapsedMs * rate;
    this.#lookedMs = wallMs;
    return Math.floor(this.#horizon);
  }

  #drift(goal: Instant): void {
    const step = this.#step;
    if (step === undefined && this.#autoPause === undefined) {
      this.#simulation.advanceTo(goal);
      return;
    }
    const { to, until } = this.#autoPause?.turnTo(goal) ?? { to: goal, until: step?.until };
    this.#simulation.advanceUntil({ to, through: 'commands', until });
    this.moved();
  }

  #endStep(): void {
    const step = this.#step;
    this.#step = undefined;
    step?.end();
  }
}
