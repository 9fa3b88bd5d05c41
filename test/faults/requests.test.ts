import { describe, expect, it } from 'vitest';
import type { TestAnswer, TestApi } from '../support/api/api.js';
import { did, faulty, order, startAgain, unitsOf } from '../support/api/faulty.js';

/** How often a careful client asks before it gives up. */
const TRIES = 5;
const NAMED = { clientExtensions: { id: 'mine' } };
const LIMIT = { type: 'LIMIT', price: '1.01' };

/** A fault, and two clients that want 100 units of EUR_USD, or what `wants` says. */
interface Case {
  readonly name: string;
  readonly rule: object;
  /** Fields of the rule that differ for the naive client. */
  readonly forNaive?: object;
  /** What the log says of the first fault. */
  readonly log: string;
  readonly naive: (api: TestApi) => Promise<unknown>;
  readonly careful: (api: TestApi) => Promise<unknown>;
  /** Whether a client has reached what it wanted. Default: it has 100 units. */
  readonly isReached?: (api: TestApi, answer: unknown) => boolean;
}

/** Sends once, and takes whatever comes for an answer. */
const once = (api: TestApi) => order(api);
/** Sends again until it hears that it worked. */
const untilHeard = async (api: TestApi) => {
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await order(api)).status === 201) return;
  }
};
/** Sends again as late as the server says, at most a few times. */
const asToldLater = async (api: TestApi) => {
  for (let tries = 0; tries < TRIES; tries++) {
    const { status, headers } = await order(api);
    if (status === 201) return;
    await api.advance({ by: `${headers['retry-after'] ?? 1}s` });
  }
};
/** Names its order, and after each lost answer looks whether the order is there before it sends again. */
const lookFirst = async (api: TestApi) => {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await order(api, NAMED).catch(() => undefined);
    if (answer?.status === 201) return;
    const { body } = await api.request('GET', '/v3/accounts/{a}/transactions/sinceid?id=3');
    const transactions = body['transactions'] as { clientExtensions?: { id: string } }[];
    if (transactions.some(each => each.clientExtensions?.id === 'mine')) return;
  }
};
const readNew = async (api: TestApi): Promise<TestAnswer> => {
  const { body } = await order(api, LIMIT);
  const { id } = body['orderCreateTransaction'] as { id: string };
  return api.request('GET', `/v3/accounts/{a}/orders/${id}`);
};
const isRead = (_api: TestApi, answer: unknown) => (answer as TestAnswer).status === 200;
/** Asks for the candles of the last minutes. */
const lastMinute = (api: TestApi): Promise<TestAnswer> =>
  api.request('GET', '/v3/instruments/EUR_USD/candles?granularity=M1&count=2');
/** Whether the candle of 10:00, whose minute is over, is complete. */
const isLastMinute = (_api: TestApi, answer: unknown) => {
  const { candles } = (answer as TestAnswer).body as { candles: { complete: boolean }[] };
  return candles[0]?.complete === true;
};
/** Waits as long as it takes. */
const patient = (api: TestApi) => order(api).then(({ status }) => status);
/** Gives up as soon as the server has its order. */
const impatient = async (api: TestApi) => {
  const answer = patient(api);
  while ((await did(api)).length === 0) await new Promise(resolve => setImmediate(resolve));
  return Promise.race([answer, 'gave up']);
};
const wasHeard = (_api: TestApi, answer: unknown) => answer === 201;

const CASES: readonly Case[] = [
  {
    name: 'an error now and then',
    rule: { operation: 'createOrder', count: 1, error: { status: 500 } },
    log: 'error 500',
    naive: once,
    careful: untilHeard,
  },
  {
    name: 'latency',
    rule: { operation: 'createOrder', latency: '60ms', count: 1 },
    forNaive: { latency: '60s' },
    log: 'latency 60000 ms',
    naive: impatient,
    careful: patient,
    isReached: wasHeard,
  },
  {
    name: 'a late answer to an order that took effect',
    rule: { operation: 'createOrder', latency: '60ms', applied: true, count: 1 },
    forNaive: { latency: '60s' },
    log: 'latency 60000 ms',
    naive: impatient,
    careful: patient,
    isReached: wasHeard,
  },
  {
    name: 'applied, then 504',
    rule: { operation: 'createOrder', count: 1, applied: true, error: { status: 504 } },
    log: 'applied, then error 504',
    naive: untilHeard,
    careful: lookFirst,
  },
  {
    name: 'a 429 window with Retry-After',
    rule: {
      to: '2024-03-05T10:01:30Z',
      error: { status: 429, errorMessage: 'Too many requests', retryAfter: 30 },
    },
    log: 'error 429',
    naive: untilHeard,
    careful: asToldLater,
  },
  {
    name: 'maintenance, a 503 window',
    rule: {
      from: '2024-03-05T10:00:00Z',
      to: '2024-03-05T10:02:00Z',
      error: { status: 503, retryAfter: 20 },
    },
    log: 'error 503',
    naive: once,
    careful: asToldLater,
  },
  {
    name: 'read-after-write lag',
    rule: { lag: { min: '250ms', max: '500ms' } },
    log: 'order 4 not known yet',
    naive: readNew,
    careful: async api => {
      const { body } = await order(api, LIMIT);
      const { id } = body['orderCreateTransaction'] as { id: string };
      await api.advance({ by: '501ms' });
      return api.request('GET', `/v3/accounts/{a}/orders/${id}`);
    },
    isReached: isRead,
  },
  {
    name: 'candles that are complete late',
    rule: { candleDelay: '45s' },
    log: 'candle of EUR_USD M1 not complete yet',
    naive: lastMinute,
    careful: async api => {
      for (let asked = 0; asked < 60; asked++) {
        const answer = await lastMinute(api);
        if (isLastMinute(api, answer)) return answer;
        await api.advance({ by: '1s' });
      }
      throw new Error('the candle is never complete');
    },
    isReached: isLastMinute,
  },
  {
    name: 'a reject with a chosen reason',
    rule: { operation: 'createOrder', count: 1, reject: 'INSTRUMENT_PRICE_UNKNOWN' },
    log: 'rejected: INSTRUMENT_PRICE_UNKNOWN',
    naive: once,
    careful: untilHeard,
  },
];

describe('a fault of requests', () => {
  it.each(CASES)('$name: a naive client fails, a careful one does not', async each => {
    const { rule, log, naive, careful, isReached = api => unitsOf(api) === 100 } = each;
    const lost = await faulty([{ ...rule, ...each.forNaive }]);
    expect(isReached(lost, await naive(lost))).toBe(false);
    expect((await did(lost))[0]).toBe(log);
    const kept = await startAgain(lost, [rule]);
    expect(isReached(kept, await careful(kept))).toBe(true);
  });

  it('shows its error as an error of the broker, with code and Retry-After', async () => {
    const error = { status: 429, errorMessage: 'Slow down', errorCode: 'RATE', retryAfter: 7 };
    const api = await faulty([{ error }]);
    const { status, body, headers } = await order(api);
    expect({ status, body, retry: headers['retry-after'] }).toEqual({
      status: 429,
      body: { errorMessage: 'Slow down', errorCode: 'RATE' },
      retry: '7',
    });
  });

  it('takes effect once when it is applied, whatever the client receives', async () => {
    const api = await faulty([{ applied: true, error: { status: 504 } }]);
    expect((await order(api)).body).toEqual({ errorMessage: 'Gateway Timeout' });
    expect(unitsOf(api)).toBe(100);
  });

  it('has a chosen reject written to the ledger as the broker would', async () => {
    const api = await faulty([{ operation: 'createOrder', reject: 'ACCOUNT_LOCKED' }]);
    const { status, body } = await order(api);
    expect([status, body['errorCode']]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(body['orderRejectTransaction']).toMatchObject({
      type: 'MARKET_ORDER_REJECT',
      rejectReason: 'ACCOUNT_LOCKED',
    });
  });

  it('keeps a new order out of the lists, too, while reads lag', async () => {
    const api = await faulty([{ lag: '300ms' }]);
    await order(api, LIMIT);
    const lengths = async () => {
      const lists = await Promise.all(
        ['orders', 'pendingOrders'].map(each => api.request('GET', `/v3/accounts/{a}/${each}`)),
      );
      return lists.map(({ body }) => (body['orders'] as unknown[]).length);
    };
    expect(await lengths()).toEqual([0, 0]);
    await api.advance({ by: '299999us' });
    expect(await lengths()).toEqual([0, 0]);
    await api.advance({ by: '1us' });
    expect(await lengths()).toEqual([1, 1]);
  });
});
