/**
 * When simulated time moves: with the wall clock at a speed, or only when told to. Beside the
 * heartbeats of streams the only place with timers and a wall clock.
 * Source: docs/command-line.md 6; invariant D5 (slicing does not change the ledger).
 */

import { performance } from 'node:perf_hooks';
import type { TurnEnd } from '../core/run/crank.js';
import { type Instant, instant } from '../core/time/instant.js';
import type { Simulation } from './simulation.js';

/** What distinguishes a clock mode from the others: all that code outside of the clock asks. */
export interface ClockModeRule {
  /** Whether time runs by itself while it is played; else it moves only when it is advanced. */
  readonly plays: boolean;
  /** How time moves, after the word `time`; `%` stands for the speed. */
  readonly told: string;
}

/** One row per clock mode; the names are those of `serve --clock` and of `/_sim/clock`. */
export const CLOCK_MODES = {
  paced: { plays: true, told: 'runs at speed %' },
  manual: { plays: false, told: 'moves when you say so' },
} as const satisfies Readonly<Record<string, ClockModeRule>>;
export type ClockMode = keyof typeof CLOCK_MODES;
export const CLOCK_MODE_NAMES = Object.keys(CLOCK_MODES) as readonly ClockMode[];

/** Where a clock stands. */
export interface ClockState {
  readonly mode: ClockMode;
  /** `paused` as well while a clock of a mode that never plays waits to be advanced. */
  readonly state: 'playing' | 'paused' | 'ended';
  /** Microseconds since 1970 of simulated time. */
  readonly now: Instant;
  /** Above 0: simulated seconds a wall second; Infinity for as fast as the machine goes. */
  readonly speed: number;
}

/** What clients do that may let time begin: ask for anything, or open a stream. */
type ClientStep = 'request' | 'stream';

/**
 * How far to turn the crank: to an instant, or by microseconds or ticks from where it starts; whole
 * numbers of 0 or more. An instant before the present counts as the present.
 */
export type Turn = FixedTurn | { readonly by: number };
type FixedTurn = TurnTo | { readonly ticks: number };
type TurnTo = Pick<TurnEnd, 'to'> & Partial<TurnEnd>;

/** Milliseconds between two looks at the wall clock while playing. */
const PACE_MS = 10;
/** Wall milliseconds after which a long turn lets requests and streams have a go. */
const SLICE_MS = 10;
const FIRST_SLICE_MICROS = 60_000_000;
const TICKS_A_SLICE = 1_000;

export class SandboxClock {
  readonly mode: ClockMode;
  readonly #simulation: Simulation;
  #speed: number;
  #isPlaying = false;
  /** What of a client's makes time run; undefined when nothing does. */
  #awaits: ClientStep | undefined;
  #mustWait: () => boolean = () => false;
  /** Wall milliseconds and simulated instant from which time is counted while playing. */
  #sinceMs = 0;
  #from: Instant;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #lastTurn: Promise<void> | undefined;
  /** Rises when turns under way are to end. */
  #stops = 0;
  /** Simulated time that is turned before the next look at the wall clock. */
  #slice = FIRST_SLICE_MICROS;

  constructor(simulation: Simulation, mode: ClockMode, speed = 1) {
    this.mode = mode;
    this.#simulation = simulation;
    this.#speed = speed;
    this.#from = simulation.now;
  }

  get state(): ClockState {
    const { now, hasEnded } = this.#simulation;
    const state = hasEnded ? 'ended' : this.#isPlaying ? 'playing' : 'paused';
    return { mode: this.mode, state, now, speed: this.#speed };
  }

  /** What its mode allows. */
  get rule(): ClockModeRule {
    return CLOCK_MODES[this.mode];
  }

  /** Whether a turn is under way or waits for its turn. */
  get isTurning(): boolean {
    return this.#lastTurn !== undefined;
  }

  /** Time at full speed stands still while `mustWait` says so: nobody can read as fast as it runs. */
  holdWhile(mustWait: () => boolean): void {
    this.#mustWait = mustWait;
  }

  /** Lets time run as soon as a client takes `step`, unless it is played, paused or stopped before. */
  playOnFirst(step: ClientStep): void {
    this.#awaits = step;
  }

  /** A client has taken a step. */
  clientTook(step: ClientStep): void {
    if (this.#awaits === step) this.play();
  }

  /** Lets time run from where it stands, at `speed` or as before. */
  play(speed = this.#speed): void {
    this.catchUp();
    this.#awaits = undefined;
    this.#speed = speed;
    this.#isPlaying = true;
    this.#sinceMs = performance.now();
    this.#from = this.#simulation.now;
    this.#schedule();
  }

  /** Stops time where it stands. */
  pause(): void {
    this.catchUp();
    this.stop();
    this.#simulation.advanceTo(this.#simulation.now, true);
  }

  /** Ends all movement by itself, and the turns under way where they stand. */
  stop(): void {
    this.#stops += 1;
    this.#isPlaying = false;
    this.#awaits = undefined;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  /**
   * Brings simulated time to the present before somebody looks at it; for a slice at most. Full speed
   * has no present: there time moves between requests only, so that whoever comes first sees its start.
   */
  catchUp(): void {
    if (Number.isFinite(this.#speed)) this.#run();
  }

  #run(): void {
    if (!this.#isPlaying || this.#simulation.hasEnded || this.#isHeld()) return;
    const elapsedMs = performance.now() - this.#sinceMs;
    const target = this.#from + Math.floor(elapsedMs * 1_000 * this.#speed);
    this.#turnFor({ to: instant(Math.min(target, this.#simulation.scenario.to)) }, false);
  }

  #isHeld(): boolean {
    return !Number.isFinite(this.#speed) && this.#mustWait();
  }

  /**
   * Turns the crank while time rests otherwise; turns asked for together happen one after another.
   * @returns a promise when the turn is so long that it is cut into slices.
   */
  advance(turn: Turn): Promise<void> | undefined {
    const stops = this.#stops;
    if (this.#lastTurn === undefined) {
      const rest = this.#turnFor(this.#fixed(turn), true);
      if (rest === undefined) return undefined;
      return this.#follow(this.#turnOn(rest, stops));
    }
    const start = () =>
      stops === this.#stops ? this.#turnOn(this.#fixed(turn), stops) : undefined;
    return this.#follow(this.#lastTurn.then(start));
  }

  /** The turn from where time stands now; earlier turns may have passed its goal. */
  #fixed(turn: Turn): FixedTurn {
    const { now } = this.#simulation;
    if ('by' in turn) return { to: instant(Math.min(now + turn.by, Number.MAX_SAFE_INTEGER)) };
    return 'to' in turn && turn.to < now ? { ...turn, to: now } : turn;
  }

  #follow(turning: Promise<void>): Promise<void> {
    const last = turning.finally(() => {
      if (this.#lastTurn === last) this.#lastTurn = undefined;
    });
    this.#lastTurn = last;
    return last;
  }

  async #turnOn(turn: FixedTurn, stops: number): Promise<void> {
    let rest: FixedTurn | undefined = turn;
    while (rest !== undefined) {
      await new Promise(resolve => setImmediate(resolve));
      if (stops !== this.#stops) return;
      rest = this.#turnFor(rest, true);
    }
  }

  /** Turns for a slice of wall time. @returns what is left of the turn, if anything. */
  #turnFor(turn: FixedTurn, rests: boolean): FixedTurn | undefined {
    const endMs = performance.now() + SLICE_MS;
    let rest: FixedTurn | undefined = turn;
    do {
      rest = 'ticks' in rest ? this.#turnTicks(rest.ticks) : this.#turnTo(rest, rests);
    } while (rest !== undefined && performance.now() < endMs && (rests || !this.#isHeld()));
    return rest;
  }

  #turnTicks(ticks: number): FixedTurn | undefined {
    const some = Math.min(ticks, TICKS_A_SLICE, this.#simulation.ticksLeft);
    this.#simulation.advanceTicks(some);
    const left = ticks - some;
    return left > 0 && this.#simulation.ticksLeft > 0 ? { ticks: left } : undefined;
  }

  #turnTo(turn: TurnTo, rests: boolean): FixedTurn | undefined {
    const { to } = turn;
    const simulation = this.#simulation;
    const goal = Math.min(to, simulation.last);
    const event = Math.min(simulation.nextEvent, goal);
    const near = Math.max(simulation.now, event) + this.#slice;
    const target = Math.min(goal, near);
    const startMs = performance.now();
    const isOver = this.#turnTowards(turn, target, goal, rests);
    const elapsedMs = performance.now() - startMs;
    const isWhole = simulation.now >= target;
    if (elapsedMs < SLICE_MS / 4 && isWhole && target === near) this.#slice *= 2;
    else if (elapsedMs > SLICE_MS) this.#slice = Math.max(1, Math.floor(this.#slice / 2));
    return isOver ? undefined : turn;
  }

  /** @returns whether the turn is over, at its goal or early. */
  #turnTowards(turn: TurnTo, target: number, goal: number, rests: boolean): boolean {
    const simulation = this.#simulation;
    const isGoal = target === goal;
    const { to, until, through = 'commands' } = turn;
    if (until === undefined && through === 'commands') {
      const isHeld = rests ? undefined : () => this.#isHeld();
      const last = isGoal && (rests || goal === simulation.last);
      const isOver = simulation.advanceTo(instant(target), last, isHeld) && isGoal;
      if (isOver && to > goal) simulation.end();
      return isOver;
    }
    // The end of the window is gone through, however early a later instant was to be stopped in.
    const part = isGoal ? (goal < to ? 'commands' : through) : 'timers';
    const stopped = simulation.advanceUntil({ to: instant(target), through: part, until });
    if (stopped || isGoal) simulation.rest();
    if (!stopped && isGoal && to > goal) simulation.end();
    return stopped || isGoal;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    if (!this.#isPlaying || this.#simulation.hasEnded) return;
    const next = () => {
      this.#run();
      this.#schedule();
    };
    if (Number.isFinite(this.#speed) || this.#isHeld()) this.#timer = setTimeout(next, PACE_MS);
    else this.#immediate = setImmediate(next);
  }
}
