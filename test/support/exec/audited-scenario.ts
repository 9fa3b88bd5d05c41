/** A short market for audits: one tick a minute; the price goes up and down. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../files/temporary.js';

/** Minutes of the window. */
export const MINUTES = 12;

const TICKS = Array.from({ length: MINUTES }, (_, minute) => {
  const bid = 1.08 + ((minute * 7) % 5) / 1000;
  const time = `2024-03-05T10:${String(minute).padStart(2, '0')}:10Z`;
  return `${time},${bid.toFixed(5)},${(bid + 0.0001).toFixed(5)}`;
});

/** The paths of a scenario and its tick file, in a new folder. */
export interface AuditedScenario {
  readonly folder: string;
  readonly scenario: string;
  readonly ticks: string;
}

/** Writes the scenario. */
export function auditedScenario(): AuditedScenario {
  const folder = temporaryFolder();
  const scenario = join(folder, 'scenario.yaml');
  const ticks = join(folder, 'ticks.csv');
  writeFileSync(ticks, `time,bid,ask\n${TICKS.join('\n')}\n`);
  writeFileSync(
    scenario,
    `version: 1
name: audited
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T10:${MINUTES}:00Z }
market:
  EUR_USD: { ticks: ticks.csv }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "10000" }
`,
  );
  return { folder, scenario, ticks };
}
