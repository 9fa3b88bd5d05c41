import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from '../../src/core/base/decimal.js';
import { unitsAvailable } from '../../src/core/view/units-available.js';
import { account, pair } from '../support/market/fixtures.js';
import { points, Sim } from '../support/market/sim.js';

/** Instruments with a bid and a spread in points. */
const MARKET = [
  ['EUR_USD', '1.08500', 20],
  ['USD_JPY', '150.100', 12],
  ['GBP_USD', '1.26800', 25],
  ['EUR_JPY', '162.900', 30],
] as const;
const NAMES = MARKET.map(([name]) => name);

const order = fc.record({
  instrument: fc.constantFrom(...NAMES),
  units: fc.integer({ min: -40_000, max: 40_000 }).filter(units => units !== 0),
});
const commission = { commission: '5', unitsTraded: '1000', minimumCommission: '0' };
const trader = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'),
  balance: fc.constantFrom('50', '1000', '25000.1234', '3000000'),
  marginRate: fc.constantFrom(undefined, '0.05', '0.3333'),
  hedging: fc.boolean(),
  positionAggregation: fc.constantFrom('ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM'),
  conversionMarkup: fc.constantFrom('0', '0.005'),
  commission: fc.constantFrom(undefined, commission),
  precision: fc.constantFrom(0, 2),
  maximumPositionSize: fc.constantFrom('0', '30000'),
  orders: fc.array(order, { maxLength: 6 }),
  move: fc.integer({ min: -60, max: 60 }),
});
type Trader = typeof trader extends fc.Arbitrary<infer Value> ? Value : never;

/** The market after the account's orders and a move of every price. */
function traded(setting: Trader): Sim {
  const { orders, move, precision, maximumPositionSize, marginRate, ...rest } = setting;
  const { commission: charged, ...plain } = rest;
  const sim = new Sim({
    instruments: NAMES.map(name =>
      pair(name, {
        tradeUnitsPrecision: precision,
        minimumTradeSize: precision === 0 ? '1' : '0.01',
        maximumPositionSize,
        defaultLiquidity: 1_000_000_000,
      }),
    ),
    accounts: [
      account({
        ...plain,
        ...(marginRate === undefined ? {} : { marginRate }),
        ...(charged === undefined ? {} : { commission: charged }),
      }),
    ],
  });
  quote(sim, 0);
  for (const { instrument, units } of orders) {
    sim.order({ type: 'MARKET', instrument, units: String(units) });
  }
  quote(sim, move);
  return sim;
}

function quote(sim: Sim, move: number): void {
  for (const [name, price, spread] of MARKET) {
    const digits = name.endsWith('JPY') ? 3 : 5;
    const text = (at: number) =>
      decimal(at)
        .div(decimal(10 ** digits))
        .toFixed(digits);
    const bid = points(price) + move;
    sim.quote(name, text(bid), text(bid + spread));
  }
}

/** How an order of `units` of the first instrument ends. */
function ends(setting: Trader, units: string, positionFill: string): string {
  const sim = traded(setting);
  const written = sim.order({ type: 'MARKET', instrument: 'EUR_USD', units, positionFill });
  const end = written.find(({ type }) => type === 'ORDER_FILL') ?? written.at(-1);
  const { type, reason, rejectReason } = end as unknown as Record<string, string>;
  return type === 'ORDER_FILL' ? type : (rejectReason ?? reason ?? '');
}

/** The margin, or a cap that is lower. */
const REFUSED = ['INSUFFICIENT_MARGIN', 'POSITION_SIZE_EXCEEDED', 'UNITS_LIMIT_EXCEEDED'];

it('the units available fill, and a unit more does not', () => {
  let filled = 0;
  let short = 0;
  const check = (setting: Trader, side: 'long' | 'short', positionFill: string) => {
    const [cell] = traded(setting).engine.state.cells;
    if (cell === undefined) throw new Error('no account');
    const { default: usual, reduceFirst, openOnly } = unitsAvailable(cell, 0);
    const available = { DEFAULT: usual, REDUCE_FIRST: reduceFirst, OPEN_ONLY: openOnly }[
      positionFill
    ]?.[side];
    if (available === undefined) throw new Error(positionFill);
    const signed = (units: typeof available) =>
      (side === 'long' ? units : units.negated()).toFixed();
    const more = available.plus(decimal(1).div(setting.precision === 0 ? 1 : 100));
    if (!available.isZero()) {
      expect(ends(setting, signed(available), positionFill)).toBe('ORDER_FILL');
      filled += 1;
    }
    const end = ends(setting, signed(more), positionFill);
    expect(REFUSED).toContain(end);
    if (end === 'INSUFFICIENT_MARGIN') short += 1;
  };
  fc.assert(
    fc.property(trader, fc.constantFrom('long', 'short'), (setting, side) => {
      check(setting, side, 'DEFAULT');
      check(setting, side, 'REDUCE_FIRST');
      if (setting.hedging) check(setting, side, 'OPEN_ONLY');
    }),
    { numRuns: 150 },
  );
  expect(filled).toBeGreaterThan(30);
  expect(short).toBeGreaterThan(30);
});
