import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOf } from '../../../../src/broker/api/v20/routes/candles.js';
import { CandlePages } from '../../../../src/broker/runtime/simulation/candle-pages.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import { DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import { GRANULARITIES, type Granularity } from '../../../../src/core/candle/granularity.js';
import { formatCandle, queryCandles } from '../../../../src/core/candle/query.js';
import type { CandleSeries } from '../../../../src/core/candle/series.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { instant } from '../../../../src/core/time/instant.js';
import { testApi } from '../../../support/api/api.js';
import { FOREIGN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';
import { IS_NIGHTLY } from '../../../support/random/nightly.js';

const CANDLES = '/v3/instruments/EUR_USD/candles';
const INVALID = 'oanda::rest::core::InvalidParameterException';

type Candle = Record<string, unknown>;

async function afterAnHour() {
  const api = await testApi(sandboxScenario());
  await api.advance({ by: '1h' });
  const get = async (query: string, path = CANDLES) => api.request('GET', `${path}?${query}`);
  const candles = async (query: string) => (await get(query)).body['candles'] as Candle[];
  return { api, get, candles };
}

describe('candles', () => {
  it('are the last 500 of S5 at mid unless asked otherwise, the current one incomplete', async () => {
    const { api, get } = await afterAnHour();
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['instrument', 'granularity', 'candles']);
    expect(body).toMatchObject({ instrument: 'EUR_USD', granularity: 'S5' });
    const candles = body['candles'] as Candle[];
    expect(candles.length).toBeGreaterThan(200);
    expect(Object.keys(candles[0] ?? {})).toEqual(['complete', 'volume', 'time', 'mid']);
    const minute = await get('granularity=M1&price=ABM&count=2');
    const [closed, current] = minute.body['candles'] as Candle[];
    expect(Object.keys(closed ?? {})).toEqual(['complete', 'volume', 'time', 'bid', 'mid', 'ask']);
    expect(closed?.['complete']).toBe(true);
    await api.advance({ by: '30s' });
    const [before, now] = (await get('granularity=M1&price=MBA&count=2')).body[
      'candles'
    ] as Candle[];
    expect(now?.['complete']).toBe(false);
    expect([closed, current].map(each => each?.['time'])).toContain(before?.['time']);
  });

  it('are complete with the next price where the scenario says so, also the latest', async () => {
    const execution = { ...IDEAL_EXECUTION, candleDelay: 'next-price' } as const;
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '1m' });
    const minutes = async () => {
      const answers = await Promise.all([
        api.request('GET', `${CANDLES}?granularity=M1`),
        api.request('GET', `${CANDLES}?granularity=M1&smooth=true`),
        api.request('GET', '/v3/accounts/{a}/instruments/EUR_USD/candles?granularity=M1'),
        api.request('GET', '/v3/accounts/{a}/candles/latest?candleSpecifications=EUR_USD:M1'),
      ]);
      return answers.map(({ body }) => {
        const [latest] = (body['latestCandles'] as { candles: Candle[] }[] | undefined) ?? [];
        return (latest?.candles ?? (body['candles'] as Candle[])).map(each => each['complete']);
      });
    };
    const series = api.sandbox.simulation.engine.state.candles[0] as CandleSeries;
    expect(series.timeAt(series.length - 1)).toBeLessThan(at('2024-03-05T10:01:00Z'));
    expect(await minutes()).toEqual([[false], [false], [false], [false]]);
    await api.advance({ by: '15s' });
    expect(series.timeAt(series.length - 1)).toBeGreaterThan(at('2024-03-05T10:01:00Z'));
    const next = [true, false];
    expect(await minutes()).toEqual([next, next, next, next]);
  });

  it('are complete after a time that is drawn, the same for each request', async () => {
    const candleDelay = { min: 1_000_000, max: 45_000_000 };
    const execution = { ...IDEAL_EXECUTION, candleDelay };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '1m' });
    const flags = async (specification: string) => {
      const path = `/v3/accounts/{a}/candles/latest?candleSpecifications=EUR_USD:${specification}`;
      const { body } = await api.request('GET', path);
      const [{ candles = [] } = {}] = body['latestCandles'] as { candles?: Candle[] }[];
      return candles.map(each => each['complete']);
    };
    const seen = new Set<number>();
    for (let second = 0; second < 60; second++) {
      await api.advance({ by: '1s' });
      const [minute, fives] = [await flags('M1'), await flags('S5')];
      expect(await flags('S5')).toEqual(fives);
      expect(fives.lastIndexOf(true)).toBeLessThanOrEqual(0);
      if (minute[0] === true && seen.size === 0) seen.add(second + 1);
    }
    const [delay = 0] = seen;
    expect(delay).toBeGreaterThanOrEqual(1);
    expect(delay).toBeLessThanOrEqual(46);
  });

  it('answer each question about a range as v20 does', async () => {
    const { candles } = await afterAnHour();
    const all = await candles('granularity=M5&count=100');
    const times = all.map(each => String(each['time']).slice(11, 16));
    expect(times[0]).toBe('10:00');
    const range = 'from=2024-03-05T10:12:30Z&to=2024-03-05T10:25:00Z';
    expect(await candles(`granularity=M5&${range}`)).toEqual(all.slice(2, 5));
    expect(await candles(`granularity=M5&${range}&includeFirst=False`)).toEqual(all.slice(3, 5));
    expect(await candles('granularity=M5&from=2024-03-05T10:10:00Z&count=2')).toEqual(
      all.slice(2, 4),
    );
    const polled = 'granularity=M5&from=2024-03-05T10:10:00Z&includeFirst=false&count=1';
    expect(await candles(polled)).toEqual(all.slice(3, 4));
    // A bucket that `to` lies in is answered whole.
    expect(await candles('granularity=M5&to=2024-03-05T10:12:30Z&count=1')).toEqual(
      all.slice(2, 3),
    );
    expect(await candles('granularity=M5&from=1709633400&to=1709634000.000000000')).toEqual(
      all.slice(2, 4),
    );
    // An empty range has no candle, although one covers it; smoothed ones are made another way.
    for (const time of ['10:10:00Z', '10:12:30Z']) {
      const empty = `granularity=M5&from=2024-03-05T${time}&to=2024-03-05T${time}`;
      expect(await candles(empty)).toEqual([]);
      expect(await candles(`${empty}&smooth=true`)).toEqual([]);
      expect(await candles(`${empty}&includeFirst=false`)).toEqual([]);
    }
    expect(await candles('granularity=D&from=2024-01-01&count=5')).toHaveLength(1);
  });

  it('may be asked for long before there were any', async () => {
    const { candles } = await afterAnHour();
    for (const granularity of ['S5', 'H4', 'D', 'W', 'M']) {
      const early = await candles(`granularity=${granularity}&from=1700-08-25&count=1`);
      expect(early).toHaveLength(1);
      expect(await candles(`granularity=${granularity}&to=1700-08-25`)).toEqual([]);
    }
  });

  it('open at the close before when smoothed', async () => {
    const { candles } = await afterAnHour();
    const plain = (await candles('granularity=M1&price=B')) as { bid: Record<string, string> }[];
    const smooth = (await candles('granularity=M1&price=B&smooth=true')) as typeof plain;
    expect(smooth[0]).toEqual(plain[0]);
    for (const [index, { bid }] of smooth.entries()) {
      if (index > 0) expect(bid['o']).toBe(plain[index - 1]?.bid['c']);
      expect(bid['c']).toBe(plain[index]?.bid['c']);
    }
  });

  it.each([
    ['count=5001', "Maximum value for 'count' exceeded"],
    ['count=0', "Invalid value specified for 'count'"],
    ['count=1.5', "Invalid value specified for 'count'"],
    ['count=ten', "Invalid value specified for 'count'"],
    [
      'count=5&from=2024-03-05T10:00:00Z&to=2024-03-05T10:10:00Z',
      "'count' cannot be specified when 'to' and 'from' parameters are set",
    ],
    ['from=2024-03-04T10:00:00Z&to=2024-03-05T10:00:00Z', "Maximum value for 'count' exceeded"],
    ['to=2024-03-05T11:00:01Z', "Invalid value specified for 'to'. Time is in the future"],
    ['from=2025-01-01T00:00:00Z', "Invalid value specified for 'from'. Time is in the future"],
    ['from=2024-03-05T10:30:00Z&to=2024-03-05T10:20:00Z', "Invalid value specified for 'from'"],
    ['from=0001-01-01', "Invalid value specified for 'from'"],
    ['to=99999999999', "Invalid value specified for 'to'"],
    ['from=yesterday', "Invalid value specified for 'from'"],
    ['granularity=M3', "Invalid value specified for 'granularity'"],
    ['granularity=__proto__', "Invalid value specified for 'granularity'"],
    ['price=X', "Invalid value specified for 'price'"],
    ['price=', "Invalid value specified for 'price'"],
    ['smooth=yes', "Invalid value specified for 'smooth'"],
    ['dailyAlignment=24', "Invalid value specified for 'dailyAlignment'"],
    ['dailyAlignment=-1', "Invalid value specified for 'dailyAlignment'"],
    ['alignmentTimezone=Mars/Phobos', "Invalid value specified for 'alignmentTimezone'"],
    ['weeklyAlignment=Someday', "Invalid value specified for 'weeklyAlignment'"],
  ])('refuse %s', async (query, errorMessage) => {
    const { get } = await afterAnHour();
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toEqual({ errorMessage, errorCode: INVALID });
  });

  it('span 5000 buckets and no more, an account s as well as anybody s', async () => {
    const { api, get } = await afterAnHour();
    expect((await get('from=2024-03-05T03:03:20Z&to=2024-03-05T10:00:00Z')).status).toBe(200);
    expect((await get('from=2024-03-05T03:03:19Z&to=2024-03-05T10:00:00Z')).status).toBe(400);
    const own = '/v3/accounts/{a}/instruments/EUR_USD/candles';
    expect((await get('count=20', own)).text).toBe((await get('count=20')).text);
    for (const units of ['0', '-1', 'many', '1e5', '0.0']) {
      expect((await get(`units=${units}`, own)).body).toMatchObject({
        errorMessage: "Invalid value specified for 'units'",
      });
    }
    expect((await get('', `/v3/accounts/${FOREIGN}/instruments/EUR_USD/candles`)).status).toBe(403);
    for (const path of [CANDLES, own]) {
      const unknown = path.replace('EUR_USD', 'NO_SUCH');
      expect((await api.request('GET', unknown)).body).toEqual({
        errorMessage: "Invalid value specified for 'instrument'",
        errorCode: INVALID,
      });
    }
  });

  it('of many units are at the prices that many units get', async () => {
    const levels = [
      { offsetPoints: 0, liquidity: 1_000 },
      { offsetPoints: 10, liquidity: 1_000_000 },
    ];
    const scenario = sandboxScenario();
    const execution = { ...scenario.execution, liquidity: { depth: levels } };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '1h' });
    const path = '/v3/accounts/{a}/instruments/EUR_USD/candles?count=1&price=BA&granularity=H1';
    const ask = async (units: string) => {
      const { body } = await api.request('GET', `${path}&units=${units}`);
      return (body['candles'] as Record<string, Record<string, string>>[])[0];
    };
    const one = await ask('1');
    const many = await ask('2000');
    const cents = (text: string | undefined) => Math.round(Number(text) * 100_000);
    // The spread of the market is 15 points all the time.
    expect(cents(one?.['ask']?.['o']) - cents(one?.['bid']?.['o'])).toBe(15);
    expect(cents(many?.['ask']?.['h']) - cents(one?.['ask']?.['h'])).toBe(5);
    expect(cents(many?.['bid']?.['l']) - cents(one?.['bid']?.['l'])).toBe(-5);
  });

  it('speak UNIX when asked to', async () => {
    const { api } = await afterAnHour();
    const headers = { 'Accept-Datetime-Format': 'UNIX' };
    const { body } = await api.request(
      'GET',
      `${CANDLES}?granularity=H1&count=1`,
      undefined,
      headers,
    );
    expect((body['candles'] as Candle[])[0]?.['time']).toMatch(/^\d{10}\.0{9}$/);
  });
});

describe('latest candles', () => {
  const LATEST = '/v3/accounts/{a}/candles/latest?candleSpecifications=';

  it('are the last completed and the current one of each specification, in order', async () => {
    const { api } = await afterAnHour();
    await api.advance({ by: '30s' });
    const query = 'EUR_USD:M1:BM,USD_JPY:H1:A,EUR_USD:M1:A,EUR_USD';
    const { status, body } = await api.request('GET', `${LATEST}${query}`);
    expect(status).toBe(200);
    const answers = body['latestCandles'] as Record<string, unknown>[];
    expect(answers.map(each => [each['instrument'], each['granularity']])).toEqual([
      ['EUR_USD', 'M1'],
      ['USD_JPY', 'H1'],
      ['EUR_USD', 'M1'],
      ['EUR_USD', 'S5'],
    ]);
    const [first] = answers as { candles: Candle[] }[];
    expect(first?.candles.map(each => each['complete'])).toEqual([true, false]);
    expect(Object.keys(first?.candles[0] ?? {})).toEqual([
      'complete',
      'volume',
      'time',
      'bid',
      'mid',
    ]);
  });

  it('are also all that are not complete yet, where candles are late', async () => {
    const candleDelay = { min: 40_000_000, max: 40_000_000 };
    const execution = { ...IDEAL_EXECUTION, candleDelay };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '10m' });
    const { body } = await api.request('GET', `${LATEST}EUR_USD:S5:M`);
    const [latest] = body['latestCandles'] as { candles: Candle[] }[];
    const all = (await api.request('GET', `${CANDLES}?granularity=S5`)).body['candles'] as Candle[];
    const last = all.findLastIndex(({ complete }) => complete === true);
    expect(all.length - last).toBeGreaterThan(2);
    expect(latest?.candles).toEqual(all.slice(last));
  });

  it('are one alone when nothing is current', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ to: '2024-03-08T23:30:00Z' });
    const { body } = await api.request('GET', `${LATEST}EUR_USD:M1:M`);
    const [answer] = body['latestCandles'] as { candles: Candle[] }[];
    expect(answer?.candles.map(each => each['complete'])).toEqual([true]);
  });

  it.each([
    '',
    'NO_SUCH:M1:M',
    'EUR_USD:M3:M',
    'EUR_USD:M1:X',
    'EUR_USD:M1:',
    'EUR_USD:M1:M:M',
    ':',
  ])('refuse the specification %j', async specification => {
    const { api } = await afterAnHour();
    const { status, body } = await api.request('GET', `${LATEST}${specification}`);
    expect(status).toBe(400);
    expect(body['errorMessage']).toBe("Invalid value specified for 'candleSpecifications'");
  });

  it('need a specification', async () => {
    const { api } = await afterAnHour();
    const { status, body } = await api.request('GET', '/v3/accounts/{a}/candles/latest');
    expect(status).toBe(400);
    expect(body['errorMessage']).toBe("Missing 'candleSpecifications' parameter");
  });
});

describe('kept candles', () => {
  const names = Object.keys(GRANULARITIES) as Granularity[];
  const arbitraryRequest = fc.record({
    granularity: fc.constantFrom(...names),
    alignment: fc.constantFrom(DEFAULT_ALIGNMENT, {
      dailyAlignment: 3,
      alignmentTimezone: 'Asia/Kathmandu',
      weeklyAlignment: 'Monday' as const,
    }),
    from: fc.option(fc.integer({ min: -100_000, max: 300_000 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: -100_000, max: 300_000 }), { nil: undefined }),
    count: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
    includeFirst: fc.boolean(),
    components: fc.constantFrom('M', 'BA', 'ABM'),
    isLarge: fc.boolean(),
    advance: fc.integer({ min: 0, max: 40_000 }),
  });

  it('are those that are made candle by candle, also when hardly any room is for them', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRequest, { minLength: 1, maxLength: 12 }), requests => {
        const simulation = new Simulation(sandboxScenario());
        const large = simulation.candlePages;
        const small = new CandlePages(simulation.engine.state.candles, 20_000);
        const start = at('2024-03-05T10:00:00Z');
        for (const { from, to, count, components, isLarge, advance, ...rest } of requests) {
          simulation.advanceTo(instant(simulation.now + advance * 1_000_000), true);
          const seconds = (value: number) => instant(start + value * 1_000_000);
          const request = {
            ...rest,
            smooth: false,
            ...(from === undefined ? {} : { from: seconds(from) }),
            ...(to === undefined ? {} : { to: seconds(to) }),
            ...(count === undefined ? {} : { count }),
          };
          const series = simulation.engine.state.candles[0] as CandleSeries;
          const made = queryCandles(series, request, simulation.now);
          const look = lookOf(0, 5, components, 'RFC3339');
          const kept = (isLarge ? large : small).render(request, look, simulation.now);
          expect(JSON.parse(`[${Buffer.concat(kept)}]`)).toEqual(
            made.map(each => formatCandle(each, components, 5)),
          );
        }
        // The page in use stays, however large.
        expect(small.bytes).toBeLessThan(20_000 + 200_000);
      }),
      { numRuns: IS_NIGHTLY ? 200 : 20 },
    );
  });
});
