import fc from 'fast-check';
import { expect, it } from 'vitest';
import { account, pair } from '../support/market/fixtures.js';
import { points, Sim } from '../support/market/sim.js';

const BID = 108_500;
const ASK = 108_520;

interface Level {
  readonly offsetPoints: number;
  readonly liquidity: number;
}

/** Few units a level, so that means lie close to edges. */
const depth = fc
  .array(
    fc.record({ step: fc.integer({ min: 1, max: 4 }), liquidity: fc.integer({ min: 1, max: 40 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(levels => {
    let offset = 0;
    return levels.map(({ step, liquidity }, at): Level => {
      if (at > 0) offset += step;
      return { offsetPoints: offset, liquidity };
    });
  });
const order = fc.record({
  type: fc.constantFrom('MARKET', 'LIMIT'),
  timeInForce: fc.constantFrom('FOK', 'IOC', 'GTC'),
  buys: fc.boolean(),
  units: fc.integer({ min: 1, max: 120 }),
  /** How many points beyond the best price the order allows. */
  reach: fc.integer({ min: -1, max: 8 }),
});
type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never;

/** What the order does: the units and the points of its fill, or why it does not fill. */
function outcomeOf(levels: readonly Level[], { type, timeInForce, buys, units, reach }: Order) {
  const sim = new Sim({
    instruments: [pair('EUR_USD')],
    accounts: [account()],
    model: { liquidity: { depth: levels } },
  });
  sim.quote('EUR_USD', '1.08500', '1.08520');
  const edge = ((buys ? ASK + reach : BID - reach) / 1e5).toFixed(5);
  const written = sim.order({
    type,
    instrument: 'EUR_USD',
    units: String(buys ? units : -units),
    timeInForce,
    ...(type === 'MARKET' ? { priceBound: edge } : { price: edge }),
  });
  const last = written.at(-1);
  if (last?.type === 'ORDER_FILL') return [Math.abs(Number(last.units)), points(last.price)];
  return last?.type === 'ORDER_CANCEL' ? last.reason : 'waits';
}

/** The same from the rules (v20 semantics 4.2, 4.4), in whole numbers. */
function expected(levels: readonly Level[], { type, timeInForce, buys, units, reach }: Order) {
  const isLimit = type === 'LIMIT';
  const mayRest = timeInForce === 'GTC';
  if (isLimit && reach < 0) return mayRest ? 'waits' : 'TIME_IN_FORCE_EXPIRED';
  const isPartial = timeInForce === 'IOC';
  let [left, cost] = [units, 0];
  for (const { offsetPoints, liquidity } of levels) {
    if (isPartial && offsetPoints > reach) break;
    const taken = Math.min(left, liquidity);
    left -= taken;
    cost += taken * offsetPoints;
  }
  const taken = units - left;
  if (isPartial && taken === 0) return 'BOUNDS_VIOLATION';
  if (left > 0 && !isPartial) return mayRest ? 'waits' : 'INSUFFICIENT_LIQUIDITY';
  if (cost > reach * taken) {
    if (!isLimit) return 'BOUNDS_VIOLATION';
    return mayRest ? 'waits' : 'INSUFFICIENT_LIQUIDITY';
  }
  // Half a point is rounded up in price: away from the best price for a buy, towards it for a sell.
  const mean = buys
    ? Math.floor((2 * cost + taken) / (2 * taken))
    : Math.ceil((2 * cost - taken) / (2 * taken));
  return [taken, buys ? ASK + mean : BID - mean];
}

it('a fill over several levels is judged by its exact mean price', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(depth, order, (levels, given) => {
      const asked =
        given.type === 'MARKET' && given.timeInForce === 'GTC' ? 'FOK' : given.timeInForce;
      const sent = { ...given, timeInForce: asked } as Order;
      const found = outcomeOf(levels, sent);
      expect(found).toEqual(expected(levels, sent));
      const kind = typeof found === 'string' ? found : 'fill';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }),
    { numRuns: 600 },
  );
  for (const kind of ['fill', 'waits', 'BOUNDS_VIOLATION', 'INSUFFICIENT_LIQUIDITY']) {
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(20);
  }
});
