import { describe, expect, it } from 'vitest';
import type { MarketEntry } from '../../../src/core/engine/state/market-entry.js';
import { residentWindows } from '../../../src/core/market/tick.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { at, pair } from '../../support/market/fixtures.js';

/** The last minutes of a week and the first of the next; another pair ticks on Saturday, too. */
const EURO = [
  '2024-03-08T21:57:00Z',
  '2024-03-08T21:59:59Z',
  '2024-03-10T21:00:05Z',
  '2024-03-10T21:03:00Z',
  '2024-03-10T21:10:00Z',
];
const POUND = ['2024-03-08T21:58:00Z', '2024-03-09T12:00:00Z', '2024-03-10T21:01:00Z'];

function entry(name: string, times: readonly string[]): MarketEntry {
  const { length } = times;
  const windows = residentWindows({
    length,
    time: Float64Array.from(times, time => at(time)),
    bid: Int32Array.from(times, (_, row) => 108_500 + row),
    ask: Int32Array.from(times, (_, row) => 108_515 + row),
  });
  return { instrument: pair(name), halts: [], ticks: { instrument: name, digest: name, windows } };
}

async function weekend(): Promise<TestApi> {
  const api = await testApi(
    sandboxScenario({
      from: at('2024-03-08T21:55:00Z'),
      to: at('2024-03-10T22:00:00Z'),
      market: [entry('EUR_USD', EURO), entry('GBP_USD', POUND)],
    }),
  );
  await api.advance({ to: '2024-03-08T22:00:00Z' });
  return api;
}

async function reached(api: TestApi, turn: object): Promise<unknown> {
  const { status, body } = await control(api, 'POST', '/clock/advance', turn);
  expect(status).toBe(200);
  return body['now'];
}

const sunday = (time: string) => `2024-03-10T${time}:00.000000000Z`;

describe('a turn to the next candle', () => {
  it('passes a weekend with the candles of an instrument, and goes five minutes without', async () => {
    const api = await weekend();
    expect(await reached(api, { candle: 'M5' })).toBe('2024-03-08T22:05:00.000000000Z');
    expect(await reached(api, { candle: 'M5', of: 'EUR_USD' })).toBe(sunday('21:05'));
    expect(await reached(api, { candle: 'M5', of: 'EUR_USD' })).toBe(sunday('21:15'));
  });

  it('goes to the candle of another instrument that has one before', async () => {
    const turn = { candle: 'M5', of: 'GBP_USD' };
    expect(await reached(await weekend(), turn)).toBe('2024-03-09T12:05:00.000000000Z');
  });

  it('counts several candles in one turn', async () => {
    expect(await reached(await weekend(), { candle: 'M1', count: 90 })).toBe(
      '2024-03-08T23:30:00.000000000Z',
    );
    const turn = { candle: 'M1', count: 3, of: 'EUR_USD' };
    expect(await reached(await weekend(), turn)).toBe(sunday('21:11'));
  });

  it('ends with the window when the instrument has no candle more', async () => {
    const api = await weekend();
    await reached(api, { candle: 'M5', count: 2, of: 'EUR_USD' });
    const { body } = await control(api, 'POST', '/clock/advance', { candle: 'M5', of: 'EUR_USD' });
    expect(body).toMatchObject({ state: 'ended' });
  });
});
