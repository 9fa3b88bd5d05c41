import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/broker/api/server.js';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import type { Strategy, StrategyContext } from '../../src/core/strategy/strategy.js';
import { type Instant, parseInstant } from '../../src/core/time/instant.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { type TradeEnd, trade } from '../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
import { MANUAL_SERVER, overHttp } from '../support/api/over-http.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';

/** What a strategy on the wall clock hears before it stops. */
const HEARD = [
  'LIMIT_ORDER_REJECT',
  'MARKET_ORDER',
  'ORDER_FILL',
  'onCandle true',
  'onStart',
  'onTick EUR_USD',
  'onTick GBP_USD',
  'onTick USD_JPY',
  'onTimer',
];

/** One strategy, two ways to run it: in the process, and over HTTP with the clock in hand. */

const at = (text: string) => (parseInstant(text) as { at: Instant }).at;

describe('a strategy over HTTP', () => {
  it('timers, transactions and chance are those of the backtest', async () => {
    const make = (): Strategy => ({
      onStart(context) {
        context.setTimer('trade', { after: '1h' });
      },
      onTimer(context) {
        const units = String(context.random.nextInt(-500, 500) || 1);
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
      },
      onTransaction(context, { type }) {
        if (type === 'ORDER_FILL') context.setTimer('trade', { after: '1h' });
      },
    });
    const strategy = { use: 'test', params: {}, accountID: OWN };
    const scenario = sandboxScenario({ strategy, to: at('2024-03-06T00:00:00Z') });
    const { ledger } = runBacktest(scenario, { strategy: make() });
    expect(ledger.filter(({ type }) => type === 'ORDER_FILL').length).toBeGreaterThan(5);
    expect(await overHttp(scenario, make())).toBe(ledgerHash(ledger));
  });

  it('an order under latency, whose answer waits for time to move, is the same too', async () => {
    const make = (): Strategy => ({
      onStart(context) {
        for (const hours of [1, 2]) context.setTimer(`${hours}`, { after: `${hours}h` });
      },
      onTimer(context) {
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
      },
    });
    const latency = { minMicros: 100_000, maxMicros: 900_000 };
    const scenario = sandboxScenario({
      strategy: { use: 'test', params: {}, accountID: OWN },
      to: at('2024-03-05T14:00:00Z'),
      execution: { ...IDEAL_EXECUTION, latency },
    });
    const { ledger } = runBacktest(scenario, { strategy: make() });
    expect(ledger.filter(({ type }) => type === 'ORDER_FILL')).toHaveLength(2);
    expect(await overHttp(scenario, make())).toBe(ledgerHash(ledger));
  });

  it('on the wall clock gets candles and timers, counts what is refused, and stops', async () => {
    const paced = { ...MANUAL_SERVER, mode: 'paced', speed: 3_600 } as const;
    const server = await startServer(sandboxScenario(), paced);
    const heard = new Set<string>();
    const over = new AbortController();
    const isAll = () => HEARD.every(name => heard.has(name));
    const timer = setInterval(() => isAll() && over.abort(), 2_000);
    const token = server.accounts[0]?.token ?? '';
    let end: TradeEnd;
    try {
      end = await trade({
        client: new V20Client(server.url, token),
        accountID: OWN,
        strategy: {
          candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
          onStart(context) {
            heard.add('onStart');
            context.setTimer('buy', { after: '10m' });
          },
          onTimer(context) {
            heard.add('onTimer');
            const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '100' } as const;
            context.createOrder({ ...order, type: 'MARKET' });
            context.createOrder({ ...order, price: '1.0123456' });
          },
          onTick: (_context, { instrument }) => void heard.add(`onTick ${instrument}`),
          onCandle: (_context, { complete }) => void heard.add(`onCandle ${complete}`),
          onTransaction: (_context, { type }) => void heard.add(type),
          onStop: ({ account }) => void heard.add(`onStop ${account.unitsOf('EUR_USD')}`),
        },
        seed: 1,
        clock: { streams: { url: server.url, token }, stepMs: 50, notify: () => undefined },
        signal: over.signal,
      });
    } finally {
      clearInterval(timer);
      await server.close();
    }
    expect(end.refusals).toMatchObject({ orders: 2, refused: [{ count: 1 }] });
    expect([...heard].sort()).toEqual([...HEARD, 'onStop 100'].sort());
  });

  it.each<[string, (context: StrategyContext) => void]>([
    [
      'no',
      () => {
        throw new Error('no');
      },
    ],
    ['sent an unknown command Nope', context => void context.submit({ type: 'Nope' } as never)],
    ['unknown instrument EURUSD', context => void context.account.unitsOf('EURUSD')],
    [
      'sent a malformed CancelOrder: orderSpecifier must be a string, was 3',
      context => void context.submit({ type: 'CancelOrder', orderSpecifier: 3 } as never),
    ],
  ])('fails as it does in a backtest: %s', async (message, onStart) => {
    const scenario = sandboxScenario({ strategy: { use: 'test', params: {}, accountID: OWN } });
    const failed = runBacktest(scenario, { strategy: { onStart } }).failure;
    expect(failed?.message).toContain(`onStart at 2024-03-05T10:00:00.000000000Z: ${message}`);
    await expect(overHttp(scenario, { onStart })).rejects.toThrow(failed?.message);
  });

  it('a host that cannot be reached, or a wrong token, is said by name', async () => {
    // Three waits lie between the four tries.
    const client = new V20Client('http://127.0.0.1:1', 'x');
    await expect(client.get('/v3/accounts')).rejects.toThrow(
      'http://127.0.0.1:1: cannot be reached',
    );
    const server = await startServer(sandboxScenario(), MANUAL_SERVER);
    try {
      await expect(new V20Client(server.url, 'wrong').get('/v3/accounts')).rejects.toThrow('401');
    } finally {
      await server.close();
    }
  });
});
