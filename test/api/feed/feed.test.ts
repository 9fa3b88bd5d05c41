import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control, forkOf } from '../../support/api/control.js';
import { type FeedClient, openFeed } from '../../support/api/feed-client.js';
import { loggedIn } from '../../support/api/page.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { openTrade } from '../../support/api/trading.js';

const ALL = {
  type: 'SUBSCRIBE',
  simulation: 'main',
  account: OWN,
  prices: ['EUR_USD', 'USD_JPY'],
  candles: [{ instrument: 'EUR_USD', granularity: 'M1', price: 'BM' }],
  requests: true,
} as const;

/** An application whose feed is read; both end with the test. */
async function read(body: (api: TestApi, feed: FeedClient) => Promise<void>): Promise<void> {
  const api = await testApi(sandboxScenario());
  const feed = await openFeed(api);
  await body(api, feed);
  await feed.close();
  await api.app.close();
}

describe('the feed', () => {
  it('greets, and answers a subscription with everything as it is now', () =>
    read(async (api, feed) => {
      await openTrade(api, 100);
      feed.send(ALL);
      const hello = await feed.next('HELLO');
      expect(hello).toEqual({ type: 'HELLO', feed: expect.any(String), version: '0.2.0' });
      const subscribed = await feed.next('SUBSCRIBED');
      const changes = '/v3/accounts/{a}/changes?sinceTransactionID=1';
      const { state, lastTransactionID } = (await api.request('GET', changes)).body;
      const { account } = (await api.request('GET', '/v3/accounts/{a}/summary')).body;
      const { body: clock } = await control(api, 'GET', '/clock');
      const path = '/v3/instruments/EUR_USD/candles?granularity=M1&price=BM&count=1';
      const { candles } = (await api.request('GET', path)).body as { candles: object[] };
      const kind = { instrument: 'EUR_USD', granularity: 'M1', price: 'BM' };
      expect(subscribed).toEqual({
        type: 'SUBSCRIBED',
        simulation: 'main',
        sequence: 0,
        resumed: false,
        clock,
        lastTransactionID,
        state,
        account,
        prices: [
          expect.objectContaining({ instrument: 'EUR_USD', tradeable: true }),
          expect.objectContaining({ instrument: 'USD_JPY' }),
        ],
        candles: [{ ...kind, candle: candles[0] }],
      });
    }));

  it('sends the clock, prices, candles and values as time moves, the latest of each', () =>
    read(async (api, feed) => {
      await openTrade(api, 100);
      feed.send(ALL);
      await feed.next('SUBSCRIBED');
      const before = feed.events.length;
      await api.advance({ by: '3m' });
      const { body: clock } = await control(api, 'GET', '/clock');
      expect((await feed.next('CLOCK', before)).clock).toEqual(clock);
      const price = '/v3/accounts/{a}/pricing?instruments=EUR_USD';
      const { prices } = (await api.request('GET', price)).body as {
        prices: { time: string; bids: { price: string }[] }[];
      };
      expect(await feed.next('PRICE', before)).toMatchObject({
        instrument: 'EUR_USD',
        time: prices[0]?.time,
        bid: prices[0]?.bids[0]?.price,
      });
      const path = '/v3/instruments/EUR_USD/candles?granularity=M1&price=BM&count=4';
      const { candles } = (await api.request('GET', path)).body;
      const told = feed.events.filter(each => each.type === 'CANDLE').map(each => each.candle);
      expect(told.slice(-4)).toEqual(candles);
      const changes = '/v3/accounts/{a}/changes?sinceTransactionID=1';
      const { state } = (await api.request('GET', changes)).body as { state: { balance: string } };
      const values = { accountID: OWN, balance: state.balance, state };
      expect(await feed.next('ACCOUNT', before)).toMatchObject(values);
    }));

  it('sends each transaction once and in order, and only those of the account', () =>
    read(async (api, feed) => {
      feed.send({ type: 'SUBSCRIBE', simulation: 'main', account: OWN });
      await feed.next('SUBSCRIBED');
      const first = api.sandbox.simulation.account(OWN)?.log.lastID as number;
      for (let order = 0; order < 5; order++) await openTrade(api, 10);
      const other = '101-001-1000001-002';
      await control(api, 'POST', `/accounts/${other}/transfer`, { amount: '5' });
      const last = await openTrade(api, 10);
      const ids = () =>
        feed.events.flatMap(e => (e.type === 'TRANSACTION' ? e.transaction.id : []));
      await feed.until(() => ids().at(-1) === last);
      const count = Number(last) - first;
      expect(ids()).toEqual(Array.from({ length: count }, (_, at) => String(first + 1 + at)));
      const numbers = feed.events.flatMap(e => (e.type === 'TRANSACTION' ? e.sequence : []));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }));

  it('sends a reader that comes back the events of the meantime, or the news that they are lost', () =>
    read(async (api, feed) => {
      feed.send(ALL);
      const { feed: id } = await feed.next('HELLO');
      const { sequence } = await feed.next('SUBSCRIBED');
      await feed.close();
      const last = await openTrade(api, 10);
      const again = await openFeed(api);
      again.send({ ...ALL, requests: false, after: { feed: id, sequence } });
      expect(await again.next('SUBSCRIBED')).toMatchObject({ resumed: true, sequence });
      const told = await again.until(all => all.some(each => idOf(each) === last));
      expect(told.flatMap(each => idOf(each) ?? [])).toEqual([String(Number(last) - 1), last]);
      const from = again.events.length;
      again.send({ ...ALL, after: { feed: 'another', sequence } });
      expect(await again.next('SUBSCRIBED', from)).toMatchObject({ resumed: false });
      await again.close();
    }));

  it('sends requests to readers that subscribe to them, without those of the page', () =>
    read(async (api, feed) => {
      const page = await loggedIn(api);
      feed.send(ALL);
      await feed.next('SUBSCRIBED');
      await page.request('GET', '/v3/accounts/{a}/summary');
      await api.request('GET', '/v3/accounts/{a}/summary?token=secret');
      const order = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '1' } };
      await page.request('POST', '/v3/accounts/{a}/orders', order);
      await api.request('POST', '/v3/accounts/{a}/orders', {
        order: { ...order.order, units: '0' },
      });
      await control(api, 'GET', '/clock');
      const requests = () => feed.events.flatMap(e => (e.type === 'REQUEST' ? e.request : []));
      await feed.until(() => requests().length === 4);
      expect(requests()).toMatchObject([
        {
          origin: 'client',
          status: 200,
          operationId: 'getAccountSummary',
          accountID: OWN,
          path: `/v3/accounts/${OWN}/summary?token=***`,
        },
        { origin: 'page', status: 201, transactionIDs: ['4', '5'], body: JSON.stringify(order) },
        { origin: 'client', status: 400, errorMessage: expect.stringMatching(/units/i) },
        { origin: 'control', path: '/_sim/clock' },
      ]);
      expect(JSON.stringify(requests())).not.toMatch(new RegExp(`${api.token}|secret|Bearer`));
    }));

  it('sends a rewind, and then the values of that time', () =>
    read(async (api, feed) => {
      feed.send(ALL);
      await feed.next('SUBSCRIBED');
      const fill = await openTrade(api, 10);
      await api.advance({ by: '5m' });
      const before = String(Number(fill) - 1);
      await control(api, 'POST', '/rewind', { before });
      const rewind = await feed.next('REWIND');
      expect(rewind.clock).toEqual((await control(api, 'GET', '/clock')).body);
      expect(rewind.lastTransactionIDs[OWN]).toBe(String(Number(before) - 1));
      const from = feed.events.indexOf(rewind);
      expect((await feed.next('ACCOUNT', from)).state.trades).toEqual([]);
      const { time } = await feed.next('PRICE', from);
      expect(time <= rewind.clock.now).toBe(true);
      const { candle } = await feed.next('CANDLE', from);
      expect(candle.time <= rewind.clock.now).toBe(true);
    }));

  it('sends when simulations come and go, and reads several', () =>
    read(async (api, feed) => {
      const fork = await forkOf(api, {});
      await feed.next('SIMULATIONS');
      feed.send({ type: 'SUBSCRIBE', simulation: fork.sandbox.id, prices: ['EUR_USD'] });
      feed.send({ type: 'SUBSCRIBE', simulation: 'main' });
      await feed.until(all => all.filter(({ type }) => type === 'SUBSCRIBED').length === 2);
      const before = feed.events.length;
      await fork.control('POST', '/clock/advance', { ticks: 1 });
      expect((await feed.next('CLOCK', before)).simulation).toBe(fork.sandbox.id);
      const from = feed.events.length;
      await fork.control('DELETE', '');
      await feed.next('SIMULATIONS', from);
    }));

  it('says what it cannot do, and stays open', () =>
    read(async (_api, feed) => {
      const wrong = [
        [{ type: 'SUBSCRIBE', simulation: 's9' }, 'There is no simulation s9'],
        [{ ...ALL, account: '101-001-1-001' }, 'There is no account 101-001-1-001'],
        [{ ...ALL, prices: ['EUR_ZZZ'] }, 'There is no instrument EUR_ZZZ'],
        [{ type: 'WHAT' }, "The 'type' of a message is SUBSCRIBE or UNSUBSCRIBE"],
        [{ ...ALL, more: 1 }, 'The request was missing required data'],
        [[1], "The 'type' of a message is SUBSCRIBE or UNSUBSCRIBE"],
      ] as const;
      for (const [message, errorMessage] of wrong) {
        const from = feed.events.length;
        feed.send(message);
        expect((await feed.next('ERROR', from)).errorMessage).toContain(errorMessage);
      }
      feed.send(ALL);
      await feed.next('SUBSCRIBED');
    }));
});

function idOf(event: FeedClient['events'][number]): string | undefined {
  return event.type === 'TRANSACTION' ? event.transaction.id : undefined;
}
