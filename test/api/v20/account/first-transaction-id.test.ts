import { expect, it } from 'vitest';
import { audit } from '../../../../src/core/ledger/audit.js';
import { testApi } from '../../../support/api/api.js';
import { OWN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { openTrade } from '../../../support/api/trading.js';
import { account } from '../../../support/market/fixtures.js';

/** An account whose history begins at 1000, beside one that begins at 1. */
const FIRST = 1_000;
const started = () =>
  testApi(
    sandboxScenario({
      accounts: [account({ id: OWN, firstTransactionID: FIRST }), account({ id: OWN_SECOND })],
    }),
  );
const ANSWER = '/v3/accounts/{a}';
const ids = (body: Readonly<Record<string, unknown>>, name = 'transactions') =>
  (body[name] as readonly { id: string }[]).map(({ id }) => id);

it('the first transaction has the id that its account says, and orders and trades follow', async () => {
  const api = await started();
  expect(await openTrade(api, 100)).toBe('1004');
  const all = await api.request('GET', `${ANSWER}/transactions/sinceid?id=0`);
  expect(ids(all.body)).toEqual(['1000', '1001', '1002', '1003', '1004']);
  expect(all.body['transactions']).toMatchObject([
    { type: 'CREATE', batchID: '1000' },
    { batchID: '1000' },
    { batchID: '1002' },
    { type: 'MARKET_ORDER' },
    { type: 'ORDER_FILL', orderID: '1003', tradeOpened: { tradeID: '1004' } },
  ]);
  const { account: shown } = (await api.request('GET', ANSWER)).body as { account: object };
  expect(shown).toMatchObject({ lastTransactionID: '1004', trades: [{ id: '1004' }] });
  const orders = await api.request('GET', `${ANSWER}/orders?state=ALL`);
  expect(ids(orders.body, 'orders')).toEqual(['1003']);
  const other = await api.request('GET', `/v3/accounts/${OWN_SECOND}/summary`);
  expect(other.body).toMatchObject({ lastTransactionID: '3' });
});

it('reads below the first id find nothing, or begin with it', async () => {
  const api = await started();
  const get = (path: string) => api.request('GET', `${ANSWER}/${path}`);
  for (const path of ['transactions/sinceid?id=999', 'transactions/sinceid?id=5']) {
    expect(ids((await get(path)).body), path).toEqual(['1000', '1001', '1002']);
  }
  expect(ids((await get('transactions/sinceid?id=1001')).body)).toEqual(['1002']);
  expect((await get('transactions/sinceid?id=1003')).status).toBe(416);
  expect(ids((await get('transactions/idrange?from=1&to=1001')).body)).toEqual(['1000', '1001']);
  expect(ids((await get('transactions/idrange?from=1002&to=2000')).body)).toEqual(['1002']);
  expect((await get('transactions/idrange?from=1&to=999')).status).toBe(416);
  expect((await get('transactions/idrange?from=1003&to=1003')).status).toBe(416);
  expect((await get('transactions/999')).status).toBe(404);
  expect((await get('transactions/1000')).body).toMatchObject({ transaction: { type: 'CREATE' } });
});

it('changes are given since any transaction that there is', async () => {
  const api = await started();
  const since = (id: number) => api.request('GET', `${ANSWER}/changes?sinceTransactionID=${id}`);
  for (const id of [0, 1, 999, 1003]) expect((await since(id)).status, `${id}`).toBe(416);
  await openTrade(api, 100);
  const { changes } = (await since(1000)).body as { changes: Record<string, unknown> };
  expect(ids(changes)).toEqual(['1001', '1002', '1003', '1004']);
  expect(changes).toMatchObject({ tradesOpened: [{ id: '1004' }], ordersFilled: [{ id: '1003' }] });
});

it('pages of a list cover the ids from the first on', async () => {
  const api = await started();
  const { body } = await api.request('GET', `${ANSWER}/transactions?pageSize=2`);
  expect(body).toMatchObject({ count: 3 });
  const pages = body['pages'] as readonly string[];
  expect(pages.map(page => page.slice(page.indexOf('?')))).toEqual([
    '?from=1000&to=1001',
    '?from=1002&to=1002',
  ]);
  const funding = await api.request('GET', `${ANSWER}/transactions?type=FUNDING`);
  expect(funding.body).toMatchObject({ count: 1 });
});

it('the auditor counts from there, and a copy goes on from there', async () => {
  const api = await started();
  await openTrade(api, 100);
  const view = api.sandbox.simulation.account(OWN);
  if (view === undefined) throw new Error('no account');
  expect(audit(view.state, view.log.since(0), view.market)).toEqual([]);
  const copy = api.sandbox.simulation.engine.fork().account(OWN).log;
  expect([copy.firstID, copy.lastID, copy.get(1_000)?.type]).toEqual([FIRST, 1_004, 'CREATE']);
});
