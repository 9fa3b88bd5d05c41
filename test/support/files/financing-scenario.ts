/** A scenario with every file of financing: rates by date, interest rates, holidays and dividends. */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.js';
import { temporaryFolder } from './temporary.js';

/** Buys and sells on every candle that closes; `units` of the index, a thousand times as many of the pairs. */
const STRATEGY = `
export function strategy({ units = 1 }) {
  let side = 1;
  return {
    candles: [{ instrument: 'UK100_GBP', granularity: 'H1' }],
    onCandle(context) {
      const market = (instrument, size) =>
        context.createOrder({ type: 'MARKET', instrument, units: String(size * side * units) });
      market('UK100_GBP', 2);
      market('EUR_USD', 1000);
      market('USD_JPY', 1000);
      side = -side;
    },
  };
}
`;

const MARKET = {
  EUR_USD: { ticks: 'ticks/eur-usd.csv' },
  GBP_USD: { ticks: 'ticks/gbp-usd.csv' },
  UK100_GBP: { ticks: 'ticks/uk100-gbp.csv' },
  USD_JPY: { ticks: 'ticks/usd-jpy.csv' },
};

const TRADES = [
  ['10:00:01', 'UK100_GBP', '8'],
  ['10:00:02', 'EUR_USD', '-20000'],
  ['11:00:01', 'USD_JPY', '15000'],
  ['20:00:01', 'UK100_GBP', '-3'],
] as const;

/**
 * Writes the scenario, from Tuesday 2024-03-05 10:00 UTC over four rollovers.
 * @param part - what trades: the timeline of the file, or a strategy with a parameter `units`.
 * @returns the path of the file.
 */
export function financingScenario(part: 'timeline' | 'strategy'): string {
  const folder = temporaryFolder();
  for (const each of ['ticks', 'financing']) {
    cpSync(join(ROOT, 'scenarios', each), join(folder, each), { recursive: true });
  }
  // Without rates of its own, USD_JPY takes those that follow from the interest rates.
  const rates = readFileSync(join(folder, 'financing/rates.csv'), 'utf8').split('\n');
  const kept = rates.filter(line => !line.startsWith('USD_JPY'));
  writeFileSync(join(folder, 'rates.csv'), kept.join('\n'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'strategy.ts'), STRATEGY);
  const trading =
    part === 'strategy'
      ? { strategy: { use: './strategy.ts', params: { units: 1 } } }
      : {
          timeline: TRADES.map(([time, instrument, units]) => ({
            at: `2024-03-05T${time}Z`,
            create: { type: 'MARKET', instrument, units },
          })),
        };
  const scenario = {
    version: 1,
    name: 'financing-files',
    window: { from: '2024-03-05T10:00:00Z', to: '2024-03-08T22:00:01Z' },
    market: MARKET,
    accounts: [{ balance: '100000', hedging: true, financing: 'SECOND_BY_SECOND_INSTRUMENT' }],
    financing: {
      rates: 'rates.csv',
      currencies: 'financing/interest.csv',
      markup: '0.01',
      holidays: 'financing/holidays.csv',
      dividends: 'financing/dividends.csv',
    },
    ...trading,
  };
  const file = join(folder, 'financing-files.json');
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}
