/**
 * The turns that are asked of a clock: one after another, each in slices between which other requests are
 * served.
 */

import { instant } from '../../../core/time/instant.js';
import { passLost } from '../simulation/command-lost.js';
import type { Simulation } from '../simulation/simulation.js';
import { FAIR_TURNS } from './fair-turns.js';
import { type FixedTurn, goalOf, type Turn } from './turn.js';
import type { TurnRest, TurnSlicer } from './turning.js';

/** What happens at the instant at which a turn begins. @returns whether time moves then. */
export type TurnBeginning = () => boolean | Promise<boolean>;

/** Owns the turns in progress and those that wait; `advance` adds one, `stop` and `end` end all. They run in order. */
export class TurnQueue {
  /** Whether the server stopped before a turn had reached its goal. */
  isCut = false;
  readonly #simulation: Simulation;
  readonly #turning: TurnSlicer;
  #last: Promise<void> | undefined;
  /** Grows by one when the turns in progress are to end. */
  #stops = 0;
  /** Whether the server stops. */
  #isEnded = false;

  constructor(simulation: Simulation, turning: TurnSlicer) {
    this.#simulation = simulation;
    this.#turning = turning;
  }

  /** Whether a turn is in progress or waits. */
  get isTurning(): boolean {
    return this.#last !== undefined;
  }

  /**
   * Begins a turn of the clock when the turns before it have ended.
   * @param begin - is called then, even if a stop has taken the time of the turn away, but not when the server
   * stops; false: time stays. Default: time moves.
   * @returns a promise when the turn is so long that it is cut into slices, or when it has to wait.
   */
  advance(turn: Turn, begin?: TurnBeginning): Promise<void> | undefined {
    const stops = this.#stops;
    if (this.#last !== undefined) {
      return this.#follow(this.#last.then(() => this.#begun(turn, begin, stops)));
    }
    const { payer } = this.#turning;
    if (!FAIR_TURNS.hasTime(payer)) {
      return this.#follow(FAIR_TURNS.turn(payer).then(() => this.#begun(turn, begin, stops)));
    }
    const goes = begin?.() ?? true;
    if (goes instanceof Promise) {
      return this.#follow(goes.then(moves => this.#begun(turn, () => moves, stops)));
    }
    const rest = goes ? this.#turning.turnFor(this.#fixed(turn), true) : undefined;
    return rest === undefined ? undefined : this.#follow(this.#turnOn(rest, stops));
  }

  /** Ends all turns at the instant that they have reached. */
  stop(): void {
    this.#stops += 1;
  }

  /** Ends all turns because the server stops. */
  end(): void {
    this.#isEnded = true;
    this.stop();
  }

  /** Begins a turn that was asked for after so many stops, and takes it. */
  async #begun(turn: Turn, begin: TurnBeginning | undefined, stops: number): Promise<void> {
    const goesOn = this.#goesOn(stops);
    if (this.#isEnded) return;
    const moves = (await begin?.()) ?? true;
    if (moves && goesOn && this.#goesOn(stops)) await this.#turnOn(this.#fixed(turn), stops);
  }

  /** The turn from the present instant; earlier turns may already have passed its goal. */
  #fixed(turn: Turn): FixedTurn {
    const { now } = this.#simulation;
    if ('ticks' in turn) return turn;
    return { ...turn, to: instant(Math.max(now, goalOf(turn, this.#simulation))) };
  }

  #follow(turning: Promise<void>): Promise<void> {
    const last = turning.finally(() => {
      if (this.#last === last) this.#last = undefined;
    });
    this.#last = last;
    return last;
  }

  async #turnOn(turn: TurnRest, stops: number): Promise<void> {
    let rest = await this.#kept(turn);
    while (rest !== undefined) {
      await FAIR_TURNS.turn(this.#turning.payer);
      if (!this.#goesOn(stops)) return;
      this.#turning.payer.check();
      rest = await this.#kept(this.#turning.turnFor(rest, true));
    }
  }

  /** Whether a turn that began after so many stops goes on. */
  #goesOn(stops: number): boolean {
    if (stops === this.#stops) return true;
    this.isCut ||= this.#isEnded;
    return false;
  }

  /** A turn ends when its simulation is removed, or the server stops. */
  #kept(turned: TurnRest): TurnRest {
    if (!(turned instanceof Promise)) return turned;
    return turned.catch(error => {
      this.isCut ||= this.#isEnded;
      return passLost(error);
    });
  }
}
