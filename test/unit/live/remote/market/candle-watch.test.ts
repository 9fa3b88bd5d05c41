import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatRfc3339, type Instant, instant } from '../../../../../src/core/time/instant.js';
import { HostCandleWatch } from '../../../../../src/live/remote/market/candle-watch.js';
import { V20Client } from '../../../../../src/live/remote/wire/v20-client.js';
import { at } from '../../../../support/market/fixtures.js';

/** Candles of a host that completes them as the test says. */

const START = at('2024-03-05T10:00:30Z');
const later = (seconds: number): Instant => instant(START + seconds * 1_000_000);
const EUR_USD = { name: 'EUR_USD', displayPrecision: 5, pipLocation: -4 };

const OHLC = { o: '1.08500', h: '1.08510', l: '1.08490', c: '1.08505' };
const PRICES = { bid: OHLC, mid: OHLC, ask: OHLC };
/** The candle of a minute before the start. */
const OLD = { time: formatRfc3339(later(-150)), complete: true, volume: 3, ...PRICES };

let server: Server;
let watch: HostCandleWatch;
let queries: URLSearchParams[];
/** Minutes of 10 o'clock that have a candle, and those that are complete. */
let minutes: number[];
let complete: number;
/** The candles that the host has at the start. */
let past: object[];

beforeEach(async () => {
  queries = [];
  past = [OLD];
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://host').searchParams;
    // The reading at the start, of what was complete before it.
    if (!query.has('from')) {
      response.end(JSON.stringify({ candles: past }));
      return;
    }
    queries.push(query);
    const first = formatRfc3339(at(query.get('from') ?? ''));
    const isWanted = (time: string) =>
      query.get('includeFirst') === 'true' ? time >= first.slice(0, 17) : time > first;
    const candles = minutes
      .map(minute => ({
        time: formatRfc3339(later(minute * 60 - 30)),
        complete: minute < complete,
        volume: 1,
        ...PRICES,
      }))
      .filter(({ time }) => isWanted(time))
      .slice(0, Number(query.get('count')));
    response.end(JSON.stringify({ candles }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new V20Client(`http://127.0.0.1:${port}`, 'x');
  const candles = [{ instrument: 'EUR_USD', granularity: 'M1' }];
  watch = new HostCandleWatch(client, { candles }, [EUR_USD]);
  await watch.start(START);
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const told = async (seconds: number, ticks?: number) =>
  (await watch.read(later(seconds), ticks)).map(({ candle }) => candle.time.slice(11, 16));

describe('candles over HTTP', () => {
  it('are asked for once they are due, and told once', async () => {
    [minutes, complete] = [[0, 1, 2], 1];
    expect(watch.due).toBe(later(30));
    expect([await told(29), queries.length]).toEqual([[], 0]);
    expect(await told(31)).toEqual(['10:00']);
    expect([await told(32), watch.due]).toEqual([[], later(90)]);
    complete = 2;
    expect(await told(90)).toEqual(['10:01']);
    expect(queries.map(query => query.get('includeFirst'))).toEqual(['true', 'false']);
  });

  it('that a host completes late are asked for until they are there', async () => {
    [minutes, complete] = [[0, 1], 0];
    expect(await told(30)).toEqual([]);
    expect(watch.due).toBe(later(30));
    complete = 1;
    expect(await told(33)).toEqual(['10:00']);
    expect(watch.due).toBe(later(90));
  });

  it('that never come, for want of a tick, are not waited for long', async () => {
    [minutes, complete] = [[0, 2, 3], 1];
    await told(30);
    expect([await told(95), watch.due]).toEqual([[], later(90)]);
    expect([await told(101), watch.due]).toEqual([[], later(150)]);
    complete = 3;
    expect(await told(150)).toEqual(['10:02']);
  });

  it('are all told, however many have been missed', async () => {
    minutes = Array.from({ length: 1_203 }, (_, minute) => minute);
    complete = 1_202;
    expect(await told(1_202 * 60)).toHaveLength(1_202);
    expect(queries).toHaveLength(3);
  });

  it('are not asked for again where there was no tick since the last', async () => {
    [minutes, complete] = [[0], 1];
    expect(await told(30, 5)).toEqual(['10:00']);
    expect(await told(90, 5)).toEqual([]);
    expect([queries.length, watch.due]).toEqual([1, later(150)]);
    [minutes, complete] = [[0, 2], 3];
    expect(await told(150, 6)).toEqual(['10:02']);
  });

  it('go to the store, those before the start with them, each once', async () => {
    [minutes, complete] = [[-2, 0, 1], 1];
    const { store } = watch;
    for (const { candle } of await watch.read(later(30))) {
      store.add(candle, [candle]);
      store.add(candle, [candle]);
    }
    const known = store.last('EUR_USD', 'M1', 5, { price: 'bid' });
    expect([known.length, ...known.volume]).toEqual([2, 3, 1]);
    expect([known.close[1], known.exact.close[1]]).toEqual([1.08505, '1.08505']);
  });

  it('at prices of no whole points are not taken', async () => {
    const odd = { ...OHLC, h: '1.085105' };
    past = [{ ...OLD, mid: odd }];
    await expect(watch.start(START)).rejects.toThrow(
      'has the price 1.085105, of more than 5 decimals',
    );
  });

  it.each([
    ['EUR_USD', 'M7', 'candles of EUR_USD: must be one of S5, S10'],
    ['EUR_NOK', 'M1', 'candles of EUR_NOK M1: the host has none'],
  ])('of %s, %s are refused, for there are none', (instrument, granularity, words) => {
    const client = new V20Client('http://127.0.0.1:1', 'x');
    const candles = [{ instrument, granularity }];
    expect(() => new HostCandleWatch(client, { candles }, [EUR_USD])).toThrow(words);
  });
});
