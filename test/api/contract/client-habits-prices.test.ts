import { describe, expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../support/api/stream-client.js';

/**
 * What clients in use demand of prices and streams, by its number in
 * docs/reference/client-habits.md.
 */

const UNIX = { 'accept-datetime-format': 'UNIX' };
const UNIX_TIME = /^\d+\.\d{9}$/;
const CANDLES = '/v3/instruments/EUR_USD/candles';
const PRICES = '/v3/accounts/{a}/pricing/stream?instruments=EUR_USD,USD_JPY';
const HEARTBEAT_MS = 40;

async function later() {
  const api = await testApi(sandboxScenario(), { heartbeatMs: HEARTBEAT_MS });
  await api.advance({ by: '26h' });
  return api;
}

describe('clients may rely on', () => {
  it('habit 1: UNIX times in prices, candles, streams and heartbeats', async () => {
    const api = await later();
    const unix = expect.stringMatching(UNIX_TIME);
    const pricing = '/v3/accounts/{a}/pricing?instruments=EUR_USD';
    const { body } = await api.request('GET', pricing, undefined, UNIX);
    expect(body).toMatchObject({ time: unix, prices: [{ time: unix }] });
    const candles = await api.request('GET', `${CANDLES}?count=1`, undefined, UNIX);
    expect(candles.body['candles']).toMatchObject([{ time: unix }]);
    const port = await listen(api);
    for (const path of [PRICES, '/v3/accounts/{a}/transactions/stream']) {
      const stream = await openStream(api, port, path, UNIX);
      const lines = await stream.until(found => found.some(({ type }) => type === 'HEARTBEAT'));
      for (const line of lines) expect(line).toMatchObject({ time: unix });
      stream.close();
    }
    await api.app.close();
  });

  it('habit 3: booleans in any case', async () => {
    const api = await later();
    for (const text of ['true', 'True', 'TRUE', 'false', 'False']) {
      const query = `from=2024-03-05&count=3&includeFirst=${text}&smooth=${text}`;
      expect((await api.request('GET', `${CANDLES}?${query}`)).status, text).toBe(200);
    }
    const port = await listen(api);
    const stream = await openStream(api, port, `${PRICES}&snapshot=True`);
    await stream.until(found => found.filter(({ type }) => type === 'PRICE').length === 2);
    stream.close();
    await api.app.close();
  });

  it('habit 4: sides of candles in any order of letters, each of them there', async () => {
    const api = await later();
    for (const sides of ['M', 'B', 'A', 'BA', 'AB', 'MBA', 'ABM', 'BAM']) {
      const { body } = await api.request('GET', `${CANDLES}?price=${sides}&count=2`);
      for (const candle of body['candles'] as object[]) {
        const asked = { mid: 'M', bid: 'B', ask: 'A' } as const;
        for (const [name, letter] of Object.entries(asked)) {
          expect(Object.hasOwn(candle, name), `${sides} ${name}`).toBe(sides.includes(letter));
        }
      }
    }
  });

  it('habit 7: a whole line in every chunk', async () => {
    const api = await later();
    const stream = await openStream(api, await listen(api), PRICES);
    for (let turn = 0; turn < 20; turn++) await api.advance({ ticks: 10 });
    await stream.until(found => found.length > 40);
    for (const chunk of stream.chunks) expect(chunk).toMatch(/^\{[^\n]*\}\n$/);
    stream.close();
    await api.app.close();
  });

  it('habit 9: streams that are not compressed, whatever is asked', async () => {
    const api = await later();
    const asked = { 'accept-encoding': 'gzip' };
    const stream = await openStream(api, await listen(api), PRICES, asked);
    expect(stream.headers).not.toHaveProperty('content-encoding');
    stream.close();
    await api.app.close();
  });

  it('habit 12: count as text and from as a bare date', async () => {
    const api = await later();
    const query = 'count=3&granularity=M5&from=2024-03-06';
    const { status, body } = await api.request('GET', `${CANDLES}?${query}`);
    expect(status).toBe(200);
    expect(body['candles']).toMatchObject([
      { time: '2024-03-06T00:00:00.000000000Z' },
      { time: '2024-03-06T00:05:00.000000000Z' },
      { time: '2024-03-06T00:10:00.000000000Z' },
    ]);
  });

  it('habit 14: heartbeats on wall time while simulated time stands still', async () => {
    const api = await later();
    const stream = await openStream(api, await listen(api), PRICES);
    const isBeat = ({ type }: Record<string, unknown>) => type === 'HEARTBEAT';
    const lines = await stream.until(found => found.filter(isBeat).length >= 3);
    const times = new Set(lines.filter(isBeat).map(({ time }) => time));
    expect(times.size).toBe(1);
    stream.close();
    await api.app.close();
  });
});
