/**
 * Shows a recorded session again: gives a simulation its inputs at their instants, at the pace that
 * the viewer sets. Going back is a rewind; from there the inputs come again. Source: decision 0086.
 */

import { performance } from 'node:perf_hooks';
import type { Input } from '../../../core/run/input/input.js';
import type { Simulation } from '../simulation/simulation.js';
import { Pace, type PaceSetup } from './pace.js';

/** Wall milliseconds between two moves of time, and those that one look works before others have their turn. */
const LOOK_MS = 20;
const SLICE_MS = 10;

/**
 * Owns the timer of the next look. `pace` decides when time moves; the next input follows from
 * those that the simulation has taken.
 */
export class Replayer {
  readonly pace: Pace;
  readonly #simulation: Simulation;
  readonly #inputs: readonly Input[];
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  /** @param inputs - of the whole session, in the order of acceptance. */
  constructor(simulation: Simulation, inputs: readonly Input[], setup: PaceSetup) {
    this.#simulation = simulation;
    this.#inputs = inputs;
    this.pace = new Pace(simulation, setup);
    this.pace.onChange = () => this.#look();
  }

  /** Moves time no more. */
  stop(): void {
    this.#rest();
    this.pace.onChange = () => undefined;
    this.pace.pause();
  }

  #look(): void {
    this.#rest();
    const endMs = performance.now() + SLICE_MS;
    while (this.pace.isMoving && !this.#simulation.hasEnded) {
      if (!this.#goOn()) break;
      if (performance.now() < endMs) continue;
      this.#immediate = setImmediate(() => this.#look());
      return;
    }
    this.#simulation.rest();
    if (this.pace.isMoving) this.#timer = setTimeout(() => this.#look(), LOOK_MS);
  }

  /** Goes to the next input and gives it, or to the end. @returns whether the pace let it. */
  #goOn(): boolean {
    const simulation = this.#simulation;
    const next = this.#inputs[simulation.inputs.length];
    const to = next?.time ?? simulation.last;
    // Several inputs of one instant come without a pause.
    if (to > simulation.now && !this.pace.reach(to, true)) return false;
    simulation.advanceTo(to, next === undefined);
    if (next === undefined) {
      simulation.end();
      this.pace.pause();
      return false;
    }
    simulation.replay(next);
    this.pace.moved();
    return true;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }
}
