/** A folder with a scenario to trade by hand: a day of EUR_USD, in which guaranteed stops are allowed. */

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';
import { temporaryFolder } from '../files/temporary.js';

const TICKS = 'EUR_USD_2024-03.csv.gz';
const SCENARIO = `version: 1
name: by-hand
window: { from: 2024-03-04T00:00:00Z, to: 2024-03-05T00:00:00Z }
market:
  EUR_USD: { ticks: ${TICKS}, instrument: { guaranteedStopLossOrderMode: ALLOWED } }
accounts:
  - { currency: USD, balance: "10000", guaranteedStopLossOrderMode: ALLOWED }
`;

/** Makes the folder, which is removed after the test file. @returns its path; the scenario is `by-hand.yaml`. */
export function tradingFolder(): string {
  const folder = temporaryFolder();
  copyFileSync(join(ROOT, 'data', TICKS), join(folder, TICKS));
  writeFileSync(join(folder, 'by-hand.yaml'), SCENARIO);
  return folder;
}
