/** What simulations can be made of, and what can be taken home: scenarios and reports. */

import { verbPath } from './control.js';
import { call } from './rest.js';

/** The scenarios of the server's folder, by the names that a creation takes. */
export async function readScenarioNames(): Promise<readonly string[]> {
  const answer = await call<{ scenarios: { name: string }[] }>({ path: '/_sim/scenarios' });
  return answer.scenarios.map(({ name }) => name);
}

/** Where the session so far stands as a scenario file. */
export function scenarioPath(simulation: string): string {
  return verbPath(simulation, 'scenario');
}

/** Where the report of the session stands as a page. */
export function reportPath(simulation: string): string {
  return verbPath(simulation, 'report');
}
