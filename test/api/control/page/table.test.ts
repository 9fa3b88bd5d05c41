import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { runsOf } from '../../../support/random/nightly.js';

/** Orders of several types, some refused, so that every table has rows of several kinds. */
async function trade(api: TestApi, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const instrument = ['EUR_USD', 'USD_JPY', 'GBP_USD'][made % 3];
    const clientExtensions = { id: `<b>mine-${made}</b>` };
    const units = String(made % 4 === 3 ? -(made + 1) : made % 5 === 0 ? 0 : made + 1);
    const order = made % 2 === 0 ? { type: 'MARKET' } : { type: 'LIMIT', price: '0.50000' };
    await api.request('POST', '/v3/accounts/{a}/orders', {
      order: { ...order, instrument, units, clientExtensions },
    });
  }
}

type Row = Readonly<Record<string, string>>;

async function table(api: TestApi, path: string): Promise<{ total: number; rows: Row[] }> {
  const { status, body } = await control(api, 'GET', `/table/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as never;
}

describe('pages of tables', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    await trade(api, 40);
  });

  it.each([
    ['orders', '/v3/accounts/{a}/orders?state=ALL&count=500', 'orders'],
    ['trades', '/v3/accounts/{a}/trades?state=ALL&count=500', 'trades'],
    ['transactions', '/v3/accounts/{a}/transactions/sinceid?id=0', 'transactions'],
  ])('have the rows of the broker: %s', async (name, path, field) => {
    const { body } = await api.request('GET', path);
    const newestFirst = name !== 'transactions';
    const listed = body[field] as Row[];
    const { rows, total } = await table(
      api,
      `${name}?limit=500&order=${newestFirst ? 'desc' : 'asc'}`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect([total, rows]).toEqual([listed.length, listed]);
  });

  it('joined are the whole list, for every sorting and filter', async () => {
    const asked = fc.record({
      name: fc.constantFrom('orders', 'trades', 'transactions'),
      sort: fc.constantFrom('id', 'time', 'type', 'instrument', 'units', 'price', 'pl'),
      order: fc.constantFrom('asc', 'desc'),
      filter: fc.constantFrom('', 'eur', 'usd_jpy limit', 'mine-7', 'UNITS_INVALID', 'none at all'),
      limit: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ name, limit, filter, ...rest }) => {
        const query = new URLSearchParams({ ...rest, ...(filter !== '' && { filter }) });
        const whole = await table(api, `${name}?${query}&limit=500`);
        const paged: Row[] = [];
        while (paged.length < whole.total) {
          const page = await table(api, `${name}?${query}&limit=${limit}&offset=${paged.length}`);
          expect(page.rows.length).toBeGreaterThan(0);
          paged.push(...page.rows);
        }
        expect(paged).toEqual(whole.rows);
      }),
      { numRuns: runsOf(60) },
    );
  });

  it('are sorted by numbers, and rows without the field come last', async () => {
    const units = async (order: string) => {
      const { rows } = await table(api, `transactions?limit=500&sort=units&order=${order}`);
      return rows.map(row => row['units']);
    };
    for (const order of ['asc', 'desc']) {
      const found = await units(order);
      const known = found.filter(each => each !== undefined).map(Number);
      expect(found.slice(known.length).every(each => each === undefined)).toBe(true);
      const sorted = [...known].sort((a, b) => (order === 'asc' ? a - b : b - a));
      expect(known).toEqual(sorted);
    }
  });

  it('name the instrument of a stop, also when its trade is closed', async () => {
    const own = await testApi(sandboxScenario());
    await own.advance({ by: '1h' });
    const stopLossOnFill = { distance: '0.01000' };
    const order = { type: 'MARKET', instrument: 'GBP_USD', units: '100', stopLossOnFill };
    await own.request('POST', '/v3/accounts/{a}/orders', { order });
    await own.request('PUT', '/v3/accounts/{a}/positions/GBP_USD/close', { longUnits: 'ALL' });
    const { rows } = await table(own, 'orders?filter=stop_loss%20gbp_usd');
    expect(rows).toMatchObject([{ type: 'STOP_LOSS', state: 'CANCELLED', instrument: 'GBP_USD' }]);
  });

  it('hold what every word of the filter is part of', async () => {
    const { rows, total } = await table(api, 'orders?filter=MARKET%20eur_usd%20filled');
    expect(total).toBeGreaterThan(0);
    for (const row of rows) {
      expect([row['type'], row['instrument'], row['state']]).toEqual([
        'MARKET',
        'EUR_USD',
        'FILLED',
      ]);
    }
    expect((await table(api, 'orders?filter=%3Cb%3Emine-4%3C')).total).toBe(1);
  });

  it.each([
    ['/table/positions', 404],
    ['/table/orders?limit=501', 400],
    ['/table/orders?sort=colour', 400],
    ['/table/orders?account=101-001-1000001-999', 404],
  ])('are refused: %s', async (path, status) => {
    expect((await control(api, 'GET', path)).status).toBe(status);
  });
});
