/** Which bars held both the stop loss and the take profit of a trade, by whole runs on bars. */

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { accountRuns } from '../../../../../src/data/figures/account/account-run.js';
import { barsWithBoth } from '../../../../../src/data/figures/by-tick/bars-with-both.js';
import { lines, scratchPath } from '../../../../support/files/tick-files.js';

const CALM = '1.10000,1.10010,1.09990,1.10000';
const WIDE = '1.10000,1.10300,1.09700,1.10000';
const LONG =
  'type: MARKET, instrument: EUR_USD, units: 1, stopLossOnFill: { price: 1.098 }, takeProfitOnFill: { price: 1.102 }';
const SHORT =
  'type: MARKET, instrument: EUR_USD, units: -1, stopLossOnFill: { price: 1.102 }, takeProfitOnFill: { price: 1.098 }';

/** The count after bars of one minute from 10:00 and orders at 10:00:50 or at given times. */
async function count(bars: readonly string[], orders: readonly string[], key = 'bars') {
  const file = scratchPath('scenario.yaml');
  const rows = bars.map((prices, minute) => `2024-03-05T10:0${minute}:00Z,${prices}`);
  writeFileSync(join(dirname(file), 'b.csv'), lines('time,open,high,low,close', ...rows));
  const timeline = orders.map(order =>
    order.startsWith('at')
      ? `  - { ${order} }`
      : `  - { at: 2024-03-05T10:00:50Z, create: { ${order} } }`,
  );
  const keys = 'bars: b.csv, granularity: M1, price: bid, spread: 0.00010';
  writeFileSync(
    file,
    `version: 1
name: bars
market:
  EUR_USD: { ${keys} }
accounts: [{ balance: 1000, hedging: true }]
timeline:
${timeline.join('\n')}
`,
  );
  const { loaded, result } = await runScenario(file, {});
  const names = new Set(key === 'bars' ? ['EUR_USD'] : []);
  return barsWithBoth(accountRuns(loaded.scenario, result), names).get('EUR_USD');
}

describe('bars that held both the stop and the profit of a trade', () => {
  it('are those whose range has both, on the side at which the trade closes', async () => {
    expect(await count([CALM, WIDE], [LONG])).toBe(1);
    expect(await count([CALM, WIDE], [SHORT])).toBe(1);
    expect(await count([CALM, CALM], [LONG])).toBe(0);
    // The bid reaches 1.10200 and 1.09800 exactly; the ask stays 0.00010 above.
    const exact = '1.10000,1.10200,1.09800,1.10000';
    expect(await count([CALM, exact], [LONG])).toBe(1);
    expect(await count([CALM, exact], [SHORT])).toBe(0);
  });

  it('are none where only one of the two is in reach, or the trade has only one', async () => {
    expect(await count([CALM, '1.10000,1.10300,1.09900,1.10000'], [LONG])).toBe(0);
    expect(await count([CALM, WIDE], [LONG.replace(/, takeProfit.*/, '')])).toBe(0);
  });

  it('are none whose path was over when the trade began', async () => {
    const late = (second: string) => `at: 2024-03-05T10:01:${second}Z, create: { ${LONG} }`;
    expect(await count([CALM, WIDE, CALM], [late('45')])).toBe(0);
    expect(await count([CALM, WIDE, CALM], [late('50')])).toBe(0);
  });

  it('count once for several trades, and once for each bar', async () => {
    expect(await count([CALM, WIDE], [LONG, SHORT])).toBe(1);
    const again = `at: 2024-03-05T10:02:50Z, create: { ${LONG} }`;
    expect(await count([CALM, WIDE, CALM, WIDE], [LONG, again])).toBe(2);
  });

  it('are found with a stop or a profit that was replaced, too', async () => {
    const moved = (at: string, level: string) =>
      `at: 2024-03-05T10:${at}Z, tradeOrders: entry, with: { ${level} }`;
    const far = `at: 2024-03-05T10:00:50Z, as: entry, create: { ${LONG.replace('1.098', '1.09').replace('1.102', '1.11')} }`;
    const bars = [CALM, CALM, CALM, WIDE];
    const stop = moved('01:50', 'stopLoss: { price: 1.098 }');
    const profit = moved('02:50', 'takeProfit: { price: 1.102 }');
    expect(await count(bars, [far])).toBe(0);
    expect(await count(bars, [far, stop])).toBe(0);
    expect(await count(bars, [far, profit])).toBe(0);
    expect(await count(bars, [far, stop, profit])).toBe(1);
  });

  it('are not those at whose open the trade ends', async () => {
    expect(await count([CALM, '1.09700,1.10300,1.09700,1.10000'], [LONG])).toBe(0);
  });

  it('are the bars in which a trade is opened, too', async () => {
    const limit = LONG.replace('MARKET', 'LIMIT').replace('units: 1', 'units: 1, price: 1.09950');
    expect(await count([CALM, WIDE], [limit])).toBe(1);
  });

  it('are not counted for recorded ticks', async () => {
    expect(await count([CALM, WIDE], [LONG], 'ticks')).toBeUndefined();
  });
});
