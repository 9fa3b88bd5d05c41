/** Verbs of sessions of practice. */

import type {
  DisguiseAnswer,
  PracticeMade,
  PracticeRequest,
} from '../../broker/api/control/schema/practice.js';
import { readVerb } from './control.js';
import { call } from './rest.js';

export type { DisguiseAnswer, PracticeRequest };

/** Makes a session; its clock is paused at its start. */
export function makePractice(body: PracticeRequest): Promise<PracticeMade> {
  return call({ method: 'POST', path: '/_sim/practice', body });
}

/** What a disguise hides; asked only when a session has ended. */
export function readDisguise(simulation: string): Promise<DisguiseAnswer> {
  return readVerb(simulation, 'disguise');
}
