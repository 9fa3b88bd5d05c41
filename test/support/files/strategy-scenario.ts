/** A scenario file with a strategy of its own, in a throw-away folder. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TickColumns } from '../../../src/core/market/tick.js';
import { writeTicks } from '../../../src/data/storage/ticks/write-ticks.js';
import { sandboxScenario } from '../api/sandbox-scenario.js';
import { temporaryFolder } from './temporary.js';

/**
 * Two days of EUR_USD from 2024-03-05T10:00:00Z, and a module with this source.
 * @param params - as YAML, `{ fast: 2 }`.
 */
export async function strategyScenario(source: string, params = '{}'): Promise<string> {
  const folder = temporaryFolder();
  const [entry] = sandboxScenario().market;
  if (entry?.ticks === undefined) throw new Error('the sandbox has ticks');
  const columns = entry.ticks.windows[0]?.columns() as TickColumns;
  await writeTicks(join(folder, 'ticks.csv'), entry.instrument, columns);
  writeFileSync(join(folder, 'strategy.ts'), source);
  const file = join(folder, 'scenario.yaml');
  writeFileSync(
    file,
    `version: 1
name: test
market:
  EUR_USD: { ticks: ./ticks.csv }
accounts:
  - { currency: USD, balance: "10000" }
strategy:
  use: ./strategy.ts
  params: ${params}
`,
  );
  return file;
}
