/** The inputs of a simulation for a listener: together with the scenario they give its ledger. */

import type { Input } from '../../../core/run/input/input.js';
import type { PastPlace } from '../strategies/place.js';

/** Gets every input of a simulation, after it has had its effect. */
export interface InputListener {
  /** Something came in from outside. */
  onInput(input: Input): void;
  /** The simulation is about to go back. */
  beforeRewind(): void;
  /** It went back to `place`. */
  onRewind(place: PastPlace): void;
  /** An input threw: what it left behind is not known. */
  onBroken(error: Error): void;
}
