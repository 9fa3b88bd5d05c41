import { expect, it } from 'vitest';
import { Engine } from '../../../../src/core/engine/engine.js';
import type { Command } from '../../../../src/core/engine/state/command.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { rowsOf } from '../../../../src/core/market/tick.js';
import type { TimelineEntry } from '../../../../src/core/run/scenario.js';
import { TimelineDriver } from '../../../../src/core/run/timeline-driver.js';
import { instant } from '../../../../src/core/time/instant.js';
import { account, at, pair } from '../../../support/market/fixtures.js';
import { oneTick } from '../../../support/market/one-tick.js';

const FROM = at('2024-03-05T10:00:00Z');
const FIRST = account().id;
const SECOND = '101-004-1000001-002';
const BUY = { instrument: 'EUR_USD', units: '100' };

function entry(accountID: string, command: object, as?: string): TimelineEntry {
  const named = as === undefined ? {} : { as };
  const common = { kind: 'command', at: FROM, accountID, path: 'timeline[0]' } as const;
  return { ...common, command: command as Command, ...named };
}

/** Plays the entries, of which the last one comes after the market has fallen to 1.0700. */
function play(entries: readonly TimelineEntry[]) {
  const driver = new TimelineDriver(entries);
  const engine = Engine.create({
    market: [{ instrument: pair('EUR_USD'), halts: [] }],
    accounts: [account(), account({ id: SECOND })],
    model: IDEAL_EXECUTION,
    seed: 1,
    from: FROM,
    outputs: driver,
  });
  const quote = (bid: number) => {
    engine.tick(rowsOf(0, oneTick(instant(engine.now + 1_000_000), bid, bid + 15)), 0);
  };
  quote(108_505);
  entries.forEach((_, index) => {
    if (index === entries.length - 1) quote(107_000);
    driver.act(engine, engine.now);
    engine.advanceTo(engine.now);
  });
  return { engine, driver };
}

it('a name stands for the trade of its own account, whatever fills elsewhere under its id', () => {
  const { engine } = play([
    entry(FIRST, { type: 'CreateOrder', order: { ...BUY, type: 'MARKET' } }, 'entry'),
    entry(
      SECOND,
      { type: 'CreateOrder', order: { ...BUY, type: 'LIMIT', price: '1.08' } },
      'entry',
    ),
    entry(SECOND, { type: 'CreateOrder', order: { ...BUY, type: 'MARKET' } }),
    entry(FIRST, { type: 'CloseTrade', tradeSpecifier: '$entry' }),
  ]);
  const fills = engine.ledger.slice().filter(({ type }) => type === 'ORDER_FILL');
  expect(fills).toMatchObject([
    { accountID: FIRST, orderID: '4', tradeOpened: { tradeID: '5' } },
    { accountID: SECOND, orderID: '5', tradeOpened: { tradeID: '6' } },
    { accountID: SECOND, orderID: '4', tradeOpened: { tradeID: '7' } },
    { accountID: FIRST, orderID: '6', tradesClosed: [{ tradeID: '5' }] },
  ]);
});

it('a name of a resting order has no trade although its id has filled elsewhere', () => {
  const { engine } = play([
    entry(SECOND, { type: 'CreateOrder', order: { ...BUY, type: 'LIMIT', price: '1.08' } }),
    entry(FIRST, { type: 'CreateOrder', order: { ...BUY, type: 'LIMIT', price: '1.01' } }, 'entry'),
    entry(FIRST, { type: 'CloseTrade', tradeSpecifier: '$entry' }),
  ]);
  expect(engine.ledger.at(-1)).toMatchObject({
    type: 'MARKET_ORDER_REJECT',
    tradeClose: { tradeID: '$entry' },
    rejectReason: 'TRADE_DOESNT_EXIST',
  });
});

it('a command that is no v20 request is a failed expectation, at the place of its entry', () => {
  const { engine, driver } = play([
    entry(FIRST, { type: 'CreateOrder', order: { ...BUY, type: 'MARKET', units: 'many' } }),
    entry(FIRST, { type: 'CreateOrder', order: { ...BUY, type: 'MARKET' } }),
  ]);
  expect(driver.results).toEqual([
    {
      what: 'timeline[0]',
      expected: 'a v20 request',
      actual: "Invalid value specified for 'order.units'",
      ok: false,
    },
  ]);
  expect(engine.ledger.slice().at(-1)?.type).toBe('ORDER_FILL');
});
