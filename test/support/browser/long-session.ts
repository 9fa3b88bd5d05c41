/**
 * A session with a long ledger that is real: a strategy in the server sends an order at each tick, and
 * each order fills. Nothing of it is made up by a test.
 */

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';
import { temporaryFolder } from '../files/temporary.js';
import { type Served, serve } from '../process/served.js';
import { IS_NIGHTLY } from '../random/nightly.js';
import { control } from './browser.js';

const TICKS = 'EUR_USD_2024-03.csv.gz';
/** Orders; each writes two transactions. At night these are more than 100,000. */
export const ORDERS = IS_NIGHTLY ? 56_500 : 4_000;
const STRATEGY = `export function strategy() {
  let sent = 0;
  return {
    onTick(context) {
      if (sent === ${ORDERS}) return;
      sent += 1;
      const units = sent % 2 === 0 ? '-10' : '10';
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
  };
}
`;
const SCENARIO = `version: 1
name: long
window: { from: 2024-03-04T00:00:00Z, to: 2024-03-09T00:00:00Z }
market:
  EUR_USD: { ticks: ${TICKS} }
accounts:
  - { currency: USD, balance: "100000" }
strategy: { use: ./busy.js }
`;

/** Serves the session, with all its orders sent. */
export async function serveLongSession(): Promise<Served> {
  const folder = temporaryFolder();
  copyFileSync(join(ROOT, 'data', TICKS), join(folder, TICKS));
  writeFileSync(join(folder, 'busy.js'), STRATEGY);
  writeFileSync(join(folder, 'long.yaml'), SCENARIO);
  const served = await serve([join(folder, 'long.yaml'), '--strategy', '--paused']);
  await control(served, 'clock/advance', { to: '2024-03-07T00:00:00Z' });
  return served;
}
