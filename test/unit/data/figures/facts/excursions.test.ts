/** How far prices moved for and against trades on bars, by whole runs. */

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { accountRuns } from '../../../../../src/data/figures/account/account-run.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { lines, scratchPath } from '../../../../support/files/tick-files.js';

const CALM = '1.10000,1.10010,1.09990,1.10000';
/** The highest price comes first, on a tie of the extremes. */
const WIDE = '1.10000,1.10300,1.09700,1.10000';

/** Reason and excursions of the first closed trade, in pips. */
async function excursion(bars: readonly string[], units: number, exits: string) {
  const file = scratchPath('scenario.yaml');
  const rows = bars.map((prices, minute) => `2024-03-05T10:0${minute}:00Z,${prices}`);
  writeFileSync(join(dirname(file), 'b.csv'), lines('time,open,high,low,close', ...rows));
  writeFileSync(
    file,
    `version: 1
name: bars
market:
  EUR_USD: { bars: b.csv, granularity: M1, price: bid, spread: 0.00010 }
accounts: [{ balance: 1000 }]
timeline:
  - { at: 2024-03-05T10:00:50Z, create: { type: MARKET, instrument: EUR_USD, units: ${units}, ${exits} } }
`,
  );
  const { loaded, result } = await runScenario(file, {});
  const [run] = accountRuns(loaded.scenario, result);
  const facts = new Facts(run as NonNullable<typeof run>);
  const [trade] = facts.trades();
  const { adverse = Number.NaN, favourable = Number.NaN } =
    facts.excursions().get(trade?.id ?? '') ?? {};
  return [trade?.exitReason, Number(adverse.toFixed(6)), Number(favourable.toFixed(6))];
}

it('end at the exit of a trade that closes between two points of a bar', async () => {
  // Bought at 1.10010. The bid rises to 1.10200 on its way to 1.10300.
  const profit = 'takeProfitOnFill: { price: 1.102 }';
  expect(await excursion([CALM, WIDE], 1, profit)).toEqual(['TAKE_PROFIT_ORDER', 1, 19]);
  // The bid has been at 1.10300 before it falls to 1.09800 on its way to 1.09700.
  const stop = 'stopLossOnFill: { price: 1.098 }';
  expect(await excursion([CALM, WIDE], 1, stop)).toEqual(['STOP_LOSS_ORDER', 21, 29]);
});

it('of a short trade are those of the ask', async () => {
  // Sold at 1.10000. The ask is at 1.10310 before it falls to 1.09800.
  const profit = 'takeProfitOnFill: { price: 1.098 }';
  expect(await excursion([CALM, WIDE], -1, profit)).toEqual(['TAKE_PROFIT_ORDER', 31, 20]);
});

it('of a trade that a gap closes are those of the gap', async () => {
  const exits = 'stopLossOnFill: { price: 1.098 }';
  const gap = '1.09500,1.09510,1.09490,1.09500';
  expect(await excursion([CALM, gap], 1, exits)).toEqual(['STOP_LOSS_ORDER', 51, 0]);
});
