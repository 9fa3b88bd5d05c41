import { describe, expect, it } from 'vitest';
import { refusedLines, unpricedLines } from '../../../../src/broker/runtime/unpriced.js';
import type { TickColumns } from '../../../../src/core/market/tick.js';
import { residentWindows } from '../../../../src/core/market/tick.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { Scenario } from '../../../../src/core/run/scenario.js';
import type { Strategy } from '../../../../src/core/strategy/strategy.js';
import { formatRfc3339, type Instant } from '../../../../src/core/time/instant.js';
import { candlesText } from '../../../../src/data/record/candle-file.js';
import { ledgerHash } from '../../../../src/data/record/ledger-file.js';
import { testApi } from '../../../support/api/api.js';
import { overHttp } from '../../../support/api/over-http.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../../support/api/stream-client.js';
import { at, pair } from '../../../support/market/fixtures.js';

/** Ticks of a file before the window of a run: prices at its first instant, and history. */

const NOON = at('2024-03-05T12:00:30Z');
const PRICING = '/v3/accounts/{a}/pricing?instruments=EUR_USD,USD_JPY,GBP_USD,AUD_USD';
const CANDLES = '/v3/instruments/EUR_USD/candles?price=BA&granularity=M1';

/** The sandbox from two hours after its ticks begin, and a pair whose ticks begin ten minutes later. */
function fromNoon(overrides: Partial<Scenario> = {}): Scenario {
  const { market } = sandboxScenario();
  const [first] = market;
  const late = lateColumns(columnsOf(sandboxScenario()), NOON + 600_000_000);
  const ticks = { instrument: 'AUD_USD', digest: 'late', windows: residentWindows(late) };
  const entry = { instrument: pair('AUD_USD'), halts: [], ticks };
  if (first === undefined) throw new Error('the sandbox has a market');
  return sandboxScenario({ from: NOON, market: [...market, entry], ...overrides });
}

function columnsOf({ market }: Scenario): TickColumns {
  return market[0]?.ticks?.windows[0]?.columns() as TickColumns;
}

function lateColumns({ length, time, bid, ask }: TickColumns, from: number): TickColumns {
  const shift = from - (time[0] as number);
  return { length, time: time.map(each => each + shift), bid, ask };
}

/** The row of the last tick of EUR_USD before the window. */
function lastRow(): { readonly time: string; readonly bid: string; readonly row: number } {
  const { time, bid } = columnsOf(sandboxScenario());
  const row = time.findLastIndex(each => each < NOON);
  return { row, time: formatRfc3339(time[row] as Instant), bid: `1.0${bid[row]}`.slice(-7) };
}

const buy = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

describe('at the first instant of a window', () => {
  it('prices are those of the last tick before it, whole, without instruments never quoted', async () => {
    const api = await testApi(fromNoon());
    const { body } = await api.request('GET', PRICING);
    const prices = body['prices'] as Record<string, unknown>[];
    expect(prices.map(each => each['instrument'])).toEqual(['EUR_USD', 'USD_JPY', 'GBP_USD']);
    const { time, row } = lastRow();
    const points = columnsOf(sandboxScenario()).bid[row];
    expect(prices[0]).toMatchObject({
      time,
      tradeable: true,
      bids: [{ price: `${Number(points) / 1e5}`.padEnd(7, '0'), liquidity: 10_000_000 }],
      closeoutBid: `${Number(points) / 1e5}`.padEnd(7, '0'),
      quoteHomeConversionFactors: { positiveUnits: '1.00000000', negativeUnits: '1.00000000' },
    });
    expect(prices[1]).toHaveProperty('quoteHomeConversionFactors');
    expect(body['time']).toBe(formatRfc3339(NOON));
    await api.advance({ by: '11m' });
    expect((await api.request('GET', PRICING)).body['prices']).toHaveLength(4);
  });

  it('the snapshot of a stream has them too, and the late one comes with its first tick', async () => {
    const api = await testApi(fromNoon(), { heartbeatMs: 60_000 });
    const port = await listen(api);
    const path = PRICING.replace('/pricing?', '/pricing/stream?');
    const stream = await openStream(api, port, path);
    const snapshot = await stream.until(objects => objects.length === 3);
    expect(snapshot.map(each => each['instrument'])).toEqual(['EUR_USD', 'USD_JPY', 'GBP_USD']);
    for (const { bids, asks } of snapshot) expect([bids, asks].flat()).toHaveLength(2);
    await api.advance({ by: '11m' });
    const isLate = (each: Record<string, unknown>) => each['instrument'] === 'AUD_USD';
    expect((await stream.until(objects => objects.some(isLate))).findIndex(isLate)).toBeGreaterThan(
      3,
    );
    stream.close();
    await api.app.close();
  });

  it('a market order fills at the last price before it', async () => {
    const api = await testApi(fromNoon());
    const answer = await api.request('POST', '/v3/accounts/{a}/orders', { order: buy });
    const { ask } = columnsOf(sandboxScenario());
    expect(answer.body['orderFillTransaction']).toMatchObject({
      time: formatRfc3339(NOON),
      price: `${(ask[lastRow().row] as number) / 1e5}`.padEnd(7, '0'),
      fullPrice: { timestamp: lastRow().time },
    });
  });

  it('an order in an instrument without a price is refused, and said of once the run is over', () => {
    const scenario = fromNoon({
      timeline: [
        {
          kind: 'command',
          at: NOON,
          accountID: OWN,
          command: { type: 'CreateOrder', order: { ...buy, instrument: 'AUD_USD' } as never },
          path: 'timeline[0]',
        },
      ],
    });
    const start = 'AUD_USD has no price before its first tick at 2024-03-05T12:10:30.000000000Z';
    expect(unpricedLines(scenario)).toEqual([`${start}: it is left out of prices until then`]);
    expect(refusedLines(scenario, runBacktest(scenario))).toEqual([
      `${start}: orders refused as INSTRUMENT_PRICE_UNKNOWN: 1`,
    ]);
    expect(refusedLines(fromNoon(), runBacktest(fromNoon()))).toEqual([]);
    expect(unpricedLines(sandboxScenario())).toEqual([]);
  });
});

describe('history', () => {
  it('reaches back before the window, and is what a longer window has', async () => {
    const long = await testApi(sandboxScenario());
    await long.advance({ to: formatRfc3339(NOON) });
    const short = await testApi(fromNoon());
    for (const query of [
      'count=100',
      'from=2024-03-05T11:00:00Z&count=30',
      'count=1',
      'smooth=true',
    ]) {
      const [ours, theirs] = await Promise.all(
        [short, long].map(api => api.request('GET', `${CANDLES}&${query}`)),
      );
      expect(ours?.body['candles'], query).not.toEqual([]);
      expect(ours?.body, query).toEqual(theirs?.body);
    }
    const then = '/v3/instruments/EUR_USD/price?time=2024-03-05T11:00:00Z';
    expect((await short.request('GET', then)).body).toEqual((await long.request('GET', then)).body);
  });

  it('is not taken as ticks of the run, nor heard of', () => {
    const heard: string[] = [];
    const strategy: Strategy = { onTick: (_, { time }) => void heard.push(time) };
    const choice = { use: 'test', params: {}, accountID: OWN };
    const scenario = fromNoon({ strategy: choice, to: at('2024-03-05T13:00:00Z') });
    const { ticks } = runBacktest(scenario, { strategy });
    expect(heard).toHaveLength(ticks);
    expect(heard.every(time => time >= formatRfc3339(NOON))).toBe(true);
  });

  it('lies in windows of ticks of any length, and goes with a fork', () => {
    const whole = fromNoon({ to: at('2024-03-05T13:00:00Z') });
    const market = whole.market.map(entry => {
      const columns = entry.ticks?.windows[0]?.columns() as TickColumns;
      const windows = [0, 1, 300, 301, 350, 5_000].flatMap((from, index, all) =>
        residentWindows(rowsOf(columns, from, all[index + 1] ?? columns.length)),
      );
      return { ...entry, ticks: { ...entry.ticks, windows } as never };
    });
    const parts = runBacktest({ ...whole, market }).engine;
    const engine = runBacktest(whole).engine;
    for (const each of [parts, parts.fork(), engine.fork()]) {
      for (const [slot, series] of engine.state.candles.entries()) {
        const other = each.state.candles[slot];
        expect(other?.length).toBe(series.length);
        expect(other?.fold(0, series.length, 0, true)).toEqual(
          series.fold(0, series.length, 0, true),
        );
      }
      expect([...each.state.quotes.bid]).toEqual([...engine.state.quotes.bid]);
    }
  });

  it('is part of the candle of the bucket in which the window begins, over HTTP as in a backtest', async () => {
    const make = (): Strategy => ({
      candles: [
        { instrument: 'EUR_USD', granularity: 'M1' },
        { instrument: 'EUR_USD', granularity: 'H1' },
      ],
      onStart: context => void context.setTimer('now', { after: '1s' }),
      onTimer(context) {
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '7' });
      },
      onCandle(context, { volume, time }) {
        if (volume % 2 === 0 && time < '2024-03-05T12:03') return;
        const units = String(volume);
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
      },
    });
    const strategy = { use: 'test', params: {}, accountID: OWN };
    const scenario = fromNoon({ strategy, to: at('2024-03-05T13:10:00Z') });
    const { ledger } = runBacktest(scenario, { strategy: make() });
    const every = runBacktest(scenario, { strategy: make(), replay: 'every-tick' });
    expect(ledgerHash(every.ledger)).toBe(ledgerHash(ledger));
    const hour = columnsOf(scenario).time.filter(
      time => time >= at('2024-03-05T12:00:00Z') && time < at('2024-03-05T13:00:00Z'),
    ).length;
    const units = ledger.flatMap(each => ('units' in each ? [each.units] : []));
    expect(units).toContain(String(hour));
    expect(await overHttp(scenario, make())).toBe(ledgerHash(ledger));
  });

  it('is not drawn in the report but for the candle in which the window begins', async () => {
    const scenario = fromNoon({ to: at('2024-03-05T13:00:00Z') });
    const rows = (await candlesText(runBacktest(scenario).engine)).split('\n').slice(1);
    const times = rows.filter(row => row.startsWith('EUR_USD')).map(row => row.split(',')[2] ?? '');
    expect(times.length).toBeGreaterThan(100);
    expect(times.every(time => time >= '2024-03-05T12:00:30')).toBe(true);
  });
});

function rowsOf(columns: TickColumns, from: number, to: number): TickColumns {
  const { time, bid, ask } = columns;
  return {
    length: to - from,
    time: time.slice(from, to),
    bid: bid.slice(from, to),
    ask: ask.slice(from, to),
  };
}
