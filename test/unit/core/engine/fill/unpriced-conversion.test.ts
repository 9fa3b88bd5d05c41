import { describe, expect, it } from 'vitest';
import { Engine } from '../../../../../src/core/engine/engine.js';
import type { AcceptedCommand } from '../../../../../src/core/engine/state/command.js';
import { IDEAL_EXECUTION } from '../../../../../src/core/engine/state/execution-model.js';
import type { AccountLock } from '../../../../../src/core/ledger/account-config.js';
import { residentWindows } from '../../../../../src/core/market/tick.js';
import type { OrderRequest } from '../../../../../src/core/order/order.js';
import { JournalDriver } from '../../../../../src/core/run/journal-driver.js';
import type { ReplayMode } from '../../../../../src/core/run/run-loop.js';
import { runEngine } from '../../../../../src/core/run/run-loop.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { account, at, pair } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

const SECOND = 1_000_000;
/** Home is USD: a fill in EUR_GBP needs prices of EUR_USD and GBP_USD too. */
const INSTRUMENTS = [pair('EUR_GBP'), pair('EUR_USD'), pair('GBP_USD')];
const LIMIT: OrderRequest = {
  type: 'LIMIT',
  instrument: 'EUR_GBP',
  units: '100',
  price: '0.86000',
};
const STOP: OrderRequest = { ...LIMIT, type: 'STOP', price: '0.85000' };
const TOUCHED: OrderRequest = { ...LIMIT, type: 'MARKET_IF_TOUCHED', price: '0.85520' };

function market(...locks: readonly AccountLock[]): Sim {
  const sim = new Sim({ instruments: INSTRUMENTS, accounts: [account({ locks })] });
  sim.quote('EUR_GBP', '0.85505', '0.85520');
  return sim;
}

function priceConversions(sim: Sim): readonly unknown[] {
  const first = sim.quote('EUR_USD', '1.08505', '1.08520');
  return [...first, ...sim.quote('GBP_USD', '1.26505', '1.26520')];
}

describe('an order that is marketable while its conversion to home currency has no price', () => {
  it.each([LIMIT, STOP, TOUCHED])('waits for one, and fills at the next tick: $type', order => {
    const sim = market();
    expect(types(sim.order(order))).toEqual([`${order.type}_ORDER`]);
    expect(sim.quote('EUR_GBP', '0.85506', '0.85521')).toEqual([]);
    expect(priceConversions(sim)).toEqual([]);
    expect(sim.quote('EUR_GBP', '0.85505', '0.85520')).toMatchObject([
      { type: 'ORDER_FILL', price: '0.85520' },
    ]);
    expect(sim.faults()).toEqual([]);
  });

  it('waits as it came to be marketable, too', () => {
    const sim = market();
    sim.order({ ...LIMIT, price: '0.85000' });
    expect(sim.quote('EUR_GBP', '0.84980', '0.84995')).toEqual([]);
    priceConversions(sim);
    expect(types(sim.quote('EUR_GBP', '0.84980', '0.84995'))).toEqual(['ORDER_FILL']);
  });

  it('waits no longer than it lives', () => {
    const sim = market();
    sim.order({ ...LIMIT, timeInForce: 'GTD', gtdTime: '2024-03-05T10:05:00Z' });
    expect(sim.waitUntil('2024-03-05T10:05:00Z')).toMatchObject([
      { type: 'ORDER_CANCEL', reason: 'TIME_IN_FORCE_EXPIRED' },
    ]);
  });

  it.each([
    { ...LIMIT, timeInForce: 'FOK' },
    { ...LIMIT, timeInForce: 'IOC' },
    { ...STOP, timeInForce: 'IOC' },
    { type: 'MARKET', instrument: 'EUR_GBP', units: '100' },
  ])('is cancelled with MARKET_HALTED when it may not rest: %j', order => {
    expect(market().order(order)).toMatchObject([
      { type: `${order.type}_ORDER` },
      { type: 'ORDER_CANCEL', reason: 'MARKET_HALTED' },
    ]);
  });

  it('is cancelled when its fills are locked, for locks come before the market', () => {
    expect(market('ORDER_FILL_LOCKED').order(LIMIT)).toMatchObject([
      { type: 'LIMIT_ORDER' },
      { type: 'ORDER_CANCEL', reason: 'ACCOUNT_ORDER_FILL_LOCKED' },
    ]);
  });

  it('fills at the same tick whether quiet ticks are passed or each is taken', () => {
    const passing = replayed('pass-quiet');
    expect(replayed('every-tick')).toEqual(passing);
    expect(replayed('every-tick', true)).toEqual(passing);
    expect(passing.slice(-2)).toMatchObject([
      { type: 'LIMIT_ORDER', time: '2024-03-05T10:00:10.500000000Z' },
      { type: 'ORDER_FILL', time: '2024-03-05T10:01:01.000000000Z' },
    ]);
  });
});

/** EUR_GBP ticks every second, EUR_USD from 10:00:30 and GBP_USD from 10:01:00.5 on. */
function replayed(replay: ReplayMode, isThorough = false) {
  const from = at('2024-03-05T10:00:00Z');
  const to = at('2024-03-05T10:02:00Z');
  const ticks = (first: number, bid: number) => {
    const length = Math.ceil((to - first) / SECOND);
    return residentWindows({
      length,
      time: Float64Array.from({ length }, (_, index) => first + index * SECOND),
      bid: new Int32Array(length).fill(bid),
      ask: new Int32Array(length).fill(bid + 15),
    });
  };
  const order: AcceptedCommand = {
    time: instant(from + 10.5 * SECOND),
    accountID: account().id,
    command: { type: 'CreateOrder', order: LIMIT },
  };
  const engine = Engine.create({
    market: INSTRUMENTS.map(instrument => ({ instrument, halts: [] })),
    accounts: [account()],
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
    isThorough,
  });
  runEngine(engine, {
    ticks: [
      ticks(from, 85505),
      ticks(from + 30 * SECOND, 108505),
      ticks(from + 60.5 * SECOND, 126505),
    ],
    drivers: [new JournalDriver([order])],
    from,
    to,
    replay,
  });
  return [...engine.ledger];
}
