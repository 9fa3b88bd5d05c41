/**
 * Margin and rules of risk on a leg are those of a quote that stands at each whole point of it.
 * Source: docs/reference/semantics.md 4.11; decision 0063.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Leg, type PointQuote } from '../../src/core/engine/leg/leg.js';
import type { AccountConfig } from '../../src/core/ledger/account-config.js';
import { formatPoints } from '../../src/core/market/points.js';
import type { RiskRules } from '../../src/core/risk/risk-rules.js';
import { account, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';

const PAIRS = ['EUR_USD', 'USD_JPY'].map(name => pair(name));
const FIRST: readonly PointQuote[] = [
  { bid: 110_000, ask: 110_010 },
  { bid: 150_000, ask: 150_020 },
];

const risk = (limit: string, mode: 'static' | 'trailing'): RiskRules => ({
  drawdown: { limit: { amount: limit }, mode, untilBreakEven: false, then: 'closeAll' },
});
const anyAccount: fc.Arbitrary<AccountConfig> = fc
  .record({
    currency: fc.constantFrom('USD', 'EUR'),
    balance: fc.integer({ min: 900, max: 3000 }),
    hedging: fc.boolean(),
    marginCalls: fc.boolean(),
    rules: fc.constantFrom(undefined, risk('100', 'static'), risk('60', 'trailing')),
  })
  .map(({ balance, rules, ...rest }) =>
    account({ ...rest, balance: String(balance), ...(rules && { risk: rules }) }),
  );
const anyTrade = fc.record({
  slot: fc.nat(1),
  units: fc.constantFrom(-40_000, -25_000, 15_000, 30_000, 40_000),
});
/** Moves of bid and ask; the spread stays at least a point. */
const anyMove = fc
  .record({
    slot: fc.constantFrom(0, 0, 1),
    bid: fc.oneof(fc.integer({ min: -900, max: -300 }), fc.integer({ min: 300, max: 900 })),
    wider: fc.nat(300),
  })
  .map(({ slot, bid, wider }) => {
    const first = FIRST[slot] as PointQuote;
    return { slot, to: { bid: first.bid + bid, ask: first.ask + bid + wider } };
  });

function market(config: AccountConfig, trades: readonly { slot: number; units: number }[]): Sim {
  const sim = new Sim({ instruments: PAIRS, accounts: [config] });
  for (const slot of [0, 1]) quote(sim, slot, FIRST[slot] as PointQuote);
  for (const { slot, units } of trades) {
    const instrument = PAIRS[slot]?.name;
    if (units !== 0) sim.order({ type: 'MARKET', instrument, units: String(units) });
  }
  // Everything that the orders changed is looked at before the leg begins.
  for (const slot of [0, 1]) quote(sim, slot, FIRST[slot] as PointQuote);
  return sim;
}

function quote(sim: Sim, slot: number, { bid, ask }: PointQuote, isLeg = false) {
  const { name, displayPrecision } = PAIRS[slot] as (typeof PAIRS)[number];
  const text = (points: number) => formatPoints(points, displayPrecision);
  return sim.quote(name, text(bid), text(ask), { isLeg });
}

/** What was written and broken, but for the times. */
function told(sim: Sim): string {
  const [cell] = sim.engine.state.cells;
  const timeless = (value: unknown) =>
    JSON.stringify(value, (key, each) => (/^time(stamp)?$/.test(key) ? undefined : each));
  return `${timeless(sim.engine.ledger.slice())} ${timeless(cell?.risk)}`;
}

describe('margin and rules of risk on a leg', () => {
  it('are those of a quote that stands at each whole point', () => {
    let closed = 0;
    fc.assert(
      fc.property(
        anyAccount,
        fc.array(anyTrade, { minLength: 1, maxLength: 3 }),
        anyMove,
        (config, trades, { slot, to }) => {
          const walked = market(config, trades);
          quote(walked, slot, to, true);
          const stood = market(config, trades);
          const leg = new Leg(FIRST[slot] as PointQuote, to);
          for (let part = 1; part <= leg.points; part++) {
            quote(stood, slot, leg.quoteAt({ part, whole: leg.points }));
          }
          expect(told(walked)).toBe(told(stood));
          const isClosed = /MARGIN_CLOSEOUT|"tag":"risk"|MARGIN_CALL_ENTER/.test(told(walked));
          if (isClosed) closed += 1;
        },
      ),
      { numRuns: 50 },
    );
    expect(closed).toBeGreaterThan(5);
  });
});
