/**
 * Turns a simulation piece by piece, in slices of wall time, so that requests are served in between.
 * Strategies that run elsewhere take each piece first; a slice is one piece then.
 */

import { performance } from 'node:perf_hooks';
import { instant } from '../../../core/time/instant.js';
import { AutoPause } from '../simulation/auto-pause.js';
import type { Simulation } from '../simulation/simulation.js';
import type { PauseReason } from '../strategies/pause-reason.js';
import { FAIR_TURNS, type Payer, SLICE_MS, UNCOUNTED } from './fair-turns.js';
import { type FixedTurn, isPlain, ledStepOf, type Piece, partOf, type TurnTo } from './turn.js';

/** The rest of a turn, if there is one; a promise when strategies are waited for. */
export type TurnRest = FixedTurn | undefined | Promise<FixedTurn | undefined>;

/** What a turn is asked about while it is made. */
export interface TurnSlicerParts {
  /** Whether readers have fallen behind, so that time waits. */
  readonly isHeld: () => boolean;
  /** What a turn that ends by a function looks for. */
  readonly reasons: () => readonly PauseReason[] | undefined;
}

/** Wall milliseconds of a piece of a turn that strategies take elsewhere first: asking them takes time. */
const LED_SLICE_MS = 10;
const FIRST_SLICE_MICROS = 60_000_000;
const FIRST_SLICE_TICKS = 100;

/** A piece of a turn that was perhaps taken elsewhere first. */
interface LedPiece {
  readonly turn: TurnTo;
  readonly piece: Piece;
  readonly rests: boolean;
  /** What was looked for there; undefined when it was not taken elsewhere. */
  readonly reasons: readonly PauseReason[] | undefined;
}

/**
 * Owns the length of the next slice, in simulated time and in ticks, and the payer of the work. Each
 * piece of a turn that was quick doubles it, a slow one halves it; it is at least a microsecond or a tick.
 */
export class TurnSlicer {
  payer: Payer = UNCOUNTED;
  readonly #simulation: Simulation;
  readonly #parts: TurnSlicerParts;
  /** Simulated time to turn before the next reading of the wall clock. */
  #slice = FIRST_SLICE_MICROS;
  #ticks = FIRST_SLICE_TICKS;

  constructor(simulation: Simulation, parts: TurnSlicerParts) {
    this.#simulation = simulation;
    this.#parts = parts;
  }

  /** Moves time for one slice of wall time. @returns the rest of the turn, if there is one. */
  turnFor(turn: FixedTurn, rests: boolean): TurnRest {
    const startMs = performance.now();
    try {
      return this.#turnUntil(startMs + SLICE_MS, turn, rests);
    } finally {
      FAIR_TURNS.note(this.payer, performance.now() - startMs);
    }
  }

  #turnUntil(endMs: number, turn: FixedTurn, rests: boolean): TurnRest {
    let rest: FixedTurn | undefined = turn;
    do {
      const turned: TurnRest =
        'ticks' in rest ? this.#turnTicks(rest.ticks) : this.#turnTo(rest, rests);
      if (turned instanceof Promise) return turned;
      rest = turned;
    } while (rest !== undefined && performance.now() < endMs && (rests || !this.#parts.isHeld()));
    return rest;
  }

  #turnTicks(ticks: number): TurnRest {
    const simulation = this.#simulation;
    const slice = this.#ticks;
    const some = () => Math.min(ticks, slice, simulation.ticksLeft);
    return simulation.after(
      () => ({ kind: 'ticks', count: some() }),
      () => {
        const left = ticks - some();
        const startMs = performance.now();
        simulation.advanceTicks(some());
        if (left > 0) this.#ticks = this.#sized(slice, performance.now() - startMs);
        return left > 0 && simulation.ticksLeft > 0 ? { ticks: left } : undefined;
      },
    );
  }

  #turnTo(turn: TurnTo, rests: boolean): TurnRest {
    let piece: Piece | undefined;
    let reasons: readonly PauseReason[] | undefined;
    return this.#simulation.after(
      () => {
        if (isFound(turn)) return undefined;
        piece = this.#pieceOf(turn);
        reasons = this.#parts.reasons() ?? [];
        return ledStepOf(turn, piece, reasons);
      },
      () => {
        if (isFound(turn)) return undefined;
        piece ??= this.#pieceOf(turn);
        return this.#takeAsLed({ turn, piece, rests, reasons });
      },
    );
  }

  /**
   * Moves time for a piece as it was moved elsewhere: it looks for the same reasons, even if the
   * clock was paused or played anew meanwhile. @returns the rest of the turn.
   */
  #takeAsLed({ turn, piece, rests, reasons }: LedPiece): FixedTurn | undefined {
    if (reasons === undefined || typeof turn.until !== 'function')
      return this.#take(turn, piece, rests);
    const pause = new AutoPause(this.#simulation, reasons);
    const { until } = pause.turnTo(turn.to);
    const rest = this.#take({ ...turn, until }, piece, rests);
    pause.end();
    return rest && turn;
  }

  /** The next piece of a turn, from the present. */
  #pieceOf({ to }: TurnTo): Piece {
    const simulation = this.#simulation;
    const goal = Math.max(simulation.now, Math.min(to, simulation.last));
    const event = Math.min(simulation.nextEvent, goal);
    const near = Math.max(simulation.now, event) + this.#slice;
    return { target: Math.min(goal, near), goal, near, startMs: performance.now() };
  }

  /** Moves time for a piece. @returns the rest of the turn. */
  #take(turn: TurnTo, piece: Piece, rests: boolean): FixedTurn | undefined {
    const simulation = this.#simulation;
    const { target, near, startMs } = piece;
    const isOver = this.#turnTowards(turn, piece, rests);
    const elapsedMs = performance.now() - startMs;
    const isWhole = simulation.now >= target;
    const sized = this.#sized(this.#slice, elapsedMs);
    if (sized < this.#slice || (isWhole && target === near)) this.#slice = sized;
    return isOver ? undefined : turn;
  }

  /** The length of the slice after one that took so long. */
  #sized(slice: number, elapsedMs: number): number {
    const most = this.#simulation.isLed ? LED_SLICE_MS : SLICE_MS;
    if (elapsedMs < most / 4) return slice * 2;
    return elapsedMs > most ? Math.max(1, Math.floor(slice / 2)) : slice;
  }

  /** @returns whether the turn has ended, at its goal or earlier. */
  #turnTowards(turn: TurnTo, piece: Piece, rests: boolean): boolean {
    const simulation = this.#simulation;
    const { target, goal } = piece;
    const isGoal = target === goal;
    const { to, until } = turn;
    if (isPlain(turn)) {
      // Strategies that run elsewhere have taken all of the piece already.
      const isHeld = rests || simulation.isLed ? undefined : () => this.#parts.isHeld();
      const last = isGoal && (rests || goal === simulation.last);
      const isOver = simulation.advanceTo(instant(target), last, isHeld) && isGoal;
      if (isOver && to > goal) simulation.end();
      return isOver;
    }
    const through = partOf(turn, piece);
    const stopped = simulation.advanceUntil({ to: instant(target), through, until });
    if (stopped || isGoal) simulation.rest();
    if (!stopped && isGoal && to > goal) simulation.end();
    return stopped || isGoal;
  }
}

/** Whether a turn that ends by a function has its end already. */
function isFound({ until }: TurnTo): boolean {
  return typeof until === 'function' && until();
}
