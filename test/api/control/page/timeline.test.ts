import { describe, expect, it } from 'vitest';
import { ensureDefined } from '../../../../src/core/base/assert.js';
import { instant, instantOf } from '../../../../src/core/time/instant.js';
import { accountSummary } from '../../../../src/core/view/accounts.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { FOREIGN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { furnish, openTrade, send } from '../../../support/api/trading.js';
import { at } from '../../../support/market/fixtures.js';

interface Point {
  readonly time: string;
  readonly balance: string;
  readonly NAV: string;
}

async function curve(api: TestApi, query: string): Promise<Point[]> {
  const { status, body } = await control(api, 'GET', `/curve?${query}`);
  expect(status).toBe(200);
  return body['points'] as Point[];
}

/** A session of some hours with trades of every account, in yen, pounds and euros. */
async function session(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ by: '30m' });
  await furnish(api);
  await api.advance({ by: '20h' });
  await openTrade(api, 5_000, { instrument: 'USD_JPY' }, OWN_SECOND);
  await send(api, { type: 'TransferFunds', amount: '-1000' });
  await api.advance({ by: '3h' });
  return api;
}

describe('the curve of an account', () => {
  it('is at every instant what the account was worth then', async () => {
    const api = await session();
    for (const id of [api.accountID, OWN_SECOND, FOREIGN]) {
      const points = await curve(api, `account=${id}&points=16`);
      expect(points.length).toBeGreaterThan(10);
      for (const point of points) {
        expect(point).toEqual(accountThen(api, point.time, id));
      }
    }
  });

  it('has at most as many points as were asked for, from the start to the present', async () => {
    const api = await session();
    const points = await curve(api, 'points=10');
    expect(points.length).toBeLessThanOrEqual(10);
    expect(points[0]?.time).toBe('2024-03-05T10:00:00.000000000Z');
    const { body } = await control(api, 'GET', '/clock');
    expect(points.at(-1)?.time).toBe(body['now']);
  });
});

/** An account in a fork of the session at an instant. */
function accountThen(api: TestApi, time: string, id: string): Point {
  const then = api.sandbox.simulation.fork({ at: instant(instantOf(time)) });
  const { state, market } = ensureDefined(then.account(id), 'account', id);
  const { balance, NAV } = accountSummary(state, market);
  return { time, balance, NAV };
}

describe('the time line of a session', () => {
  it('shows fills, refusals and cancels of an account with their transactions', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const id = await openTrade(api, 100);
    await send(api, { type: 'CreateOrder', order: { type: 'MARKET', units: '0' } as never });
    const { body } = await control(api, 'GET', '/timeline');
    const marks = body['marks'] as Record<string, string>[];
    expect(marks).toMatchObject([
      { kind: 'fill', transactionID: id, accountID: api.accountID },
      { kind: 'reject', label: 'INSTRUMENT_MISSING' },
    ]);
    expect(marks[0]?.['label']).toMatch(/^Bought 100 EUR_USD at 1\.\d+$/);
    expect(body).toMatchObject({
      from: '2024-03-05T10:00:00.000000000Z',
      to: '2024-03-09T00:00:00.000000000Z',
      now: '2024-03-05T11:00:00.000000000Z',
      closed: [{ from: '2024-03-08T22:00:00.000000000Z', to: '2024-03-09T00:00:00.000000000Z' }],
    });
    const names = (body['sessions'] as { name: string }[]).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Sydney', 'Tokyo', 'London', 'New York']));
    expect((body['checkpoints'] as string[])[0]).toBe('2024-03-05T10:00:00.000000000Z');
  });

  it('has one mark for many of a kind in one place, which counts them', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    for (let made = 0; made < 30; made++) await openTrade(api, 1 + made);
    const { body } = await control(api, 'GET', '/timeline?points=10');
    const marks = body['marks'] as { count?: number; kind: string; label: string }[];
    expect(marks).toMatchObject([{ kind: 'fill', count: 30 }]);
    expect(marks[0]?.label).toMatch(/^Bought 30 EUR_USD/);
  });

  it('shows the calendar of the window and the faults that fired', async () => {
    const events = [
      { at: at('2024-03-04T10:00:00Z'), currency: 'USD', impact: 'high', name: 'before' },
      { at: at('2024-03-06T13:30:00Z'), currency: 'USD', impact: 'high', name: '<b>jobs</b>' },
    ] as const;
    const api = await testApi(sandboxScenario({ events }));
    const rule = { operation: 'listOrders', count: 1, error: { status: 500 } };
    await control(api, 'POST', '/faults', rule);
    await api.request('GET', '/v3/accounts/{a}/orders');
    const { body } = await control(api, 'GET', '/timeline');
    expect(body['calendar']).toEqual([
      {
        time: '2024-03-06T13:30:00.000000000Z',
        currency: 'USD',
        impact: 'high',
        name: '<b>jobs</b>',
      },
    ]);
    expect(body['marks']).toMatchObject([{ kind: 'fault' }]);
  });
});
