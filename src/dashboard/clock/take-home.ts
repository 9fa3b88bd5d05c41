/** What one keeps of a session: the report, and the scenario that runs to the same ledger. */

import { saveFrom } from '../parts/copy-text.js';
import { store } from '../state/app.js';
import { reportPath, scenarioPath } from '../wire/shelf.js';

/** Opens the report of the session so far, in a tab of its own. */
export function openReport(): void {
  const place = store.value?.place;
  if (place !== undefined) open(reportPath(place.simulation), '_blank', 'noreferrer');
}

/** Saves the session so far as a scenario, which `orrery run` takes to the same ledger. */
export function saveScenario(): void {
  const simulation = store.value?.place.simulation;
  if (simulation === undefined) return;
  saveFrom(scenarioPath(simulation), `${simulation}.yaml`);
}
