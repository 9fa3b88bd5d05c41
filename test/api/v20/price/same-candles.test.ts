import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candlesOf } from '../../../../src/cli/commands/candles.js';
import type { WireCandle } from '../../../../src/core/candle/query.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { StrategyCandle } from '../../../../src/core/strategy/strategy.js';
import { candlesText } from '../../../../src/data/record/candle-file.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/**
 * Every reader of one file sees the same candles: v20 semantics 7.3. Friday closes at 22:00 UTC; gold
 * has its daily break from then on.
 */

const TIMES = [
  '2024-03-07T21:50:00Z',
  '2024-03-07T22:02:00Z',
  '2024-03-07T22:14:00Z',
  '2024-03-07T23:01:00Z',
  '2024-03-08T21:59:58Z',
  '2024-03-08T22:00:01Z',
  '2024-03-09T15:00:00Z',
  '2024-03-10T21:30:00Z',
  '2024-03-10T22:30:00Z',
  '2024-03-11T21:00:00Z',
];
const INSTRUMENTS = { EUR_USD: 1.09, XAU_USD: 2160 } as const;

/** A scenario file over ticks at TIMES, its window as given. */
function scenarioFile(window = ''): { readonly file: string; readonly folder: string } {
  const folder = temporaryFolder();
  for (const [name, first] of Object.entries(INSTRUMENTS)) {
    const rows = TIMES.map((time, row) => {
      const bid = first * (1 + row / 1000);
      return `${time},${bid.toFixed(3)},${(bid * 1.0001).toFixed(3)}`;
    });
    writeFileSync(join(folder, `${name}.csv`), ['time,bid,ask', ...rows, ''].join('\n'));
  }
  const market = Object.keys(INSTRUMENTS).map(name => `  ${name}: { ticks: ./${name}.csv }`);
  const text = ['version: 1', 'name: one', window, 'market:', ...market, ''];
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, text.join('\n'));
  return { file, folder };
}

async function served(api: TestApi, name: string, granularity: string): Promise<WireCandle[]> {
  const path = `/v3/instruments/${name}/candles?price=MBA&granularity=${granularity}`;
  const { body } = await api.request('GET', path);
  return body['candles'] as WireCandle[];
}

async function printed(folder: string, name: string, granularity: string) {
  const { candles } = await candlesOf({
    file: join(folder, `${name}.csv`),
    instrument: name,
    granularity,
    price: 'MBA',
    smooth: false,
    includeFirst: true,
    dailyAlignment: 17,
    alignmentTimezone: 'America/New_York',
    weeklyAlignment: 'Friday',
    json: true,
  });
  return candles;
}

const CASES = Object.keys(INSTRUMENTS).flatMap(name =>
  ['S5', 'H1', 'D', 'W'].map(granularity => [name, granularity] as const),
);

describe('candles of one file', () => {
  it.each(CASES)('of %s, %s, are those of the command line on the server', async (name, each) => {
    const { file, folder } = scenarioFile();
    const { scenario } = await loadScenario(file);
    const api = await testApi(scenario);
    await api.advance({ to: TIMES.at(-1) });
    const expected = await printed(folder, name, each);
    expect(await served(api, name, each)).toEqual(expected);
    expect(expected.reduce((sum, { volume }) => sum + volume, 0)).toBe(TIMES.length);
  });

  it('reach a strategy, those outside the hours too', async () => {
    const { file, folder } = scenarioFile();
    const { scenario } = await loadScenario(file);
    const told: StrategyCandle[] = [];
    const strategy = {
      candles: [{ instrument: 'XAU_USD', granularity: 'H1' }],
      onCandle: (_: unknown, candle: StrategyCandle) => {
        told.push(JSON.parse(JSON.stringify(candle)) as StrategyCandle);
      },
    } as const;
    const [account] = scenario.accounts;
    const choice = { use: 'test', params: {}, accountID: account?.id ?? '' };
    runBacktest({ ...scenario, strategy: choice }, { strategy });
    const complete = (await printed(folder, 'XAU_USD', 'H1')).filter(each => each.complete);
    const named = complete.map(each => ({ ...each, instrument: 'XAU_USD', granularity: 'H1' }));
    expect(told).toEqual(named);
  });

  it('are drawn in the report', async () => {
    const { file, folder } = scenarioFile();
    const { scenario } = await loadScenario(file);
    const { engine } = runBacktest(scenario);
    const rows = (await candlesText(engine)).trim().split('\n').slice(1);
    const expected = await printed(folder, 'XAU_USD', 'S5');
    expect(rows.filter(row => row.startsWith('XAU_USD'))).toEqual(
      expected.map(({ time, volume, mid }) =>
        ['XAU_USD', 'S5', time, volume, mid?.o, mid?.h, mid?.l, mid?.c].join(','),
      ),
    );
  });
});

describe('past prices', () => {
  it('are all there, each with whether it could be traded', async () => {
    const { file } = scenarioFile();
    const { scenario } = await loadScenario(file);
    const api = await testApi(scenario);
    await api.advance({ to: TIMES.at(-1) });
    const path = `/v3/instruments/XAU_USD/price/range?from=${TIMES[0]}`;
    const { body } = await api.request('GET', path);
    const prices = body['prices'] as { tradeable: boolean }[];
    const open = [true, false, false, true, true, false, false, false, true, false];
    expect(prices.map(({ tradeable }) => tradeable)).toEqual(open);
    const then = await api.request(
      'GET',
      '/v3/instruments/XAU_USD/price?time=2024-03-09T16:00:00Z',
    );
    expect(then.body['price']).toMatchObject({
      timestamp: '2024-03-09T15:00:00.000000000Z',
      tradeable: false,
    });
  });
});
