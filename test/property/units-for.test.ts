import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EngineContext } from '../../src/core/strategy/engine-context.js';
import { account, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';

const NAMES = ['EUR_USD', 'GBP_USD', 'USD_JPY', 'EUR_JPY'];
const QUOTES = [
  ['EUR_USD', '1.08500', '1.08520'],
  ['GBP_USD', '1.26800', '1.26825'],
  ['USD_JPY', '150.100', '150.112'],
  ['EUR_JPY', '162.900', '162.930'],
] as const;

const order = fc.record({
  instrument: fc.constantFrom(...NAMES),
  buys: fc.boolean(),
  /** Of the risk that the margin allows at most: 1 asks for more than there is. */
  risk: fc.constantFrom('0.5', '5', '1000'),
  type: fc.constantFrom('MARKET', 'MARKET', 'LIMIT'),
});
const trader = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  hedging: fc.boolean(),
  positionAggregation: fc.constantFrom('ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM'),
  commission: fc.constantFrom(
    { commission: '0', unitsTraded: '1', minimumCommission: '0' },
    { commission: '5', unitsTraded: '10000', minimumCommission: '1' },
  ),
});

type Trader = typeof trader extends fc.Arbitrary<infer Value> ? Value : never;

/** A market of great depth, and the context of a strategy of its account. */
function sized(given: Trader) {
  const sim = new Sim({
    instruments: NAMES.map(name => pair(name, { defaultLiquidity: 1_000_000_000 })),
    accounts: [account({ ...given, balance: '10000' })],
  });
  const setup = { seed: 1, timerNumber: () => 0, needs: [] };
  return { sim, context: new EngineContext(sim.engine, account().id, setup) };
}

it('orders of one instant that are sized one after another share the margin', () => {
  const counts = { filled: 0, sized: 0, nothing: 0 };
  fc.assert(
    fc.property(
      trader,
      fc.array(fc.array(order, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      (given, instants) => {
        const { sim, context } = sized(given);
        for (const orders of instants) {
          for (const [name, bid, ask] of QUOTES) sim.quote(name, bid, ask);
          const before = sim.engine.ledger.length;
          for (const { instrument, buys, risk, type } of orders) {
            const [, bid, ask] = QUOTES.find(([name]) => name === instrument) ?? QUOTES[0];
            const stopDistance = instrument.endsWith('JPY') ? '0.050' : '0.00050';
            const units = context.unitsFor({ instrument, risk: `${risk}%`, stopDistance });
            if (units === '0') counts.nothing += 1;
            if (units === '0') continue;
            counts.sized += 1;
            const price = buys ? ask : bid;
            const limit = type === 'LIMIT' ? { price } : {};
            context.createOrder({
              type,
              instrument,
              units: buys ? units : `-${units}`,
              ...limit,
            } as Parameters<EngineContext['createOrder']>[0]);
          }
          sim.engine.advanceTo(sim.engine.now);
          const written = sim.engine.ledger.slice(before);
          const cancels = written.filter(({ type }) => type === 'ORDER_CANCEL');
          expect(cancels).toEqual([]);
          counts.filled += written.filter(({ type }) => type === 'ORDER_FILL').length;
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(counts.filled).toBe(counts.sized);
  expect(counts.filled).toBeGreaterThan(300);
  expect(counts.nothing).toBeGreaterThan(30);
});
