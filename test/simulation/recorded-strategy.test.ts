import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { ROOT, sharedData } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';

/**
 * A strategy over a recorded week: its orders are worked out again from recorded M1 candles, the
 * prices of its fills from recorded ticks, by a few lines that know nothing of the engine. Skipped,
 * and said so, where the recordings are not beside the repository.
 */

const TICKS = sharedData('ticks/EUR_USD_2014-05-01_2014-05-07_oanda.csv.gz');
const CANDLES = sharedData('candles/oanda-2014/EUR_USD_M1_2014-05-01_2014-05-07.csv.gz');
const [FAST, SLOW, UNITS] = [20, 50, 1000];
const MINUTE_MS = 60_000;

function rows(path: string): string[][] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map(line => line.split(','));
}

/** Instant and units of each order that crossing averages of recorded bid closes ask for. */
function expectedOrders(path: string): { at: number; units: number }[] {
  const [header = [], ...candles] = rows(path);
  const close = header.indexOf('bid_c');
  const closes: number[] = [];
  let side = 0;
  return candles.flatMap(candle => {
    closes.push(Math.round(Number(candle[close]) * 100_000));
    if (closes.length < SLOW) return [];
    const sum = (length: number) => closes.slice(-length).reduce((total, each) => total + each, 0);
    const difference = sum(FAST) * SLOW - sum(SLOW) * FAST;
    const wanted = difference > 0 ? 1 : difference < 0 ? -1 : side;
    if (wanted === side) return [];
    const units = (wanted - side) * UNITS;
    side = wanted;
    return [{ at: Date.parse(candle[0] ?? '') + MINUTE_MS, units }];
  });
}

/** The recorded quote that stands at `at`. */
function quoteAt(ticks: readonly string[][], times: readonly number[], at: number) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  const [, bid, ask] = ticks[low - 1] ?? [];
  return { bid, ask };
}

describe.skipIf(TICKS === undefined || CANDLES === undefined)(
  'sma-cross over a recorded week (needs recorded data) [needs the recordings]',
  () => {
    it('orders where recorded candles cross, and fills at recorded quotes', async () => {
      const folder = temporaryFolder();
      copyFileSync(TICKS ?? '', join(folder, 'EUR_USD.csv.gz'));
      copyFileSync(join(ROOT, 'scenarios/strategies/sma-cross.ts'), join(folder, 'sma-cross.ts'));
      writeFileSync(
        join(folder, 'recorded.yaml'),
        'version: 1\nname: recorded\nmarket: { EUR_USD: { ticks: EUR_USD.csv.gz } }\n' +
          'accounts: [{ currency: USD, balance: "10000" }]\n' +
          `strategy: { use: ./sma-cross.ts, params: { fast: ${FAST}, slow: ${SLOW}, units: ${UNITS} } }\n`,
      );
      const { result } = await runScenario(join(folder, 'recorded.yaml'), {});
      const ms = (time: string) => Date.parse(`${time.slice(0, 23)}Z`);
      const orders = result.ledger.filter(({ type }) => type === 'MARKET_ORDER');
      expect(
        orders.map(order => ({
          at: ms(order.time),
          units: Number('units' in order && order.units),
        })),
      ).toEqual(expectedOrders(CANDLES ?? ''));

      const [, ...ticks] = rows(TICKS ?? '');
      const times = ticks.map(([time = '']) => Date.parse(time));
      const fills = result.ledger.filter(each => each.type === 'ORDER_FILL');
      expect(fills.length).toBeGreaterThan(150);
      for (const { time, units, price } of fills) {
        const { bid, ask } = quoteAt(ticks, times, ms(time));
        expect({ time, price }).toEqual({ time, price: Number(units) > 0 ? ask : bid });
      }
    });
  },
);
