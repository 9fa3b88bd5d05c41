import { describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import type { MarketEntry } from '../../../../src/core/engine/state/market-entry.js';
import { residentWindows } from '../../../../src/core/market/tick.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { pair } from '../../../support/market/fixtures.js';

const PRICING = '/v3/accounts/{a}/pricing';
const INVALID = 'oanda::rest::core::InvalidParameterException';
type Price = Record<string, unknown>;

async function priced(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ ticks: 3 });
  return api;
}

function buy(api: TestApi, units: string, id = api.accountID): void {
  const order = { type: 'MARKET', instrument: 'EUR_USD', units };
  void api.sandbox.simulation.submit(id, { type: 'CreateOrder', order } as never);
}

describe('prices of an account', () => {
  it('show the book, the factors and the units available', async () => {
    const api = await priced();
    const { status, body } = await api.request('GET', `${PRICING}?instruments=EUR_USD`);
    expect(status).toBe(200);
    expect(body).toEqual({
      prices: [
        {
          type: 'PRICE',
          time: '2024-03-05T10:00:00.000000000Z',
          bids: [{ price: '1.08500', liquidity: 10_000_000 }],
          asks: [{ price: '1.08515', liquidity: 10_000_000 }],
          closeoutBid: '1.08500',
          closeoutAsk: '1.08515',
          status: 'tradeable',
          tradeable: true,
          unitsAvailable: {
            default: { long: '460797', short: '460797' },
            reduceFirst: { long: '460797', short: '460797' },
            reduceOnly: { long: '0', short: '0' },
            openOnly: { long: '460797', short: '460797' },
          },
          quoteHomeConversionFactors: { positiveUnits: '1.00000000', negativeUnits: '1.00000000' },
          instrument: 'EUR_USD',
        },
      ],
      time: '2024-03-05T10:00:00.000000000Z',
    });
  });

  it('show what an account has left of liquidity that comes back, and keep the closeout price', async () => {
    const regeneration = { micros: 10_000_000, steps: 1 };
    const depth = [
      { offsetPoints: 0, liquidity: 1000 },
      { offsetPoints: 5, liquidity: 500 },
    ];
    const execution = { ...IDEAL_EXECUTION, liquidity: { depth }, regeneration };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ ticks: 3 });
    const asks = async () => {
      const { body } = await api.request('GET', `${PRICING}?instruments=EUR_USD`);
      const [price] = body['prices'] as Price[];
      return [price?.['asks'], price?.['closeoutAsk']];
    };
    buy(api, '1200');
    buy(api, '1500', OWN_SECOND);
    await api.advance({ by: '0s' });
    expect(await asks()).toEqual([[{ price: '1.08520', liquidity: 300 }], '1.08520']);
    buy(api, '300');
    await api.advance({ by: '0s' });
    expect(await asks()).toEqual([[], '1.08520']);
    await api.advance({ by: '10s' });
    expect((await asks())[0]).toMatchObject([{ liquidity: 1000 }, { liquidity: 500 }]);
  });

  it('come in the order of the request, each once', async () => {
    const api = await priced();
    const path = `${PRICING}?instruments=USD_JPY%252CEUR_USD,USD_JPY&includeUnitsAvailable=False`;
    const { body } = await api.request('GET', path);
    const prices = body['prices'] as Price[];
    expect(prices.map(each => each['instrument'])).toEqual(['USD_JPY', 'EUR_USD']);
    expect(prices.every(each => each['unitsAvailable'] === undefined)).toBe(true);
    expect(prices[0]?.['quoteHomeConversionFactors']).toEqual({
      positiveUnits: '0.00666169',
      negativeUnits: '0.00666223',
    });
  });

  it('show what a position leaves available', async () => {
    const api = await priced();
    buy(api, '-1000');
    const { body } = await api.request('GET', `${PRICING}?instruments=EUR_USD`);
    const [{ unitsAvailable: units } = {}] = body['prices'] as Record<string, Price>[];
    expect(units?.['reduceOnly']).toEqual({ long: '1000', short: '0' });
    expect(units?.['default']).toEqual(units?.['reduceFirst']);
    const { long: opens, short: opensToo } = (units?.['openOnly'] ?? {}) as Record<string, string>;
    expect(opens).toBe(opensToo);
    const { long, short } = (units?.['reduceFirst'] ?? {}) as Record<string, string>;
    expect(Number(long)).toBeGreaterThan(Number(short));
    buy(api, '-1000', OWN_SECOND);
    const path = `/v3/accounts/${OWN_SECOND}/pricing?instruments=EUR_USD`;
    const hedged = (await api.request('GET', path)).body['prices'] as Record<string, Price>[];
    expect(hedged[0]?.['unitsAvailable']?.['default']).toEqual(
      hedged[0]?.['unitsAvailable']?.['openOnly'],
    );
    expect(
      Number((hedged[0]?.['unitsAvailable']?.['openOnly'] as Price | undefined)?.['long']),
    ).toBeGreaterThan(0);
  });

  it('are those newer than `since`, and conversions likewise', async () => {
    const api = await priced();
    const path = `${PRICING}?instruments=EUR_USD,USD_JPY&includeHomeConversions=true`;
    const first = await api.request('GET', path);
    expect(first.body['homeConversions']).toEqual([
      { currency: 'EUR', accountGain: '1.085', accountLoss: '1.08515', positionValue: '1.085075' },
      { currency: 'USD', accountGain: '1', accountLoss: '1', positionValue: '1' },
      {
        currency: 'JPY',
        accountGain: '0.006661692603',
        accountLoss: '0.006662225183',
        positionValue: '0.006661958893',
      },
    ]);
    const { time } = first.body as { time: string };
    const none = await api.request('GET', `${path}&since=${time}`);
    expect(none.body).toEqual({ prices: [], homeConversions: [], time });
    // One tick: one price and one currency.
    await api.advance({ ticks: 1 });
    const next = await api.request('GET', `${path}&since=${time}`);
    const [price] = next.body['prices'] as Price[];
    expect(next.body['prices']).toHaveLength(1);
    const currency = price?.['instrument'] === 'EUR_USD' ? 'EUR' : 'JPY';
    expect(next.body['homeConversions']).toEqual([expect.objectContaining({ currency })]);
  });

  it('leave out an instrument that was never quoted', async () => {
    const scenario = sandboxScenario();
    const silent = { instrument: pair('AUD_USD'), halts: [] };
    const api = await testApi(sandboxScenario({ market: [...scenario.market, silent] }));
    await api.advance({ ticks: 3 });
    for (const query of ['instruments=AUD_USD,EUR_USD', 'instruments=AUD_USD,EUR_USD&since=0']) {
      const { status, body } = await api.request('GET', `${PRICING}?${query}`);
      expect(status).toBe(200);
      const names = (body['prices'] as Price[]).map(each => each['instrument']);
      expect(names).toEqual(['EUR_USD']);
    }
  });

  it('stay as they were while the market is closed', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ to: '2024-03-08T23:30:00Z' });
    const { body } = await api.request('GET', `${PRICING}?instruments=EUR_USD`);
    const [price] = body['prices'] as Price[];
    expect(price).toMatchObject({ status: 'non-tradeable', tradeable: false });
    expect(price?.['bids']).toHaveLength(1);
  });

  it('show every level of the depth table, and close out at the deepest', async () => {
    const levels = [
      { offsetPoints: 0, liquidity: 1_000_000 },
      { offsetPoints: 3, liquidity: 5_000_000 },
    ];
    const scenario = sandboxScenario();
    const execution = { ...scenario.execution, liquidity: { depth: levels } };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ ticks: 3 });
    const { body } = await api.request('GET', `${PRICING}?instruments=EUR_USD`);
    expect((body['prices'] as Price[])[0]).toMatchObject({
      bids: [
        { price: '1.08500', liquidity: 1_000_000 },
        { price: '1.08497', liquidity: 5_000_000 },
      ],
      closeoutBid: '1.08497',
      closeoutAsk: '1.08518',
    });
  });

  it.each([
    ['', "Missing 'instruments' parameter", 'oanda::rest::core::MissingParameterException'],
    ['instruments=', "Invalid value specified for 'instruments'", INVALID],
    ['instruments=EUR_USD,', "Invalid value specified for 'instruments'", INVALID],
    ['instruments=EUR_USD,NO_SUCH', "Invalid value specified for 'instruments'", INVALID],
    ['instruments=toString', "Invalid value specified for 'instruments'", INVALID],
    ['instruments=EUR_USD&since=then', "Invalid value specified for 'since'", INVALID],
    [
      'instruments=EUR_USD&includeHomeConversions=1',
      "Invalid value specified for 'includeHomeConversions'",
      INVALID,
    ],
  ])('refuse %j and change nothing', async (query, errorMessage, errorCode) => {
    const api = await priced();
    const before = api.sandbox.simulation.engine.ledger.length;
    const { status, body } = await api.request('GET', `${PRICING}?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ errorMessage, errorCode });
    expect(api.sandbox.simulation.engine.ledger.length).toBe(before);
  });

  it('are of no other account', async () => {
    const api = await priced();
    const other = await api.request('GET', `/v3/accounts/${FOREIGN}/pricing?instruments=EUR_USD`);
    const unknown = await api.request(
      'GET',
      '/v3/accounts/101-001-9-009/pricing?instruments=EUR_USD',
    );
    expect([other.status, unknown.status]).toEqual([403, 403]);
    expect(other.body).toEqual(unknown.body);
  });
});

describe('prices without an account', () => {
  const PRICE = '/v3/instruments/EUR_USD/price';

  it('are the current one, and that of any time so far', async () => {
    const api = await priced();
    const first = {
      instrument: 'EUR_USD',
      tradeable: true,
      timestamp: '2024-03-05T10:00:00.000000000Z',
      baseBid: '1.08500',
      baseAsk: '1.08515',
      bids: [{ price: '1.08500', liquidity: 10_000_000 }],
      asks: [{ price: '1.08515', liquidity: 10_000_000 }],
      closeoutBid: '1.08500',
      closeoutAsk: '1.08515',
    };
    expect((await api.request('GET', PRICE)).body).toEqual({ price: first });
    await api.advance({ by: '1h' });
    expect((await api.request('GET', PRICE)).body).not.toEqual({ price: first });
    const then = await api.request('GET', `${PRICE}?time=2024-03-05T10:00:00.000000Z`);
    expect(then.body).toEqual({ price: first });
    expect((await api.request('GET', '/v3/pricing')).body['prices']).toHaveLength(3);
    const all = await api.request('GET', '/v3/pricing?time=1709632800');
    expect((all.body['prices'] as object[])[0]).toEqual(first);
    expect((await api.request('GET', '/v3/pricing?time=2024-03-05T09:59:59Z')).body).toEqual({
      prices: [],
    });
  });

  it('are none before the first and none in the future', async () => {
    const api = await priced();
    expect((await api.request('GET', `${PRICE}?time=2024-03-05T09:59:59Z`)).status).toBe(404);
    for (const path of [`${PRICE}?time=`, '/v3/pricing?time=', `${PRICE}/range?from=`]) {
      const { status, body } = await api.request('GET', `${path}2024-03-05T10:00:01Z`);
      expect(status).toBe(400);
      expect(body['errorMessage']).toMatch(/^Invalid value .* Time is in the future$/);
    }
    expect((await api.request('GET', '/v3/instruments/NO_SUCH/price')).body).toEqual({
      errorMessage: "Invalid value specified for 'instrument'",
      errorCode: INVALID,
    });
  });

  it('of a range come page by page, all of them and each once', async () => {
    const api = await priced();
    await api.advance({ by: '5h' });
    const from = '2024-03-05T10:00:00Z';
    for (const start of [
      `${PRICE}/range?from=${from}`,
      `/v3/pricing/range?instrument=EUR_USD&from=${from}`,
    ]) {
      const times: string[] = [];
      let path: string | undefined = start;
      while (path !== undefined) {
        const { body, headers } = await api.request('GET', path);
        const page = body['prices'] as { timestamp: string }[];
        expect(page.length).toBeLessThanOrEqual(500);
        times.push(...page.map(each => each.timestamp));
        const link = headers['link'] as string | undefined;
        path =
          link === undefined ? undefined : /^<http:\/\/[^/]+(\/.*)>; rel="next"$/.exec(link)?.[1];
      }
      expect(times.length).toBe(api.sandbox.simulation.engine.state.candles[0]?.length);
      expect(times).toEqual([...new Set(times)].sort());
    }
  });

  it('of an instant that has more of them than a page come on one page', async () => {
    const scenario = sandboxScenario();
    const [first, ...others] = scenario.market;
    const at = Float64Array.from({ length: 1_200 }, (_, row) =>
      row < 700 ? scenario.from : scenario.from + row,
    );
    const level = (points: number) => new Int32Array(1_200).fill(points);
    const ticks = { length: 1_200, time: at, bid: level(108_500), ask: level(108_515) };
    const entry = { ...first, ticks: { ...first?.ticks, windows: residentWindows(ticks) } };
    const market = [entry as MarketEntry, ...others];
    const api = await testApi({ ...scenario, market });
    await api.advance({ by: '1m' });
    const page = await api.request('GET', `${PRICE}/range?from=2024-03-05T10:00:00Z`);
    expect(page.body['prices']).toHaveLength(700);
    expect(page.headers['link']).toContain('from=2024-03-05T10:00:00.000700000Z');
  });

  it.each([
    [`${PRICE}/range`, "Missing 'from' parameter"],
    ['/v3/pricing/range?from=2024-03-05T10:00:00Z', "Missing 'instrument' parameter"],
    [`${PRICE}/range?from=1709632800&to=1709632799`, "Invalid value specified for 'from'"],
    [`${PRICE}/range?from=x`, "Invalid value specified for 'from'"],
    [`${PRICE}?time=x`, "Invalid value specified for 'time'"],
  ])('refuse %s', async (path, errorMessage) => {
    const api = await priced();
    const { status, body } = await api.request('GET', path);
    expect(status).toBe(400);
    expect(body['errorMessage']).toBe(errorMessage);
  });
});
