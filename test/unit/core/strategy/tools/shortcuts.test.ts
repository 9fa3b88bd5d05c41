import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import type { Strategy, StrategyContext } from '../../../../../src/core/strategy/strategy.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { account } from '../../../../support/market/fixtures.js';
import { ticking } from '../../../../support/market/ticking.js';

const STRATEGY = { use: 'test', params: {}, accountID: OWN };
const BIDS = [108_500, 108_510, 108_520, 108_530, 108_540, 108_550];

function run(strategy: Strategy, accounts = [account({ id: OWN })]) {
  const market = ticking(...BIDS);
  return runBacktest(sandboxScenario({ market, accounts, strategy: STRATEGY }), { strategy });
}

/** Does one thing a minute, half a minute after the ticks from 10:00 on. */
function eachMinute(...acts: readonly ((context: StrategyContext) => void)[]): Strategy {
  let turn = 0;
  return {
    onStart: context => context.setTimer('next', { at: '2024-03-05T10:00:30Z' }),
    onTimer(context) {
      acts[turn]?.(context);
      turn += 1;
      context.setTimer('next', { after: '1m' });
    },
  };
}

/** Time after 10:00 and what happened, of fills and cancels. */
function linesOf(ledger: readonly Transaction[]): string[] {
  return ledger.flatMap(each => {
    const minute = each.time.slice(14, 19);
    if (each.type === 'ORDER_FILL') return [`${minute} ${each.reason} ${each.units}`];
    return each.type === 'ORDER_CANCEL' ? [`${minute} cancel ${each.orderID}`] : [];
  });
}

describe('buy and sell', () => {
  it('send market orders, or others with the fields that are given', () => {
    const { ledger } = run(
      eachMinute(
        context => context.buy('EUR_USD', 100, { tag: 'dip', takeProfitOnFill: { price: '1.2' } }),
        context => context.sell('EUR_USD', '40.0'),
        context => context.sell('EUR_USD', 7, { type: 'LIMIT', price: '1.30000' }),
      ),
    );
    expect(linesOf(ledger)).toEqual(['00:30 MARKET_ORDER 100', '01:30 MARKET_ORDER -40']);
    const order = ledger.find(({ type }) => type === 'MARKET_ORDER');
    expect(order).toMatchObject({ clientExtensions: { tag: 'dip' } });
    const limit = ledger.find(({ type }) => type === 'LIMIT_ORDER');
    expect(limit).toMatchObject({ units: '-7', price: '1.30000' });
  });

  it.each([
    [0, 'buy: units must be above 0, were 0'],
    ['-5', 'buy: units must be above 0, were -5'],
    [Number.NaN, 'buy: units: must be a number, was NaN'],
    ['', 'buy: units: must be a number, was '],
  ])('refuse %s units', (units, message) => {
    const { failure } = run(eachMinute(context => context.buy('EUR_USD', units)));
    expect(failure?.message).toContain(message);
  });
});

describe('close, flat and cancelAll', () => {
  it('close what is open, and send nothing when nothing is', () => {
    const tickets: unknown[] = [];
    const { ledger } = run(
      eachMinute(
        context => tickets.push(context.close('EUR_USD'), context.flat(), context.cancelAll()),
        context => context.buy('EUR_USD', 100),
        context => tickets.push(context.close('EUR_USD')),
        context => context.sell('EUR_USD', 30),
        context => tickets.push(context.flat()),
      ),
    );
    expect(linesOf(ledger)).toEqual([
      '01:30 MARKET_ORDER 100',
      '02:30 MARKET_ORDER_POSITION_CLOSEOUT -100',
      '03:30 MARKET_ORDER -30',
      '04:30 MARKET_ORDER_POSITION_CLOSEOUT 30',
    ]);
    expect(tickets).toEqual([undefined, [], [], 2, [4]]);
  });

  it('close both sides of a hedged position', () => {
    const { ledger, engine } = run(
      eachMinute(
        context => context.buy('EUR_USD', 100),
        context => context.sell('EUR_USD', 30),
        context => context.close('EUR_USD'),
      ),
      [account({ id: OWN, hedging: true })],
    );
    expect(linesOf(ledger).slice(2)).toHaveLength(2);
    expect(engine.account(OWN).state.openTrades.size).toBe(0);
  });

  it('cancel orders that would open a trade, and leave those that protect one', () => {
    const { engine } = run(
      eachMinute(
        context => context.buy('EUR_USD', 100, { stopLossOnFill: { price: '1.00000' } }),
        context => context.buy('EUR_USD', 5, { type: 'LIMIT', price: '1.00000' }),
        context => context.sell('EUR_USD', 5, { type: 'LIMIT', price: '1.30000' }),
        context => expect(context.cancelAll('EUR_USD')).toHaveLength(2),
      ),
    );
    const left = [...engine.account(OWN).state.pendingOrders.values()];
    expect(left.map(({ type }) => type)).toEqual(['STOP_LOSS']);
  });

  it('name an unknown instrument', () => {
    for (const act of ['close', 'cancelAll', 'closeAfter'] as const) {
      const { failure } = run(eachMinute(context => void context[act]('EUR_GBP')));
      expect(failure?.message).toContain('unknown instrument EUR_GBP');
    }
  });
});

describe('closeAfter', () => {
  it('closes each trade when it has been open for the duration, also one that was open before', () => {
    const { ledger } = run(
      eachMinute(
        context => context.buy('EUR_USD', 1),
        context => context.closeAfter('EUR_USD', '90s'),
        context => context.buy('EUR_USD', 2),
      ),
    );
    expect(linesOf(ledger)).toEqual([
      '00:30 MARKET_ORDER 1',
      '02:00 MARKET_ORDER_TRADE_CLOSE -1',
      '02:30 MARKET_ORDER 2',
      '04:00 MARKET_ORDER_TRADE_CLOSE -2',
    ]);
  });

  it('closes at once what has been open for longer, and leaves a trade that is closed before', () => {
    const { ledger } = run(
      eachMinute(
        context => context.buy('EUR_USD', 1),
        context => context.closeAfter('EUR_USD', '10s'),
        context => context.closeAfter('EUR_USD', '2m'),
        context => context.buy('EUR_USD', 2),
        context => context.close('EUR_USD'),
      ),
    );
    expect(linesOf(ledger)).toEqual([
      '00:30 MARKET_ORDER 1',
      '01:30 MARKET_ORDER_TRADE_CLOSE -1',
      '03:30 MARKET_ORDER 2',
      '04:30 MARKET_ORDER_POSITION_CLOSEOUT -2',
    ]);
  });

  it('holds by the last call, and not at all without a duration', () => {
    const { ledger } = run(
      eachMinute(
        context => context.closeAfter('EUR_USD', '5m'),
        context => context.buy('EUR_USD', 1),
        context => context.closeAfter('EUR_USD'),
      ),
    );
    expect(linesOf(ledger)).toEqual(['01:30 MARKET_ORDER 1']);
  });

  it.each(['soon', '0s', '-1m'])('refuses the duration %s', duration => {
    const { failure } = run(eachMinute(context => context.closeAfter('EUR_USD', duration)));
    expect(failure?.message).toContain(
      `closeAfter: must be a duration above 0 such as 4h, was ${duration}`,
    );
  });
});
