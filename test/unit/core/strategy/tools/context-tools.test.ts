import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ClientExtensions } from '../../../../../src/core/order/order.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import type { Strategy, StrategyContext } from '../../../../../src/core/strategy/strategy.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { at } from '../../../../support/market/fixtures.js';
import { ticking } from '../../../../support/market/ticking.js';

/** What a strategy can ask of its context in a backtest, beside market and commands. */

const STRATEGY = { use: 'test', params: {}, accountID: OWN };

function run(strategy: Strategy, market = sandboxScenario().market) {
  return runBacktest(sandboxScenario({ market, strategy: STRATEGY }), { strategy });
}

/** Calls `look` in a timer, when prices are known. */
function looking(look: (context: StrategyContext) => void): Strategy {
  return {
    onStart: context => context.setTimer('look', { after: '1h' }),
    onTimer: context => look(context),
  };
}

function failureOf(look: (context: StrategyContext) => void): string {
  return run(looking(look)).failure?.message.replace(/^.*?Z: /, '') ?? '';
}

describe('linked orders', () => {
  const STOP = { type: 'STOP', instrument: 'EUR_USD' } as const;
  const linked: Strategy = {
    onStart(context) {
      const buy = { ...STOP, units: '100', price: '1.08520' };
      expect(context.oco(buy, { ...STOP, units: '-100', price: '1.08490' })).toHaveLength(2);
    },
  };
  const typesOf = (market: ReturnType<typeof ticking>) =>
    run(linked, market)
      .ledger.filter(({ type }) => type.includes('ORDER'))
      .map(each => `${each.type} ${'reason' in each ? each.reason : ''}`);

  it('a fill of one cancels the other', () => {
    expect(typesOf(ticking(108_500, 108_515, 108_480))).toEqual([
      'STOP_ORDER CLIENT_ORDER',
      'STOP_ORDER CLIENT_ORDER',
      'ORDER_FILL STOP_ORDER',
      'ORDER_CANCEL CLIENT_REQUEST',
    ]);
  });

  it('both trades stand when both fill on one tick, and the cancel is rejected', () => {
    // A spread so wide that one tick meets both stops.
    const [entry] = ticking(108_500, 108_480);
    const columns = entry?.ticks.windows[0]?.columns();
    if (columns !== undefined) columns.ask[1] = 108_530;
    expect(typesOf(entry === undefined ? [] : [entry])).toEqual([
      'STOP_ORDER CLIENT_ORDER',
      'STOP_ORDER CLIENT_ORDER',
      'ORDER_FILL STOP_ORDER',
      'ORDER_FILL STOP_ORDER',
      'ORDER_CANCEL_REJECT ',
    ]);
  });

  it('an order that is cancelled or refused ends the link, and the other stays', () => {
    for (const first of [
      {
        ...STOP,
        units: '100',
        price: '1.08520',
        timeInForce: 'GTD',
        gtdTime: '2024-03-05T10:00:30Z',
      },
      { ...STOP, units: '100', price: '1.085205' },
    ] as const) {
      const { ledger, engine } = run(
        {
          onStart(context) {
            context.oco(first, { ...STOP, units: '-100', price: '1.08490' });
          },
        },
        ticking(108_500, 108_515, 108_515),
      );
      expect(ledger.some(({ type }) => type === 'ORDER_FILL')).toBe(false);
      expect(engine.account(OWN).state.pendingOrders.size).toBe(1);
    }
  });

  it('keep client ids that they have', () => {
    const { ledger } = run(
      {
        onStart(context) {
          const clientExtensions = { id: 'up' };
          const [up, down] = context.oco(
            { ...STOP, units: '100', price: '1.08520', clientExtensions, tag: 'break' },
            { ...STOP, units: '-100', price: '1.08490', tag: 'break' },
          );
          expect([up, down]).toEqual(['@up', `@oco-${at('2024-03-05T10:00:00Z')}-1-2`]);
        },
      },
      ticking(108_500),
    );
    const orders = ledger.filter(({ type }) => type === 'STOP_ORDER');
    expect(orders.map(order => 'clientExtensions' in order && order.clientExtensions)).toEqual([
      { id: 'up', tag: 'break' },
      { id: `oco-${at('2024-03-05T10:00:00Z')}-1-2`, tag: 'break' },
    ]);
  });
});

describe('the tag of an order', () => {
  it('is that of the order and of its trade, where they have none', () => {
    const { ledger } = run(
      looking(context => {
        const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100', tag: 'dip' } as const;
        context.createOrder(order);
        context.createOrder({ ...order, tradeClientExtensions: { id: 't', tag: 'own' } });
      }),
    );
    const labels = ledger.flatMap(each => {
      const { clientExtensions, tradeClientExtensions } = each as {
        readonly clientExtensions?: ClientExtensions;
        readonly tradeClientExtensions?: ClientExtensions;
      };
      return each.type === 'MARKET_ORDER' ? [[clientExtensions, tradeClientExtensions]] : [];
    });
    expect(labels).toEqual([
      [{ tag: 'dip' }, { tag: 'dip' }],
      [{ tag: 'dip' }, { id: 't', tag: 'own' }],
    ]);
  });

  it('must be a text', () => {
    const message = failureOf(context =>
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1', tag: 3 } as never),
    );
    expect(message).toContain('sent a malformed order');
  });
});

describe('what is printed', () => {
  it('are the values of a candle, the account, its trades and its orders', () => {
    const printed: string[] = [];
    const look = (context: StrategyContext, value: unknown) => {
      if (context.account.openTrades().length === 1 && printed.length < 4) {
        printed.push(inspect(value, { breakLength: Number.POSITIVE_INFINITY }));
      }
    };
    run({
      candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
      onStart(context) {
        const stop = { stopLossOnFill: { distance: '0.01000' }, tag: 'x' };
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100', ...stop });
      },
      onCandle(context, candle) {
        const { account } = context;
        for (const each of [candle, account, account.openTrades(), account.pendingOrders()]) {
          look(context, each);
        }
      },
    });
    const [candle, account, trades, orders] = printed;
    expect(candle).toMatch(
      /^\{ instrument: 'EUR_USD', granularity: 'H1', complete: true, volume: \d+, time: '2024-03-05T10:00:00.0+Z', bid: \{ o: '1.08500', h: .*\}$/,
    );
    expect(account).toMatch(/balance: '10000.0000', NAV: '\d+\.\d{4}', unrealizedPL: /);
    expect(trades).toMatch(
      /^\[ \{ id: '\d+', instrument: 'EUR_USD', price: '1.08515', .*clientExtensions: \{ tag: 'x' \} \} \]$/,
    );
    expect(orders).toMatch(
      /^\[ \{ id: '\d+', type: 'STOP_LOSS', price: '\d\.\d{5}', tradeID: '\d+' \} \]$/,
    );
  });
});

describe('what is drawn', () => {
  it('goes to the instrument of the hook, or to the one that is named', () => {
    const { drawings } = run({
      candles: [{ instrument: 'GBP_USD', granularity: 'D' }],
      onStart: context => context.mark('begin'),
      onCandle(context, { mid }) {
        context.plot('close', mid?.c);
        context.plot('none yet', null, { pane: 'below', style: 'bars' });
        context.mark('day', { instrument: 'USD_JPY' });
      },
    });
    expect(drawings?.series).toEqual([
      {
        name: 'close',
        instrument: 'GBP_USD',
        pane: 'price',
        style: 'line',
        points: expect.arrayContaining([[at('2024-03-05T22:00:00Z'), expect.any(Number)]]),
      },
    ]);
    expect(drawings?.marks.slice(0, 2)).toEqual([
      { at: at('2024-03-05T10:00:00Z'), instrument: 'EUR_USD', text: 'begin' },
      { at: at('2024-03-05T22:00:00Z'), instrument: 'USD_JPY', text: 'day' },
    ]);
    expect('drawings' in run({})).toBe(false);
  });

  it.each([
    ['plot', (context: StrategyContext) => context.plot('x', 1, { instrument: 'XAU_USD' })],
    ['mark', (context: StrategyContext) => context.mark('x', { instrument: 'XAU_USD' })],
    ['price', (context: StrategyContext) => context.price('XAU_USD', 1)],
  ])('and asked is of an instrument of the market: %s', (_name, look) => {
    expect(failureOf(look)).toContain('unknown instrument XAU_USD');
  });
});

describe('a session clock', () => {
  it('says when London opens, as a timer takes it', () => {
    const seen: unknown[] = [];
    run({
      onStart(context) {
        const { isOpen, openedAt, opensAt } = context.session('London');
        seen.push(isOpen, openedAt);
        context.setTimer('opens', { at: opensAt });
      },
      onTimer(context, { time }) {
        seen.push(time, context.session('Tokyo').isOpen, context.session('Sydney').isOpen);
      },
    });
    expect(seen).toEqual([
      true,
      '2024-03-05T08:00:00.000000000Z',
      '2024-03-06T08:00:00.000000000Z',
      true,
      false,
    ]);
  });

  it.each([
    ['Paris', 'session Paris: unknown; the sessions are Sydney, Tokyo, London, New York'],
    [{ zone: 'Mars/Base', from: '08:00', to: '09:00' }, 'session: unknown time zone "Mars/Base"'],
    [{ zone: 'Asia/Tokyo', from: '8', to: '9' }, 'session: from and to must be times as HH:MM'],
  ])('refuses %j', (session, message) => {
    expect(failureOf(context => context.session(session as never))).toContain(message);
  });
});
