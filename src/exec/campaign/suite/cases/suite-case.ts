/** What a case of a suite is. */

import type { Prng } from '../../../../core/base/prng.js';
import type { Property } from '../../properties.js';
import type { FaultReach, Life, Schedule } from '../../subject.js';
import type { CalmFacts } from './calm-facts.js';

/** What goes wrong in one run. */
export interface Plan {
  readonly rules: Schedule;
  readonly life?: Life;
}

/** One case of a suite. */
export interface SuiteCase {
  readonly name: string;
  /** What goes wrong, a sentence. */
  readonly about: string;
  /** What a client must do, a sentence. */
  readonly duty: string;
  readonly reach: FaultReach;
  /** Properties that cannot be checked here, because other prices give other trades. */
  readonly spares?: readonly Property[];
  /** Whether a client may end with a failure, for a person to look at it. */
  readonly mayStop?: true;
  /** Draws the faults of a run; undefined when the client does nothing that the case is about. */
  readonly plan: (draws: Prng, facts: CalmFacts) => Plan | undefined;
  /** Why a client is not concerned, for people. */
  readonly unless: string;
}

/** Why a client that sends no order is not concerned. */
export const TRADES_NOTHING = 'it sends no order';
/** Why a client that asks for nothing is not concerned. */
export const ASKS_NOTHING = 'it asks for nothing';
