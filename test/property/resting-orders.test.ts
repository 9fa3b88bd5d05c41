import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuietBand } from '../../src/core/market/quiet-band.js';
import { type RestingOrder, RestingOrders } from '../../src/core/order/resting-orders.js';
import { isReached, sidePrice } from '../../src/core/order/trigger.js';
import { runsOf } from '../support/random/nightly.js';

const arbitraryOrder = fc.record({
  account: fc.integer({ min: 0, max: 3 }),
  side: fc.constantFrom('BID' as const, 'ASK' as const, 'MID' as const),
  direction: fc.constantFrom('DOWN' as const, 'UP' as const),
  offset: fc.integer({ min: -60, max: 60 }),
  distance: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
});
const arbitraryAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), order: arbitraryOrder }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      bid: fc.integer({ min: 940, max: 1060 }),
      spread: fc.integer({ min: 0, max: 20 }),
    }),
  },
);

/** The naive way: every order looked at on every tick. */
class Scan {
  readonly orders: RestingOrder[] = [];

  trail(bid: number, ask: number): void {
    for (const order of this.orders) {
      if (order.distance === undefined) continue;
      const price = sidePrice(order.side, bid, ask);
      order.level =
        order.direction === 'DOWN'
          ? Math.max(order.level, price - order.distance)
          : Math.min(order.level, price + order.distance);
    }
  }

  triggered(bid: number, ask: number): string[] {
    return this.orders
      .filter(({ side, direction, level }) =>
        isReached(direction, sidePrice(side, bid, ask), level),
      )
      .sort((a, b) => a.account - b.account || a.orderID - b.orderID)
      .map(name);
  }
}

const name = ({ account, orderID, level }: RestingOrder) => `${account}:${orderID}@${level}`;

describe('resting orders', () => {
  it('index and naive scan trigger the same orders on every tick, and the band has the ticks that do nothing', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAction, { maxLength: 80 }), actions => {
        const index = new RestingOrders();
        const scan = new Scan();
        let nextID = 1;
        for (const action of actions) {
          if (action.kind === 'add') {
            const { offset, distance, ...rest } = action.order;
            const level = (rest.side === 'MID' ? 2000 : 1000) + offset;
            const order = {
              ...rest,
              orderID: nextID++,
              level,
              ...(distance === undefined ? {} : { distance }),
            };
            index.add({ ...order });
            scan.orders.push({ ...order });
          } else if (action.kind === 'remove' && scan.orders.length > 0) {
            const [gone] = scan.orders.splice(action.pick % scan.orders.length, 1);
            if (gone !== undefined) index.remove(gone.account, gone.orderID);
          } else if (action.kind === 'tick') {
            const ask = action.bid + action.spread;
            const band = new QuietBand();
            index.narrow(band);
            const isQuiet = !index.touches(action.bid, ask) && !index.trails(action.bid, ask);
            expect(band.holds(action.bid, ask)).toBe(isQuiet);
            if (index.trails(action.bid, ask)) index.trail(action.bid, ask);
            scan.trail(action.bid, ask);
            const found = index.touches(action.bid, ask) ? index.triggered(action.bid, ask) : [];
            expect(found.map(name)).toEqual(scan.triggered(action.bid, ask));
          }
        }
        expect(index.size).toBe(scan.orders.length);
      }),
      { numRuns: runsOf(250) },
    );
  });
});
