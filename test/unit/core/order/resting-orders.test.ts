import { describe, expect, it } from 'vitest';
import { QuietBand } from '../../../../src/core/market/quiet-band.js';
import { type RestingOrder, RestingOrders } from '../../../../src/core/order/resting-orders.js';

const LEVEL = 1_000;
const CASES = (['BID', 'ASK', 'MID'] as const).flatMap(side =>
  (['DOWN', 'UP'] as const).map(direction => [side, direction] as const),
);

/** The order alone in an index. */
function alone(order: Omit<RestingOrder, 'account' | 'orderID' | 'level'>): RestingOrders {
  const resting = new RestingOrders();
  resting.add({ account: 0, orderID: 1, level: LEVEL, ...order });
  return resting;
}

/** What happens where the watched price is `price`; the mid counts in half points. */
function at(resting: RestingOrders, side: RestingOrder['side'], price: number): string {
  const half = Math.floor(price / 2);
  const [bid, ask] = side === 'MID' ? [half, price - half] : [price, price];
  const band = new QuietBand();
  resting.narrow(band);
  const triggers = resting.touches(bid, ask);
  const trails = resting.trails(bid, ask);
  expect(resting.triggered(bid, ask)).toHaveLength(triggers ? 1 : 0);
  expect(band.holds(bid, ask)).toBe(!triggers && !trails);
  return triggers ? 'triggers' : trails ? 'trails' : 'quiet';
}

describe.each(CASES)('an order that watches the %s on its way %s', (side, direction) => {
  const away = direction === 'DOWN' ? 1 : -1;

  it('triggers at its level, and is quiet one unit before it', () => {
    const resting = alone({ side, direction });
    expect([LEVEL + away, LEVEL, LEVEL - away].map(price => at(resting, side, price))).toEqual([
      'quiet',
      'triggers',
      'triggers',
    ]);
  });

  it('follows a price beyond its distance, and not one at its distance', () => {
    const resting = alone({ side, direction, distance: 50 });
    const [near, far] = [LEVEL + 50 * away, LEVEL + 51 * away];
    expect([LEVEL, LEVEL + away, near, far].map(price => at(resting, side, price))).toEqual([
      'triggers',
      'quiet',
      'quiet',
      'trails',
    ]);
  });
});

it('a trailing stop that is removed is watched no more', () => {
  const resting = alone({ side: 'BID', direction: 'DOWN', distance: 50 });
  resting.remove(0, 1);
  for (const price of [1, LEVEL, LEVEL + 51]) expect(at(resting, 'BID', price)).toBe('quiet');
});

it('all orders are listed by account, and by id within an account', () => {
  const resting = new RestingOrders();
  const added = [
    [1, 7],
    [0, 9],
    [1, 3],
    [0, 2],
  ] as const;
  for (const [account, orderID] of added)
    resting.add({ account, orderID, side: 'ASK', direction: 'UP', level: LEVEL + orderID });
  expect(resting.all().map(({ account, orderID }) => [account, orderID])).toEqual([
    [0, 2],
    [0, 9],
    [1, 3],
    [1, 7],
  ]);
});
