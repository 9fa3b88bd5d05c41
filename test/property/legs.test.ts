/**
 * Orders on bars that were folded from a quote which moves a point at a time fill as on that quote.
 * Source: docs/reference/semantics.md 4.11; decision 0063.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../src/core/candle/alignment.js';
import { queryCandles } from '../../src/core/candle/query.js';
import { Engine } from '../../src/core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import type { Transaction } from '../../src/core/ledger/transaction.js';
import { formatPoints } from '../../src/core/market/points.js';
import { residentWindows, rowsOf, type TickWindow } from '../../src/core/market/tick.js';
import { instant, mustParse } from '../../src/core/time/instant.js';
import { BarFeed, type BarPrices } from '../../src/data/storage/ticks/bars/bar-feed.js';
import { settleBars } from '../../src/data/storage/ticks/bars/settle-bars.js';
import { TickBuilder } from '../../src/data/storage/ticks/columns/tick-builder.js';
import { account, at, pair } from '../support/market/fixtures.js';
import { oneTick } from '../support/market/one-tick.js';
import { runsOf } from '../support/random/nightly.js';

const EUR = pair('EUR_USD');
const FROM = at('2024-03-05T10:00:00Z');
const MINUTE = 60_000_000;
/** Ticks of a bar, and bid and ask of the first tick in points. */
const TICKS = 30;
const FIRST = 110_000;
const SPREAD = 10;

const price = (points: number) => formatPoints(points, EUR.displayPrecision);

/** Bids that move by a point at most. */
const anyWay = fc
  .array(fc.constantFrom(-1, 0, 1), { minLength: 5 * TICKS, maxLength: 5 * TICKS })
  .map(steps => {
    let bid = FIRST;
    return [bid, ...steps.slice(1).map(step => (bid += step))];
  });
const anyPath = fc.constantFrom('nearest-first', 'low-first', 'high-first');
/** An order that the first quote does not fill. */
const anyOrder = fc
  .record({
    type: fc.constantFrom('LIMIT', 'STOP', 'MARKET_IF_TOUCHED'),
    buys: fc.boolean(),
    away: fc.integer({ min: 1, max: 15 }),
    rises: fc.boolean(),
  })
  .map(({ type, buys, away, rises }) => {
    const isUp = type === 'MARKET_IF_TOUCHED' ? rises : buys === (type === 'STOP');
    const side = buys ? FIRST + SPREAD : FIRST;
    return {
      type,
      instrument: EUR.name,
      units: buys ? '100' : '-100',
      price: price(isUp ? side + away : side - away),
    };
  });
/** Such an order with a stop loss and a take profit that are never in its way. */
const anyBracket = fc
  .tuple(anyOrder, fc.integer({ min: SPREAD + 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([order, loss, profit]) => {
    const sign = order.units.startsWith('-') ? -1 : 1;
    const own = Number(order.price.replace('.', ''));
    return {
      ...order,
      stopLossOnFill: { price: price(own - sign * loss) },
      takeProfitOnFill: { price: price(own + sign * profit) },
    };
  });

function windowsOf(bids: readonly number[]): TickWindow[] {
  return bids.map((bid, index) => oneTick(FROM + (index * MINUTE) / TICKS, bid, bid + SPREAD));
}

function barsOf(bids: readonly number[], path: string): TickWindow {
  const builder = new TickBuilder('bars', EUR);
  const source = { path: 'bars', sides: 'one', hasSpread: false, snap: false } as const;
  const choice = { price: 'bid', spread: price(SPREAD), granularity: 'M1', path } as never;
  const feed = new BarFeed(builder, settleBars(source, choice, EUR.displayPrecision));
  for (let from = 0; from < bids.length; from += TICKS) {
    const own = bids.slice(from, from + TICKS);
    const ohlc = [own[0], Math.max(...own), Math.min(...own), own.at(-1)] as number[];
    const start = { at: instant(FROM + (from / TICKS) * MINUTE), cut: false };
    feed.add(from + 1, () => ({ start, prices: ohlc.map(price) as unknown as BarPrices }));
  }
  return residentWindows(builder.finish().columns)[0] as TickWindow;
}

/** Plays the windows with orders that are made at their first tick. */
function play(windows: readonly TickWindow[], orders: readonly object[]) {
  let heard = 0;
  const engine = Engine.create({
    market: [{ instrument: EUR, halts: [] }],
    accounts: [account({ balance: '100000', hedging: true })],
    model: IDEAL_EXECUTION,
    seed: 1,
    from: FROM,
    outputs: { onTick: () => (heard += 1) },
  });
  let isFirst = true;
  for (const window of windows) {
    for (let row = 0; row < window.length; row++) {
      engine.tick(rowsOf(0, window), row);
      if (!isFirst) continue;
      isFirst = false;
      for (const order of orders)
        engine.accept(account().id, { type: 'CreateOrder', order } as never);
      engine.advanceTo(engine.now);
    }
  }
  return { engine, heard, ledger: engine.ledger.slice() };
}

type Fill = Extract<Transaction, { readonly type: 'ORDER_FILL' }>;

const fills = (ledger: readonly Transaction[]) =>
  ledger.filter((each): each is Fill => each.type === 'ORDER_FILL');
const barOf = ({ time }: Fill) => Math.floor((mustParse(time) - FROM) / MINUTE);

/** The own price of each order that filled, and the price of its fill. */
function ownPrices({ engine, ledger }: ReturnType<typeof play>): (readonly [string, string])[] {
  return fills(ledger).map(fill => {
    const creation = engine.account(account().id).state.orders.get(Number(fill.orderID))?.creation;
    return [String((creation as { price?: string }).price), fill.price];
  });
}

describe('orders on bars of a quote that moves a point at a time', () => {
  it('one of them fills at the price and in the bar in which it fills on the ticks, or on neither', () => {
    let filled = 0;
    fc.assert(
      fc.property(anyWay, anyPath, anyOrder, (bids, path, order) => {
        const told = (windows: readonly TickWindow[]) =>
          fills(play(windows, [order]).ledger).map(fill => [fill.price, barOf(fill)]);
        const onTicks = told(windowsOf(bids));
        expect(told([barsOf(bids, path)])).toEqual(onTicks);
        filled += onTicks.length;
      }),
    );
    expect(filled).toBeGreaterThan(20);
  });

  it('each of several fills at its own price', () => {
    let filled = 0;
    fc.assert(
      fc.property(anyWay, anyPath, fc.array(anyBracket, { maxLength: 4 }), (bids, path, orders) => {
        for (const windows of [windowsOf(bids), [barsOf(bids, path)]]) {
          for (const [own, paid] of ownPrices(play(windows, orders))) {
            expect(paid).toBe(own);
            filled += 1;
          }
        }
      }),
    );
    expect(filled).toBeGreaterThan(100);
  });

  it('leave no quote behind: candles, counts and subscribers have the rows alone', () => {
    fc.assert(
      fc.property(anyWay, anyPath, fc.array(anyBracket, { maxLength: 4 }), (bids, path, orders) => {
        const bars = barsOf(bids, path);
        const traded = play([bars], orders);
        expect(traded.heard).toBe(bars.length);
        const request = {
          alignment: DEFAULT_ALIGNMENT,
          includeFirst: true,
          smooth: false,
        } as const;
        const candles = [traded, play([bars], [])].map(({ engine }) =>
          queryCandles(
            engine.state.candles[0] as never,
            { ...request, granularity: 'S5', count: 5000 },
            engine.now,
          ),
        );
        expect(candles[0]).toEqual(candles[1]);
      }),
      { numRuns: runsOf(20) },
    );
  });
});
