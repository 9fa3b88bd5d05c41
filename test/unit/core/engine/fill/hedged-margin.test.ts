import { describe, expect, it } from 'vitest';
import type { PositionAggregationMode } from '../../../../../src/core/ledger/account-config.js';
import { type Valuation, valueAccount } from '../../../../../src/core/ledger/valuation.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

function hedging(positionAggregation: PositionAggregationMode = 'MAXIMAL_SIDE'): Sim {
  const sim = new Sim({ accounts: [account({ hedging: true, positionAggregation })] });
  sim.quote('EUR_USD', '1.08500', '1.08520');
  return sim;
}

/** Sends a market order. @returns the reason of its fill or of its cancel. */
function send(sim: Sim, units: number, positionFill = 'DEFAULT'): string {
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: String(units), positionFill };
  return String((sim.order(order).at(-1) as { readonly reason?: string } | undefined)?.reason);
}

function valued(sim: Sim): Valuation {
  const [cell] = sim.engine.state.cells;
  if (cell === undefined) throw new Error('no account');
  return valueAccount(cell.state, cell.market);
}

const FILLED = 'MARKET_ORDER';
const SHORT = 'INSUFFICIENT_MARGIN';

describe('the margin of a hedge', () => {
  it('is none while the larger side counts', () => {
    const sim = hedging();
    expect(send(sim, 400_000)).toBe(FILLED);
    const { marginUsed } = valued(sim);
    expect(send(sim, -100_000)).toBe(FILLED);
    expect(valued(sim).marginUsed).toEqual(marginUsed);
    expect(sim.faults()).toEqual([]);
  });

  it('is none for an account whose margin is used up', () => {
    const usedUp = () => {
      const sim = hedging();
      expect(send(sim, 400_000)).toBe(FILLED);
      sim.quote('EUR_USD', '1.08100', '1.08120');
      expect(valued(sim).marginRoom.isNegative()).toBe(true);
      return sim;
    };
    expect(send(usedUp(), -1)).toBe(FILLED);
    expect(send(usedUp(), -400_000)).toBe(FILLED);
    expect(send(usedUp(), -400_001)).toBe(SHORT);
    expect(send(usedUp(), 1)).toBe(SHORT);
  });

  it('is that of the units beyond the larger side', () => {
    // 10000 - 400000 x 0.0002 - 8680.80 = 1239.20 are available, or 57100 units at mid.
    const held = () => {
      const sim = hedging();
      send(sim, 400_000);
      return sim;
    };
    expect(valued(held()).marginAvailable.toFixed(4)).toBe('1239.2000');
    expect(send(held(), -457_100)).toBe(FILLED);
    expect(send(held(), -457_101)).toBe(SHORT);
  });

  it('is given back where the sides are netted, and counts in full where they are added', () => {
    const netted = hedging('NET_SUM');
    send(netted, 400_000);
    expect(send(netted, -400_000)).toBe(FILLED);
    expect(valued(netted).marginUsed.isZero()).toBe(true);
    const added = hedging('ABSOLUTE_SUM');
    send(added, 400_000);
    expect(send(added, -57_100)).toBe(FILLED);
    const again = hedging('ABSOLUTE_SUM');
    send(again, 400_000);
    expect(send(again, -57_101)).toBe(SHORT);
  });

  it('is that of a whole order where the other side closes first', () => {
    const sim = hedging();
    send(sim, 400_000);
    // 9920 are left after the close: 457100 units at mid.
    expect(send(sim, -857_101, 'REDUCE_FIRST')).toBe(SHORT);
    expect(send(sim, -857_100, 'REDUCE_FIRST')).toBe(FILLED);
  });
});
