import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../../../src/core/base/decimal.js';
import { valueAccount } from '../../../../src/core/ledger/valuation.js';
import { accountSummary, fullAccount } from '../../../../src/core/view/accounts.js';
import { accountChanges, accountChangesState } from '../../../../src/core/view/changes.js';
import { OpenValues } from '../../../../src/core/view/open-values.js';
import { tradeSummary } from '../../../../src/core/view/trades.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';
import { viewOf } from '../../../support/market/view-of.js';
import { runsOf } from '../../../support/random/nightly.js';

const INSTRUMENTS = ['EUR_USD', 'GBP_USD'] as const;

function market(sim: Sim, instrument: string, units: number): void {
  sim.order({ type: 'MARKET', instrument, units: String(units) });
}

describe('values of open trades', () => {
  it('add up to their positions and to the account, hedged or not', () => {
    const trade = fc.record({
      instrument: fc.constantFrom(...INSTRUMENTS),
      units: fc.integer({ min: -900, max: 900 }).filter(units => units !== 0),
    });
    fc.assert(
      fc.property(fc.boolean(), fc.array(trade, { maxLength: 8 }), (hedging, trades) => {
        const sim = new Sim({
          instruments: INSTRUMENTS.map(name => pair(name)),
          accounts: [account({ hedging })],
        });
        sim.quote('EUR_USD', '1.08500', '1.08515');
        sim.quote('GBP_USD', '1.26800', '1.26820');
        for (const { instrument, units } of trades) market(sim, instrument, units);
        sim.quote('EUR_USD', '1.08311', '1.08327');
        const view = viewOf(sim);
        const { state } = view;
        const values = new OpenValues(state, view.market);
        const worth = valueAccount(state, view.market);
        const each = [...state.openTrades.values()].map(open => values.trade(open));
        const positions = INSTRUMENTS.map(instrument => values.position(instrument));
        for (const field of ['unrealizedPL', 'marginUsed'] as const) {
          expect(sum(each.map(value => value[field]))).toEqual(worth[field]);
        }
        expect(sum(positions.map(value => value.marginUsed))).toEqual(worth.marginUsed);
        expect(
          sum(positions.flatMap(value => [value.longUnrealizedPL, value.shortUnrealizedPL])),
        ).toEqual(worth.unrealizedPL);
      }),
      { numRuns: runsOf(60) },
    );
  });
});

describe('an account in a margin call', () => {
  it('says since when, and how often the call was extended, until it is out of it', () => {
    const sim = new Sim({ accounts: [account({ balance: '1000', marginCalls: true })] });
    sim.quote('EUR_USD', '1.08500', '1.08515');
    market(sim, 'EUR_USD', 45_000);
    expect(accountSummary(viewOf(sim).state, viewOf(sim).market)).not.toHaveProperty(
      'marginCallExtensionCount',
    );
    sim.quote('EUR_USD', '1.08300', '1.08315');
    const marginCallEnterTime = viewOf(sim).state.marginCallEnterTime;
    expect(marginCallEnterTime).toBeDefined();
    const called = { marginCallEnterTime, marginCallExtensionCount: 0 };
    expect(fullAccount(viewOf(sim))).toMatchObject(called);
    expect(accountChangesState(viewOf(sim))).toMatchObject(called);
    sim.quote('EUR_USD', '1.08900', '1.08915');
    expect(accountChangesState(viewOf(sim))).not.toHaveProperty('marginCallEnterTime');
  });
});

describe('a trade', () => {
  it('names in its summary the orders that wait, and the last ones once it is closed', () => {
    const sim = new Sim();
    sim.quote('EUR_USD', '1.08500', '1.08515');
    sim.order({
      type: 'MARKET',
      instrument: 'EUR_USD',
      units: '100',
      takeProfitOnFill: { price: '1.1' },
      stopLossOnFill: { price: '1.08' },
    });
    const summary = () => {
      const { state, market: quotes } = viewOf(sim);
      const [trade] = state.trades.values();
      return trade && tradeSummary(state, quotes, trade);
    };
    expect(summary()).toMatchObject({ takeProfitOrderID: '6', stopLossOrderID: '7' });
    sim.send({ type: 'CancelOrder', orderSpecifier: '6' });
    expect(summary()).not.toHaveProperty('takeProfitOrderID');
    expect(summary()).toMatchObject({ stopLossOrderID: '7' });
    sim.quote('EUR_USD', '1.07990', '1.08005');
    expect(summary()).toMatchObject({
      state: 'CLOSED',
      takeProfitOrderID: '6',
      stopLossOrderID: '7',
    });
  });

  it('is a change by its last event, whatever came before it in one batch', () => {
    const sim = new Sim();
    sim.quote('EUR_USD', '1.08500', '1.08515');
    market(sim, 'EUR_USD', 100);
    const since = viewOf(sim).log.lastID;
    market(sim, 'EUR_USD', -40);
    market(sim, 'EUR_USD', -100);
    const { tradesOpened, tradesReduced, tradesClosed } = accountChanges(viewOf(sim), since);
    expect([...tradesClosed].map(({ id }) => id)).toEqual(['5']);
    expect([...tradesReduced]).toEqual([]);
    expect([...tradesOpened]).toMatchObject([{ id: '9', currentUnits: '-40' }]);
  });
});
