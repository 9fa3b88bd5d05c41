import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad } from '../../../support/api/strangers.js';
import { openTrade, send } from '../../../support/api/trading.js';
import { account, at } from '../../../support/market/fixtures.js';
import { OPENED, start, TRADE, TRADES } from './trade-requests.js';

const idsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['trades'] as { id: string }[]).map(({ id }) => id);

/** Opens five trades, of which the second is closed and the fourth in another instrument. */
async function fiveTrades(): Promise<{ api: TestApi; ids: string[] }> {
  const api = await start();
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    ids.push(await openTrade(api, 100, nth === 3 ? { instrument: 'GBP_USD' } : {}));
  }
  await send(api, { type: 'CloseTrade', tradeSpecifier: ids[1] as string });
  return { api, ids };
}

describe('a list of trades', () => {
  it('has the open ones in full, newest first', async () => {
    const api = await start();
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const second = await openTrade(api, 200, { tradeClientExtensions: { id: 'two', tag: 't' } });
    const list = await api.request('GET', TRADES);
    expect(list.status).toBe(200);
    expect(idsOf(list)).toEqual([second, '5']);
    expect(list.headers['link']).toBeUndefined();
    expect((list.body['trades'] as unknown[])[1]).toEqual({
      ...TRADE,
      takeProfitOrder: {
        id: '6',
        createTime: OPENED,
        type: 'TAKE_PROFIT',
        tradeID: '5',
        timeInForce: 'GTC',
        price: '1.20000',
        triggerCondition: 'DEFAULT',
        state: 'PENDING',
      },
    });
    expect((list.body['trades'] as unknown[])[0]).toMatchObject({
      clientExtensions: { id: 'two', tag: 't' },
    });
    const open = await api.request('GET', '/v3/accounts/{a}/openTrades');
    expect(open.body).toEqual(list.body);
    expect(open.body['lastTransactionID']).toBe(second);
  });

  it('filters by state, instrument and ids, all together', async () => {
    const { api, ids } = await fiveTrades();
    const [a, b, c, d, e] = ids;
    const list = async (query: string) => idsOf(await api.request('GET', `${TRADES}?${query}`));
    expect(await list('state=OPEN')).toEqual([e, d, c, a]);
    expect(await list('state=CLOSED')).toEqual([b]);
    expect(await list('state=CLOSE_WHEN_TRADEABLE')).toEqual([]);
    expect(await list('state=ALL')).toEqual([e, d, c, b, a]);
    expect(await list('instrument=GBP_USD')).toEqual([d]);
    expect(await list('instrument=GBP_USD,EUR_USD&state=ALL')).toEqual([e, d, c, b, a]);
    expect(await list(`ids=${a},${b},${d},${d},999`)).toEqual([d, a]);
    expect(await list(`ids=${a}%252C${b}&state=ALL`)).toEqual([b, a]);
    expect(await list(`ids=${a},${b}&state=ALL&instrument=GBP_USD`)).toEqual([]);
    expect(await list(`beforeID=${c}`)).toEqual([c, a]);
    expect(await list('beforeID=999999999999999')).toEqual([e, d, c, a]);
  });

  it('is cut into pages that link to the next', async () => {
    const { api, ids } = await fiveTrades();
    const seen: string[] = [];
    let path: string | undefined = `${TRADES}?state=ALL&instrument=EUR_USD&count=2`;
    while (path !== undefined) {
      const page = await api.request('GET', path);
      seen.push(...idsOf(page));
      const link = page.headers['link'] as string | undefined;
      path = link === undefined ? undefined : /^<http:\/\/[^/]+(.+)>; rel="next"$/.exec(link)?.[1];
      if (link !== undefined) expect(path).toContain('state=ALL&instrument=EUR_USD&count=2&before');
    }
    expect(seen).toEqual([ids[4], ids[2], ids[1], ids[0]]);
    const last = await api.request('GET', `${TRADES}?count=4`);
    expect(last.headers['link']).toBeUndefined();
  });

  it('distinguishes trades that wait for their market to open', async () => {
    // Closed out while EUR_USD is halted: its trade stays, and closes with the halt.
    const scenario = sandboxScenario();
    const hours = { from: at('2024-03-05T10:00:01Z'), to: at('2024-03-06T12:00:00Z') };
    const halt = { ...hours, side: 'ALL', mode: 'HALTED' } as const;
    const market = scenario.market.map(entry =>
      entry.instrument.name === 'EUR_USD' ? { ...entry, halts: [halt] } : entry,
    );
    const own = account({ id: OWN, balance: '690', closeoutFactor: '1' });
    const api = await testApi({ ...scenario, market, accounts: [own] });
    const id = await openTrade(api, 20_000);
    await openTrade(api, 9_800, { instrument: 'GBP_USD' });
    const listed = async (state: string) =>
      idsOf(await api.request('GET', `${TRADES}?state=${state}`));
    for (let hour = 0; hour < 24 && (await listed('OPEN')).length > 0; hour++) {
      await api.advance({ by: '1h' });
    }
    expect(await listed('OPEN')).toEqual([]);
    expect(await listed('CLOSE_WHEN_TRADEABLE')).toEqual([id]);
    expect(idsOf(await api.request('GET', '/v3/accounts/{a}/openTrades'))).toEqual([id]);
    await api.advance({ to: '2024-03-06T12:10:00Z' });
    expect(await listed('CLOSE_WHEN_TRADEABLE')).toEqual([]);
    expect(await listed('CLOSED')).toContain(id);
  });

  it('refuses what is no filter', async () => {
    const api = await start();
    const list = (query: string) => ['GET', `${TRADES}?${query}`] as const;
    await expectBad(api, 'ids', [list('ids=5,x'), list('ids=-5'), list('ids=5,')]);
    await expectBad(api, 'state', [list('state=open'), list('state=__proto__')]);
    await expectBad(api, 'instrument', [list('instrument=QQQ_ZZZ'), list('instrument=toString')]);
    await expectBad(api, 'count', [list('count=0'), list('count=1.5'), list('count=1e2')]);
    await expectBad(api, 'beforeID', [list('beforeID=x'), list('beforeID=1&beforeID=2')]);
    expect((await api.request('GET', `${TRADES}?count=501`)).body).toMatchObject({
      errorMessage: "Maximum value for 'count' exceeded",
    });
  });
});
