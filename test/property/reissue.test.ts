import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/core/ledger/transaction.js';
import { account, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';
import { runsOf } from '../support/random/nightly.js';

const LEVEL = 108_500;
const price = (points: number) => (points / 100_000).toFixed(5);

const arbitraryTick = fc.record({
  /** Points of the bid from the order's price. */
  offset: fc.integer({ min: -12, max: 12 }),
  spread: fc.integer({ min: 0, max: 6 }),
  volume: fc.integer({ min: 1, max: 900 }),
});
const arbitraryChain = fc.record({
  units: fc.integer({ min: 1, max: 3000 }).map(size => size - 1500 || 1),
  triggerCondition: fc.constantFrom('DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'),
  start: arbitraryTick,
  ticks: fc.array(arbitraryTick, { maxLength: 30 }),
});

const quote = (
  sim: Sim,
  { offset, spread, volume }: { offset: number; spread: number; volume: number },
) => sim.quote('EUR_USD', price(LEVEL + offset), price(LEVEL + offset + spread), { volume });

/** Units that all fills of the ledger filled, of orders that touch. */
function filledUnits(ledger: readonly Transaction[]): number {
  const fills = ledger.flatMap(each => (each.type === 'ORDER_FILL' ? [Number(each.units)] : []));
  return fills.reduce((total, units) => total + units, 0);
}

/** Units that wait, and those whose reissue was refused. */
function restUnits(sim: Sim): number {
  const { pendingOrders } = sim.engine.account(account().id).state;
  const waiting = [...pendingOrders.values()].map(({ units }) => units.toNumber());
  const refused = sim.engine.ledger
    .slice()
    .flatMap(each =>
      each.type === 'MARKET_IF_TOUCHED_ORDER_REJECT' ? [Number(each['units'])] : [],
    );
  return [...waiting, ...refused].reduce((total, units) => total + units, 0);
}

describe('a chain of reissues', () => {
  it('has filled, waiting and refused units that add up to those asked, and fills once a tick at most', () => {
    let reissued = 0;
    let refused = 0;
    fc.assert(
      fc.property(arbitraryChain, ({ units, triggerCondition, start, ticks }) => {
        const sim = new Sim({ instruments: [pair('EUR_USD')], accounts: [account()] });
        quote(sim, start);
        const type = 'MARKET_IF_TOUCHED';
        const order = { type, instrument: 'EUR_USD', units, price: price(LEVEL), triggerCondition };
        sim.order({ ...order, units: String(units) });
        for (const tick of ticks) {
          const written = quote(sim, tick);
          expect(written.filter(each => each.type === 'ORDER_FILL').length).toBeLessThanOrEqual(1);
          expect(filledUnits(sim.engine.ledger.slice()) + restUnits(sim)).toBe(units);
        }
        expect(sim.faults()).toEqual([]);
        const made = sim.engine.ledger.slice().map(each => each.type);
        if (made.filter(each => each === 'MARKET_IF_TOUCHED_ORDER').length > 1) reissued += 1;
        if (made.includes('MARKET_IF_TOUCHED_ORDER_REJECT')) refused += 1;
      }),
      { numRuns: runsOf(300), seed: 24 },
    );
    expect(reissued).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(1);
  });
});
