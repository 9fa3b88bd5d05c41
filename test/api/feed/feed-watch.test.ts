import { describe, expect, it } from 'vitest';
import { testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { listening, openFeed } from '../../support/api/feed-client.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { openStream } from '../../support/api/stream-client.js';

const WATCH = { type: 'SUBSCRIBE', simulation: 'main', account: OWN, requests: true };
const PRICES = '/v3/accounts/{a}/pricing/stream?instruments=EUR_USD';

describe('a reader that watches a client', () => {
  it('sees its streams while they are open, and their requests', async () => {
    const api = await testApi(sandboxScenario());
    const feed = await openFeed(api);
    feed.send(WATCH);
    await feed.next('SUBSCRIBED');
    const stream = await openStream(api, await listening(api), PRICES);
    const { request } = await feed.next('REQUEST');
    expect(request).toMatchObject({ status: 200, operationId: 'streamPricing', accountID: OWN });
    const isOpen = (each: object) => 'streams' in each && (each.streams as object[]).length === 1;
    const opened = (await feed.until(all => all.some(isOpen))).find(isOpen);
    expect(opened).toMatchObject({
      streams: [{ id: request.id, kind: 'pricing', account: OWN, conflated: 0, pendingBytes: 0 }],
    });
    const from = feed.events.length;
    stream.close();
    const closed = await feed.until(all => all.slice(from).some(each => each.type === 'STREAMS'));
    expect(closed.at(-1)).toMatchObject({ type: 'STREAMS', streams: [] });
    await feed.close();
    await api.app.close();
  });

  it('sees which rule of faults disturbed a request, also one that was cut', async () => {
    const api = await testApi(sandboxScenario());
    const feed = await openFeed(api);
    feed.send(WATCH);
    await feed.next('SUBSCRIBED');
    const rules = [
      { operation: 'getAccountSummary', error: { status: 503, errorMessage: 'down' }, count: 1 },
      { operation: 'listAccounts', reset: true, count: 1 },
    ];
    const put = await control(api, 'PUT', '/faults', { rules });
    expect(put.status, put.text).toBe(200);
    await api.request('GET', '/v3/accounts/{a}/summary');
    const url = `http://127.0.0.1:${await listening(api)}/v3/accounts`;
    const headers = { authorization: `Bearer ${api.token}` };
    await expect(fetch(url, { headers })).rejects.toThrow();
    const requests = () => feed.events.flatMap(e => (e.type === 'REQUEST' ? e.request : []));
    await feed.until(() => requests().length === 3);
    const [first, second] = (put.body['rules'] as { id: string }[]).map(({ id }) => id);
    expect(requests().slice(1)).toMatchObject([
      { operationId: 'getAccountSummary', status: 503, errorMessage: 'down', fault: first },
      { operationId: 'listAccounts', status: 0, fault: second },
    ]);
    await feed.close();
    await api.app.close();
  });

  it('sees where time stopped by itself', async () => {
    const api = await testApi(sandboxScenario(), { mode: 'paced' });
    const feed = await openFeed(api);
    feed.send(WATCH);
    await feed.next('SUBSCRIBED');
    const until = { timeInForce: 'GTD', gtdTime: '2024-03-05T10:30:00Z' };
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price: '1', ...until };
    const made = await api.request('POST', '/v3/accounts/{a}/orders', { order });
    expect(made.status, made.text).toBe(201);
    await control(api, 'POST', '/clock/play', { speed: 'max', pauseAt: ['transaction'] });
    const paused = await feed.next('PAUSED');
    const { now } = (await control(api, 'GET', '/clock')).body;
    expect(paused).toMatchObject({ reason: 'transaction', time: now });
    const told = feed.events.find(
      each => each.type === 'TRANSACTION' && each.transaction.id === paused.transactionID,
    );
    expect(told).toBeDefined();
    await feed.close();
    await api.app.close();
  });
});
