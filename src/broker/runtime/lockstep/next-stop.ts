/**
 * Where time stops when it moves to the next market event.
 */

import { type Instant, instant } from '../../../core/time/instant.js';
import { windowEndAfter } from '../simulation/price-windows.js';
import type { Simulation } from '../simulation/simulation.js';

/**
 * The last instant of the price window that holds the next event, so that every price that streams
 * show has a stop of its own. When nothing is to come: the end of the window of time.
 */
export function nextStop({
  nextEvent,
  last,
  scenario,
}: Pick<Simulation, 'nextEvent' | 'last' | 'scenario'>): Instant {
  if (nextEvent > last) return scenario.to;
  return instant(Math.min(windowEndAfter(nextEvent) - 1, last));
}
