import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine/engine.js';
import type { Outcome } from '../../src/core/engine/outputs.js';
import { unitsAvailable } from '../../src/core/engine/units-available.js';
import type { OrderPositionFill } from '../../src/core/order/order.js';
import { account, pair } from '../support/fixtures.js';
import { Sim } from '../support/sim.js';

const FILLS = [
  ['default', 'DEFAULT'],
  ['reduceFirst', 'REDUCE_FIRST'],
  ['reduceOnly', 'REDUCE_ONLY'],
  ['openOnly', 'OPEN_ONLY'],
] as const;
const MAXIMUM_ORDER_UNITS = 3_000_000;

const arbitraryWorld = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'),
  balance: fc.constantFrom('150', '10000', '1000000'),
  hedging: fc.boolean(),
  conversionMarkup: fc.constantFrom('0', '0.005'),
  positionAggregation: fc.constantFrom('MAXIMAL_SIDE' as const, 'ABSOLUTE_SUM', 'NET_SUM'),
  maximumOpenTrades: fc.constantFrom(1000, 3),
  marginRate: fc.constantFrom(undefined, '0.05'),
  hasCommission: fc.boolean(),
  precision: fc.constantFrom(0, 1),
  maximumPositionSize: fc.constantFrom('0', '70000'),
  slippage: fc.constantFrom(0, 3),
  hasDepth: fc.boolean(),
  instrument: fc.constantFrom('EUR_USD', 'USD_JPY', 'EUR_JPY'),
  orders: fc.array(
    fc.record({
      instrument: fc.constantFrom('EUR_USD', 'USD_JPY', 'EUR_JPY'),
      units: fc.integer({ min: -60_000, max: 60_000 }).filter(units => units !== 0),
      positionFill: fc.constantFrom('DEFAULT', 'OPEN_ONLY'),
    }),
    { maxLength: 5 },
  ),
  drift: fc.integer({ min: -900, max: 900 }),
});
type World = typeof arbitraryWorld extends fc.Arbitrary<infer T> ? T : never;

function build(world: World): Sim {
  const fields = {
    tradeUnitsPrecision: world.precision,
    maximumOrderUnits: String(MAXIMUM_ORDER_UNITS),
    maximumPositionSize: world.maximumPositionSize,
    defaultLiquidity: 1_000_000_000,
  };
  const { currency, balance, hedging, conversionMarkup, positionAggregation } = world;
  const levels = [100_000, 200_000, 1_000_000_000];
  const depth = levels.map((liquidity, row) => ({ offsetPoints: row * 4, liquidity }));
  const sim = new Sim({
    instruments: ['EUR_USD', 'USD_JPY', 'EUR_JPY', 'GBP_USD'].map(name => pair(name, fields)),
    accounts: [
      account({
        currency,
        balance,
        hedging,
        conversionMarkup,
        positionAggregation,
        maximumOpenTrades: world.maximumOpenTrades,
        ...(world.marginRate === undefined ? {} : { marginRate: world.marginRate }),
        ...(world.hasCommission
          ? { commission: { commission: '3', unitsTraded: '100000', minimumCommission: '0.1' } }
          : {}),
      }),
    ],
    model: {
      slippage: { minPoints: world.slippage, maxPoints: world.slippage },
      liquidity: world.hasDepth ? { depth } : 'volume',
    },
  });
  const quote = (drift: number) => {
    const move = (points: number, digits: number) =>
      ((points + drift) / 10 ** digits).toFixed(digits);
    sim.quote('EUR_USD', move(108_500, 5), move(108_515, 5));
    sim.quote('USD_JPY', move(150_100, 3), move(150_112, 3));
    sim.quote('EUR_JPY', move(162_900, 3), move(162_925, 3));
    sim.quote('GBP_USD', move(126_800, 5), move(126_820, 5));
  };
  quote(0);
  for (const order of world.orders) {
    sim.order({ type: 'MARKET', ...order, units: String(order.units) });
  }
  quote(world.drift);
  return sim;
}

/** What becomes of an order on a copy of the market: a fill, or why not. */
function fateOf(engine: Engine, order: object): string {
  let outcome: Outcome | undefined;
  const copy = engine.fork({
    onOutcome: each => {
      outcome = each;
    },
  });
  const request = { type: 'MARKET', ...order } as never;
  copy.accept(account().id, { type: 'CreateOrder', order: request });
  copy.advanceTo(copy.now);
  const last = outcome?.transactions.at(1) ?? outcome?.transactions.at(0);
  if (last?.type === 'ORDER_FILL') return 'FILL';
  return String(
    (last as { reason?: string; rejectReason?: string }).rejectReason ??
      (last as { reason?: string }).reason,
  );
}

describe('units available', () => {
  it('fill exactly, and one more does not', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(arbitraryWorld, world => {
        const { engine } = build(world);
        const { context, quotes } = engine.state;
        const slot = quotes.mustSlot(world.instrument);
        const available = unitsAvailable(context, engine.account(account().id), slot, engine.now);
        for (const [name, positionFill] of FILLS) {
          for (const side of ['long', 'short'] as const) {
            const most = available[name][side];
            const fate = (units: typeof most) =>
              fateOf(engine, {
                instrument: world.instrument,
                units: (side === 'long' ? units : units.negated()).toFixed(),
                positionFill: positionFill satisfies OrderPositionFill,
              });
            if (most.gt(0)) expect([name, side, fate(most)]).toEqual([name, side, 'FILL']);
            if (name === 'reduceOnly') continue;
            const refusal = fate(most.plus(world.precision === 0 ? 1 : '0.1'));
            seen.set(refusal, (seen.get(refusal) ?? 0) + 1);
            expect(refusal).toMatch(
              /^(INSUFFICIENT_MARGIN|UNITS_LIMIT_EXCEEDED|POSITION_SIZE_EXCEEDED|OPEN_TRADES_ALLOWED_EXCEEDED|FIFO_VIOLATION|UNITS_MINIMUM_NOT_MET)$/,
            );
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(seen.get('INSUFFICIENT_MARGIN')).toBeGreaterThan(100);
  });
});
