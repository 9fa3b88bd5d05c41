import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../../src/core/order/order.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { Command, Strategy, StrategyContext } from '../../../../src/core/strategy/strategy.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

/** Runs a strategy on the sandbox's first account. */
function run(strategy: Strategy, seed = 1) {
  const scenario = sandboxScenario({
    seed,
    strategy: { use: 'test', params: {}, accountID: OWN },
  });
  return runBacktest(scenario, { strategy });
}

const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' } as const;

describe('hooks', () => {
  it('start first, stop last, and come in simulated order', () => {
    const times: string[] = [];
    const hooks: string[] = [];
    const note = (hook: string) => (context: StrategyContext) => {
      hooks.push(hook);
      times.push(context.time);
    };
    run({
      candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
      onStart: note('onStart'),
      onTick: note('onTick'),
      onCandle: note('onCandle'),
      onStop: note('onStop'),
    });
    expect(hooks[0]).toBe('onStart');
    expect(hooks.at(-1)).toBe('onStop');
    expect(new Set(hooks)).toEqual(new Set(['onStart', 'onTick', 'onCandle', 'onStop']));
    expect(times).toEqual([...times].sort());
  });

  it('get the candles of one instant in the order of the request', () => {
    const heard: string[] = [];
    run({
      candles: [
        { instrument: 'GBP_USD', granularity: 'M5' },
        { instrument: 'EUR_USD', granularity: 'H1' },
        { instrument: 'EUR_USD', granularity: 'M5' },
      ],
      onCandle(context, { instrument, granularity }) {
        if (context.time.startsWith('2024-03-05T12:00:00'))
          heard.push(`${instrument} ${granularity}`);
      },
    });
    expect(heard).toEqual(['GBP_USD M5', 'EUR_USD H1', 'EUR_USD M5']);
  });

  it('a hook gets a candle when it is complete, and its order fills at the quote of that time', () => {
    let ordered = '';
    const { ledger } = run({
      candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
      onCandle(context, candle) {
        if (ordered !== '') return;
        expect(candle.time < context.time).toBe(true);
        ordered = context.time;
        context.createOrder(BUY);
      },
    });
    const fill = ledger.find(({ type }) => type === 'ORDER_FILL');
    expect(fill?.time).toBe(ordered);
  });

  it('the points of a candle are its texts without their dots, and are not printed', () => {
    let isHeard = false;
    run({
      candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
      onCandle(_, candle) {
        isHeard = true;
        for (const price of ['bid', 'mid', 'ask'] as const) {
          const { o, h, l, c } = candle.points[price];
          const texts = Object.values(JSON.parse(JSON.stringify(candle))[price] as object);
          expect([o, h, l, c].map(String)).toEqual(texts.map(text => text.replace('.', '')));
          expect(JSON.stringify(candle.points[price])).toBe(JSON.stringify({ o, h, l, c }));
        }
        expect(Object.keys(JSON.parse(JSON.stringify(candle)) as object)).not.toContain('points');
      },
    });
    expect(isHeard).toBe(true);
  });

  it('an order is what it was when it was sent, whatever its author does to it', () => {
    const { ledger } = run({
      onStart(context) {
        const order = { ...BUY, units: '1' };
        for (const units of ['10', '20']) {
          order.units = units;
          context.createOrder(order);
        }
        order.units = '30';
      },
    });
    const orders = ledger.filter(({ type }) => type === 'MARKET_ORDER');
    expect(orders.map(order => (order as { units?: string }).units)).toEqual(['10', '20']);
  });

  it('the account is seen as it stands, trades and orders oldest first', () => {
    const seen: unknown[] = [];
    run({
      onStart(context) {
        context.setTimer('buy', { after: '1h' });
      },
      onTimer(context, { name }) {
        const { account } = context;
        seen.push([name, account.unitsOf('EUR_USD'), account.currency]);
        if (name === 'buy') {
          context.createOrder({ ...BUY, takeProfitOnFill: { price: '1.50000' } });
          context.createOrder(BUY);
          context.setTimer('look', { after: '1s' });
          return;
        }
        const trades = [...account.openTrades()].map(({ currentUnits }) => currentUnits);
        const orders = [...account.pendingOrders()].map(({ type, price }) => `${type} ${price}`);
        seen.push(trades, orders, Number(account.NAV) < 10_000, Number(account.marginUsed) > 0);
      },
    });
    expect(seen).toEqual([
      ['buy', 0, 'USD'],
      ['look', 2000, 'USD'],
      ['1000', '1000'],
      ['TAKE_PROFIT 1.50000'],
      true,
      true,
    ]);
  });
});

describe('timers', () => {
  it('are due at their simulated instant, once; the same name again replaces, clearing takes back', () => {
    const due: string[] = [];
    run({
      onStart(context) {
        context.setTimer('at', { at: '2024-03-05T12:30:00Z' });
        context.setTimer('twice', { after: '1h' });
        context.setTimer('twice', { after: '90m' });
        context.setTimer('never', { after: '1h' });
        context.clearTimer('never');
        context.setTimer('beyond the end', { after: '52w' });
      },
      onTimer(context, { name, time }) {
        expect(context.time).toBe(time);
        due.push(`${name} ${time.slice(11, 19)}`);
      },
    });
    expect(due).toEqual(['twice 11:30:00', 'at 12:30:00']);
  });

  it.each([
    ['the past', { at: '2024-03-05T09:00:00Z' }, 'must be in the future'],
    ['now', { after: '0s' }, 'must be in the future'],
    [
      'an instant beyond all reckoning',
      { after: '104000d' },
      'must have at, an RFC 3339 time, or after',
    ],
    ['no time', { at: 'noon' }, 'must have at, an RFC 3339 time, or after, a duration'],
    ['nothing', {} as { after: string }, 'must have at, an RFC 3339 time, or after, a duration'],
    [
      'null',
      null as unknown as { after: string },
      'must have at, an RFC 3339 time, or after, a duration',
    ],
  ])('refuse %s', (_what, when, message) => {
    const { failure } = run({ onStart: context => context.setTimer('t', when) });
    expect(failure?.message).toContain(
      `onStart at 2024-03-05T10:00:00.000000000Z: timer t: ${message}`,
    );
  });
});

describe('chance', () => {
  it('is the same in every run of a seed, another with another seed', () => {
    const draws = (seed: number) => {
      const drawn: number[] = [];
      run(
        {
          onStart({ random }) {
            drawn.push(random.nextUnit(), random.nextInt(1, 1_000_000));
          },
        },
        seed,
      );
      return drawn;
    };
    expect(draws(1)).toEqual(draws(1));
    expect(draws(1)).not.toEqual(draws(2));
  });
});

describe('a strategy that fails', () => {
  const at = 'onTimer at 2024-03-05T11:00:00.000000000Z: ';
  it.each<[string, (context: StrategyContext) => unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('no such thing');
      },
      `${at}TypeError: no such thing`,
    ],
    [
      'throws no error',
      () => {
        throw 'text';
      },
      `${at}threw text`,
    ],
    ['returns something', () => 7, `${at}must return nothing, returned 7`],
    [
      'is async',
      async () => undefined,
      `${at}must return nothing, returned a promise: hooks are not async`,
    ],
    [
      'asks for an unknown instrument',
      context => context.quote('EUR_ZZZ'),
      `${at}unknown instrument EUR_ZZZ: the market has EUR_USD, USD_JPY, GBP_USD`,
    ],
    [
      'orders an unknown instrument',
      context => context.createOrder({ ...BUY, instrument: 'XAU_USD' }),
      `${at}unknown instrument XAU_USD`,
    ],
    [
      'sends nonsense',
      context => context.createOrder({ ...BUY, units: 'many' }),
      `${at}sent a malformed order: Invalid value specified for 'order.units': many`,
    ],
    [
      'computes units of nothing',
      context => context.createOrder({ ...BUY, units: String(Number.NaN) }),
      `${at}sent a malformed order: Invalid value specified for 'order.units': NaN`,
    ],
    [
      'has a price from a float',
      context =>
        context.createOrder({
          ...BUY,
          takeProfitOnFill: { price: String(1e-7 * 3) },
        } as OrderRequest),
      `${at}sent a malformed order: Invalid value specified for 'order.takeProfitOnFill.price': 3e-7; context.price(instrument, value) makes a price of a number`,
    ],
    [
      'misspells a stop loss',
      context =>
        context.createOrder({ ...BUY, stopLossOnFil: { price: '1.0' } } as unknown as OrderRequest),
      `${at}sent an order with the unknown order.stopLossOnFil: the fields are type, instrument, `,
    ],
    [
      'misspells a price of a bracket',
      context =>
        context.createOrder({
          ...BUY,
          takeProfitOnFill: { prise: '1.2' },
        } as unknown as OrderRequest),
      `${at}sent an order with the unknown order.takeProfitOnFill.prise: the fields are price, `,
    ],
    [
      'asks for the units of an unknown instrument',
      context => context.account.unitsOf('EUR_ZZZ'),
      `${at}unknown instrument EUR_ZZZ`,
    ],
    [
      'sends an unknown command',
      context => context.submit({ type: 'Cancel' } as unknown as Command),
      `${at}sent an unknown command Cancel: the commands are CreateOrder, `,
    ],
    [
      'sends no command',
      context => context.submit(undefined as unknown as Command),
      `${at}sent an unknown command undefined`,
    ],
    [
      'forgets what is to be cancelled',
      context => context.submit({ type: 'CancelOrder' } as Command),
      `${at}sent a malformed CancelOrder: orderSpecifier must be a string, was undefined`,
    ],
    [
      'names a trade by a number',
      context => context.submit({ type: 'CloseTrade', tradeSpecifier: 7 } as unknown as Command),
      `${at}sent a malformed CloseTrade: tradeSpecifier must be a string, was 7`,
    ],
    [
      'replaces an order by nonsense',
      context =>
        context.submit({
          type: 'ReplaceOrder',
          orderSpecifier: '5',
          order: { ...BUY, units: 'many' },
        }),
      `${at}sent a malformed order: Invalid value specified for 'order.units': many`,
    ],
    [
      'closes the position in an unknown instrument',
      context => context.submit({ type: 'ClosePosition', instrument: 'EUR_ZZZ' }),
      `${at}unknown instrument EUR_ZZZ`,
    ],
    [
      'draws from an empty range',
      context => void context.random.nextInt(5, 1),
      `${at}random.nextInt: needs two whole numbers, the smaller one first, less than 2^32 apart, were 5 and 1`,
    ],
    [
      'draws from no range',
      context => void context.random.nextInt(0.5, Number.NaN),
      `${at}random.nextInt: needs two whole numbers, the smaller one first`,
    ],
  ])(
    'when it %s is named with hook and time, and what it did before is kept',
    (_what, act, message) => {
      const { failure, ledger, ticks } = run({
        onStart(context) {
          context.createOrder(BUY);
          context.setTimer('fail', { after: '1h' });
        },
        onTimer: act as (context: StrategyContext) => void,
      });
      expect(failure?.message).toContain(message);
      expect(ledger.filter(({ type }) => type === 'ORDER_FILL')).toHaveLength(1);
      expect(ticks).toBeGreaterThan(0);
    },
  );

  it('may not write in the transactions that it gets', () => {
    const { failure, ledger } = run({
      onStart: context => void context.createOrder(BUY),
      onTransaction(_context, transaction) {
        if (transaction.type !== 'ORDER_FILL') return;
        (transaction as { accountBalance: string }).accountBalance = '1000000';
      },
    });
    expect(failure?.message).toContain('TypeError: Cannot assign to read only property');
    expect(JSON.stringify(ledger)).not.toContain('1000000"');
  });

  it('gets transactions also by a hook that is set later', () => {
    const types: string[] = [];
    const strategy: Strategy = {
      onStart(context) {
        strategy.onTransaction = (_context, { type }) => void types.push(type);
        context.createOrder(BUY);
      },
    };
    run(strategy);
    expect(types.slice(0, 2)).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
  });

  it('when it answers itself for ever is ended, not waited for', () => {
    const { failure } = run({
      onStart: context => void context.submit({ type: 'CancelOrder', orderSpecifier: '99' }),
      onTransaction: (context, { type }) => {
        if (type !== 'ORDER_CANCEL_REJECT') return;
        context.submit({ type: 'CancelOrder', orderSpecifier: '99' });
      },
    });
    expect(failure?.message).toContain('sent more than 100000 commands at one instant');
  });

  it('when it orders after the end gets an error', () => {
    const { failure } = run({
      onStop(context) {
        context.createOrder(BUY);
      },
    });
    expect(failure?.message).toContain('sent a command after the end of the run');
  });

  it('when it sends what no broker understands is stopped when the command takes effect', () => {
    const { failure, ledger } = run({
      onStart(context) {
        context.createOrder(BUY);
        const takeProfit = { price: true };
        const command = { type: 'SetTradeOrders', tradeSpecifier: '5', takeProfit };
        context.submit(command as unknown as Command);
      },
    });
    expect(failure?.message).toBe(
      "at 2024-03-05T10:00:00.000000000Z: sent a malformed request: Invalid value specified for 'takeProfit.price'",
    );
    expect(ledger.filter(({ type }) => type === 'ORDER_FILL')).toHaveLength(1);
  });
});
