import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, decimal } from '../../src/core/base/decimal.js';
import type { AccountCell } from '../../src/core/engine/state/account-cell.js';
import { heldUnits, oppositeSide } from '../../src/core/ledger/margin-room.js';
import { valueAccount } from '../../src/core/ledger/valuation.js';
import { instant } from '../../src/core/time/instant.js';
import { unitsAvailable } from '../../src/core/view/units-available.js';
import { account, pair } from '../support/market/fixtures.js';
import { points, Sim } from '../support/market/sim.js';

/** In microseconds; financing by the second accrues over it. */
const FIVE_HOURS = 5 * 3_600_000_000;

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 150);

/** Instruments with a bid and a spread in points. */
const MARKET = [
  ['EUR_USD', '1.08500', 20],
  ['USD_JPY', '150.100', 12],
  ['GBP_USD', '1.26800', 25],
  ['EUR_JPY', '162.900', 30],
] as const;
const NAMES = MARKET.map(([name]) => name);

const order = fc.record({
  instrument: fc.oneof(fc.constant(NAMES[0]), fc.constantFrom(...NAMES)),
  units: fc.integer({ min: -40_000, max: 40_000 }).filter(units => units !== 0),
});
const commission = { commission: '5', unitsTraded: '1000', minimumCommission: '0' };
const trader = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'),
  balance: fc.constantFrom('50', '1000', '25000.1234', '3000000'),
  marginRate: fc.constantFrom(undefined, '0.05', '0.3333'),
  hedging: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  positionAggregation: fc.constantFrom('ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM'),
  financing: fc.constantFrom('DAILY', 'SECOND_BY_SECOND'),
  conversionMarkup: fc.constantFrom('0', '0.005'),
  commission: fc.constantFrom(undefined, commission),
  precision: fc.constantFrom(0, 2),
  maximumPositionSize: fc.constantFrom('0', '30000'),
  orders: fc.array(order, { maxLength: 6 }),
  move: fc.oneof(...[60, 400, 1500].map(most => fc.integer({ min: -most, max: most }))),
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
  sim.engine.advanceTo(instant(sim.now + FIVE_HOURS));
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

type Side = 'long' | 'short';
const MODES = ['DEFAULT', 'REDUCE_FIRST', 'REDUCE_ONLY', 'OPEN_ONLY'] as const;
type Mode = (typeof MODES)[number];

/** The units of the first instrument that the account may order. */
function availableTo(sim: Sim, side: Side, mode: Mode): Decimal {
  const by = unitsAvailable(cellOf(sim), 0, sim.engine.now);
  const { default: usual, reduceFirst, reduceOnly, openOnly } = by;
  const units = {
    DEFAULT: usual,
    REDUCE_FIRST: reduceFirst,
    REDUCE_ONLY: reduceOnly,
    OPEN_ONLY: openOnly,
  };
  return units[mode][side];
}

function cellOf(sim: Sim): AccountCell {
  const [cell] = sim.engine.state.cells;
  if (cell === undefined) throw new Error('no account');
  return cell;
}

/** The units, unsigned, of the first instrument that fill, and why not all of them. */
function fillOf(setting: Trader, side: Side, positionFill: Mode, units: Decimal) {
  const sim = traded(setting);
  const signed = side === 'long' ? units : units.negated();
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: signed.toFixed(), positionFill };
  const written = sim.order(order);
  const fill = written.find(({ type }) => type === 'ORDER_FILL');
  if (fill?.type === 'ORDER_FILL') return { filled: decimal(fill.units).abs(), reason: undefined };
  const { reason, rejectReason } = written.at(-1) as unknown as Record<string, string>;
  return { filled: decimal(0), reason: rejectReason ?? reason };
}

/** The margin, or a cap that is lower; of what only reduces, the position. */
const REFUSED = [
  'INSUFFICIENT_MARGIN',
  'POSITION_SIZE_EXCEEDED',
  'UNITS_LIMIT_EXCEEDED',
  'POSITION_CLOSEOUT_FAILED',
];

/** What the accounts of a case were like, for the counts. */
function kindsOf(setting: Trader, side: Side): string[] {
  const { state, market } = cellOf(traded(setting));
  const [own, other] = [
    heldUnits(state, 'EUR_USD', side),
    heldUnits(state, 'EUR_USD', oppositeSide(side)),
  ];
  const shape = own.isZero() && other.isZero() ? 'flat' : other.gt(own) ? 'against' : 'with';
  const isUsedUp = valueAccount(state, market).marginRoom.lte(0);
  const hedging = setting.hedging ? setting.positionAggregation : 'netting';
  return [`${hedging} ${shape}`, `home ${setting.currency}`, isUsedUp ? 'used up' : 'free'];
}

it('the units available fill, and a unit more does not', () => {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const check = (setting: Trader, side: Side, mode: Mode) => {
    const available = availableTo(traded(setting), side, mode);
    if (!available.isZero()) {
      expect(fillOf(setting, side, mode, available).filled.eq(available)).toBe(true);
      count('filled');
    }
    const step = decimal(1).div(setting.precision === 0 ? 1 : 100);
    const { filled, reason } = fillOf(setting, side, mode, available.plus(step));
    if (mode === 'REDUCE_ONLY' && filled.gt(0)) expect(filled.eq(available)).toBe(true);
    else expect(REFUSED).toContain(reason);
    if (reason === 'INSUFFICIENT_MARGIN') for (const kind of kindsOf(setting, side)) count(kind);
  };
  fc.assert(
    fc.property(trader, fc.constantFrom('long', 'short'), (setting, side) => {
      for (const mode of MODES) {
        // Without hedging an order that only opens is refused against a position, whatever the margin.
        if (setting.hedging || mode !== 'OPEN_ONLY') check(setting, side, mode);
      }
    }),
    { numRuns: RUNS },
  );
  const shapes = ['flat', 'against', 'with'];
  const hedges = ['ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM', 'netting'];
  const kinds = hedges.flatMap(hedging => shapes.map(shape => `${hedging} ${shape}`));
  for (const kind of [
    ...kinds,
    'home USD',
    'home EUR',
    'home JPY',
    'home GBP',
    'used up',
    'filled',
  ]) {
    expect(counts.get(kind), kind).toBeGreaterThan(0);
  }
});
