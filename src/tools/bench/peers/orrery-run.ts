/**
 * Orrery as its users run it: the built command line as a whole process, on a scenario that names
 * the workload and the example strategy.
 */

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_FILE } from '../../../data/record/record-format.js';
import { STORE } from '../loads/workload.js';
import { measured, type PeerOutcome } from './child.js';
import { type Fill, fillAt } from './fills.js';

const SECONDS_MAX = 120;
const SCENARIO = 'peers.yaml';

/** The market never closes, because the peers have no trading hours and fill at any tick. */
const TEXT = `version: 1
name: peers
market:
  EUR_USD: { ticks: ./EUR_USD.csv, instrument: { alwaysOpen: true } }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./sma-cross.ts, params: { fast: 20, slow: 50, units: 1000 } }
`;

/** Writes the scenario and the strategy beside the workload, which is `EUR_USD.csv` in `folder`. */
export async function writeScenario(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(
    join(root, 'scenarios', 'strategies', 'sma-cross.ts'),
    join(folder, 'sma-cross.ts'),
  );
  await writeFile(join(folder, SCENARIO), TEXT);
}

/** Times `orrery run peers.yaml --json` from the start of the process to its end. */
export function timeOrrery(root: string, folder: string): Promise<PeerOutcome> {
  return orrery(root, folder, []);
}

/** Removes what a run has kept of the workload. */
export function removeStore(folder: string): Promise<void> {
  return rm(join(folder, STORE), { recursive: true, force: true });
}

/** The fills of one more run, which is not timed and writes its ledger. */
export async function orreryFills(root: string, folder: string): Promise<readonly Fill[]> {
  const { error } = await orrery(root, folder, ['--out', 'ledger']);
  if (error !== undefined) throw new Error(`the run of Orrery failed: ${error}`);
  const lines = (await readFile(join(folder, 'ledger', LEDGER_FILE), 'utf8')).split('\n');
  return lines
    .filter(line => line.includes('"ORDER_FILL"'))
    .map(line => JSON.parse(line) as { readonly time: string; readonly units: string })
    .map(({ time, units }) => fillAt(Date.parse(`${time.slice(0, 23)}Z`), Number(units)));
}

function orrery(root: string, folder: string, more: readonly string[]): Promise<PeerOutcome> {
  return measured({
    command: process.execPath,
    args: [join(root, 'dist', 'bundle', 'main.js'), 'run', SCENARIO, '--json', ...more],
    folder,
    secondsMax: SECONDS_MAX,
  });
}
