/**
 * The list of simulations while it is shown: read at intervals, and the shown simulation from the
 * feed.
 */

import { useEffect } from 'preact/hooks';
import { refreshSimulations, store } from '../state/app.js';
import type { SimulationSummary } from '../wire/types.js';

/** How often the list is read while it is looked at, in wall milliseconds: others move time too. */
const FRESH_MS = 1000;

/** Keeps the list fresh while the component is shown. */
export function useFreshList(): void {
  useEffect(() => {
    const read = () => refreshSimulations().catch(() => {});
    void read();
    const timer = setInterval(read, FRESH_MS);
    return () => clearInterval(timer);
  }, []);
}

/** The shown simulation from the feed; the others are known from the list only. */
export function atItsClock(each: SimulationSummary): SimulationSummary {
  const clock = isShown(each) ? store.value?.clock.value : undefined;
  return clock === undefined ? each : { ...each, now: clock.now, state: clock.state };
}

/** Whether a simulation is the shown one. */
export function isShown({ id }: SimulationSummary): boolean {
  return store.value?.place.simulation === id;
}
