/**
 * An instrument that a step names.
 */

import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { wasText } from '../../http/read/given-value.js';
import { invalidParameter } from '../../http/request-errors.js';

/** The slot of `instrument`. @param path - of the field. @throws RequestError 400 with the names of the market. */
export function slotAsked({ engine }: Simulation, instrument: string, path: string): number {
  const { quotes } = engine.state;
  const slot = quotes.slot(instrument);
  if (slot !== undefined) return slot;
  const names = quotes.instruments.map(({ name }) => name).join(', ');
  throw invalidParameter(path, wasText(instrument, `one of ${names}`));
}
