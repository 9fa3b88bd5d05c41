import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MarketEntry } from '../../../../../../src/core/engine/state/market-entry.js';
import { loadScenario } from '../../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../../support/files/temporary.js';

const TICKS = `time,bid,ask
2024-03-05T10:00:00Z,1.08500,1.08511
2024-03-05T10:01:00Z,1.08500,1.08510
2024-03-05T10:02:00Z,1.08500,1.08510
`;
const CALENDAR = `name,time,impact,currency,actual
"A name, with a comma",2024-03-05T12:01:00+02:00,HIGH,usd,1

Other,2024-03-05T10:00:30Z,low,JPY,2
`;

/** Loads a scenario with `rest` beside a market and a calendar. */
async function load(rest: object, calendar = CALENDAR) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'ticks.csv'), TICKS);
  writeFileSync(join(folder, 'later.csv'), TICKS.replaceAll('T10', 'T11'));
  writeFileSync(join(folder, 'calendar.csv'), calendar);
  const market = { EUR_USD: { ticks: 'ticks.csv' } };
  const text = JSON.stringify({ version: 1, name: 'risk', market, ...rest });
  writeFileSync(join(folder, 'risk.json'), text);
  return loadScenario(join(folder, 'risk.json'));
}

const ofAccount = (risk: object, more: object = {}) => load({ accounts: [{ risk }], ...more });

describe('the rules of risk of a scenario', () => {
  it('have the defaults that the documentation names', async () => {
    const events = { events: 'calendar.csv' };
    const { scenario } = await ofAccount(
      { dailyLoss: { amount: 500 }, drawdown: { percent: '10' }, blackout: { before: '5m' } },
      events,
    );
    expect(scenario.accounts[0]?.risk).toEqual({
      dailyLoss: {
        limit: { amount: '500' },
        from: 'NAV',
        hour: 17,
        minute: 0,
        timeZone: 'America/New_York',
        then: 'closeAll',
        until: 'nextDay',
      },
      drawdown: {
        limit: { percent: '10' },
        mode: 'static',
        untilBreakEven: false,
        then: 'closeAll',
      },
      blackout: { before: 300_000_000, after: 0, impact: 'high', then: 'halt' },
    });
  });

  it.each<[object, RegExp]>([
    [{ dailyLoss: { amount: 0 } }, /dailyLoss\.amount: must be a positive decimal, was 0/],
    [{ dailyLoss: { amount: 1, percent: 1 } }, /accounts\[0\]\.risk\.dailyLoss/],
    [{ dailyLoss: { amount: 1, at: '25:00' } }, /dailyLoss\.at: must be HH:MM, was 25:00/],
    [{ dailyLoss: { amount: 1, timeZone: 'Mars' } }, /unknown time zone Mars/],
    [{ drawdown: { percent: 101 } }, /drawdown\.percent: must be at most 100, was 101/],
    [{ drawdown: { amount: 1, untilBreakEven: true } }, /untilBreakEven: needs mode: trailing/],
    [{ maximumUnits: { EUR_USF: 1 } }, /maximumUnits\.EUR_USF: is not in the market/],
    [{ blackout: { before: '5m' } }, /risk\.blackout: needs events/],
    [{ blackout: {} }, /risk\.blackout: needs before or after/],
    [{ blackout: { before: 'soon' } }, /blackout\.before: must be a duration such as 5m/],
  ])('refuses %o', async (risk, message) => {
    await expect(ofAccount(risk)).rejects.toThrow(message);
  });
});

describe('the calendar of a scenario', () => {
  it('is read in order of time, whatever the order of columns and rows', async () => {
    const { scenario, calendar } = await load({ events: 'calendar.csv' });
    expect(scenario.events?.map(({ currency, impact, name }) => [currency, impact, name])).toEqual([
      ['JPY', 'low', 'Other'],
      ['USD', 'high', 'A name, with a comma'],
    ]);
    expect(calendar?.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['time,currency,name\n', 'calendar.csv:1: must have a column impact'],
    [
      'time,currency,impact,name\n\n2024-03-05,USD,high,x\n',
      'calendar.csv:3: time: must be an RFC',
    ],
    [
      'time,currency,impact,name\n2024-03-05T10:00:00Z,USD,high,"two\nlines"\n2024-03-05T10:00:00Z,US,high,x\n',
      'calendar.csv:4: currency: must be three letters, was US',
    ],
    [
      'time,currency,impact,name\n2024-03-05T10:00:00Z,USD,huge,x\n',
      'calendar.csv:2: impact: must be one of none, low, medium, high, was huge',
    ],
  ])('names file and line: %j', async (text, message) => {
    await expect(load({ events: 'calendar.csv' }, text)).rejects.toThrow(message);
  });

  it('widens spreads around events of the currencies of an instrument', async () => {
    const spread = async (eventSpread: object) => {
      const { scenario } = await load({ events: 'calendar.csv', execution: { eventSpread } });
      const columns = scenario.market[0]?.ticks?.windows[0]?.columns();
      return [...(columns?.bid ?? [])].map((low, row) => [low, columns?.ask[row]]);
    };
    const plain = [
      [108_500, 108_511],
      [108_500, 108_510],
      [108_500, 108_510],
    ];
    expect(await spread({ before: '1m', after: '1m', points: 4 })).toEqual([
      [108_496, 108_515],
      [108_496, 108_514],
      plain[2],
    ]);
    // Half of the difference of 22 and 11 points is rounded up on each side.
    expect(await spread({ before: '1m', factor: 2 })).toEqual([
      [108_494, 108_517],
      plain[1],
      plain[2],
    ]);
    expect(await spread({ before: '1m', points: 4, currencies: ['JPY'], impact: 'low' })).toEqual(
      plain,
    );
  });

  it('widens spreads of history too', async () => {
    const { scenario } = await load({
      market: { EUR_USD: { ticks: 'later.csv', history: 'ticks.csv' } },
      events: 'calendar.csv',
      execution: { eventSpread: { before: '1m', after: '1m', points: 4 } },
    });
    const [{ history }] = scenario.market as [MarketEntry];
    const columns = history === 'none' ? undefined : history?.windows[0]?.columns();
    expect([...(columns?.bid ?? [])]).toEqual([108_496, 108_496, 108_500]);
  });

  it('is needed by a wider spread, and a factor does not narrow it', async () => {
    const execution = { eventSpread: { before: '1m', points: 1 } };
    await expect(load({ execution })).rejects.toThrow('execution.eventSpread: needs events');
    const narrow = { eventSpread: { before: '1m', factor: '0.9' } };
    await expect(load({ execution: narrow, events: 'calendar.csv' })).rejects.toThrow(
      'execution.eventSpread.factor: must be from 1 to 1000',
    );
  });
});
