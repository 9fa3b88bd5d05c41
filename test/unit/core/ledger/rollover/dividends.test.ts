import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../src/core/explain/explain.js';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../../../src/core/market/instrument-table.js';
import { daysFromCivil } from '../../../../../src/core/time/instant.js';
import { accountSummary, fullAccount } from '../../../../../src/core/view/accounts.js';
import { accountChanges, accountChangesState } from '../../../../../src/core/view/changes.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';
import { viewOf } from '../../../../support/market/view-of.js';

const WEDNESDAY = daysFromCivil(2024, 3, 6);
/** 17:00 New York of Tuesday, with which the Wednesday begins. */
const ROLLOVER = '2024-03-05T22:00:00Z';

function index(name: string, overrides: Partial<Instrument> = {}): Instrument {
  const known = instrumentTable().get(name);
  if (known === undefined) throw new Error(`no ${name}`);
  return {
    ...known,
    dividends: [
      { exDate: WEDNESDAY, amount: '5' },
      { exDate: WEDNESDAY + 2, amount: '0.25' },
    ],
    ...overrides,
  };
}

/** Trades of UK100_GBP of these units in a hedging account in dollars, from Tuesday 10:00 UTC on. */
function held(
  units: readonly string[],
  overrides: Partial<AccountConfig> = {},
  terms: Partial<Instrument> = {},
) {
  const config = account({ hedging: true, balance: '100000', ...overrides });
  const instruments = [index('UK100_GBP', terms), pair('GBP_USD')];
  const sim = new Sim({ instruments, accounts: [config] });
  sim.quote('GBP_USD', '1.27000', '1.27010');
  sim.quote('UK100_GBP', '7167.0', '7168.0');
  for (const each of units) {
    sim.order({ type: 'MARKET', instrument: 'UK100_GBP', units: each });
  }
  const [cell] = sim.engine.state.cells;
  if (cell === undefined) throw new Error('no account');
  const adjusted = (time: string) =>
    sim.waitUntil(time).filter(({ type }) => type === 'DIVIDEND_ADJUSTMENT');
  return { sim, cell, adjusted };
}

describe('a dividend', () => {
  it('is paid to long trades and by short ones when the ex-day begins, at 17:00 New York', () => {
    const { sim, cell, adjusted } = held(['20', '-10']);
    expect(adjusted('2024-03-05T21:59:59.999999Z')).toEqual([]);
    const before = cell.state.balance;
    const [first, ...others] = sim.waitUntil(ROLLOVER).slice(-2);
    expect(first?.type).toBe('DAILY_FINANCING');
    const financed = (first as { accountBalance: string }).accountBalance;
    // 20 x 5 GBP at the bid of GBP_USD, -10 x 5 GBP at the ask.
    expect(others).toEqual([
      {
        id: '9',
        accountID: '101-004-1000001-001',
        userID: 1_000_001,
        batchID: '9',
        time: '2024-03-05T22:00:00.000000000Z',
        type: 'DIVIDEND_ADJUSTMENT',
        instrument: 'UK100_GBP',
        dividendAdjustment: '63.4950',
        quoteDividendAdjustment: '50',
        homeConversionFactors: {
          gainQuoteHome: { factor: '1.27000000000000' },
          lossQuoteHome: { factor: '1.27010000000000' },
          gainBaseHome: { factor: '9102.09000000000000' },
          lossBaseHome: { factor: '9104.07680000000000' },
        },
        accountBalance: cell.state.balance.toFixed(4),
        openTradeDividendAdjustments: [
          { tradeID: '5', dividendAdjustment: '127.0000', quoteDividendAdjustment: '100' },
          { tradeID: '7', dividendAdjustment: '-63.5050', quoteDividendAdjustment: '-50' },
        ],
      },
    ]);
    expect(cell.state.balance.minus(financed).toFixed(4)).toBe('63.4950');
    expect(before.eq(cell.state.balance)).toBe(false);
    expect(sim.faults()).toEqual([]);
  });

  it('is shown by trades, positions, their sides and the account, and by changes', () => {
    const { sim, cell } = held(['20', '-10']);
    const { state } = cell;
    const source = () => viewOf(sim);
    expect(accountSummary(state, cell.market)).toMatchObject({ dividendAdjustment: '0' });
    sim.waitUntil(ROLLOVER);
    const last = state.lastTransactionID;
    expect(written(fullAccount(source()))).toMatchObject({
      dividendAdjustment: '63.4950',
      trades: [
        { id: '7', dividendAdjustment: '-63.5050' },
        { id: '5', dividendAdjustment: '127.0000' },
      ],
      positions: [
        {
          dividendAdjustment: '63.4950',
          long: { dividendAdjustment: '127.0000' },
          short: { dividendAdjustment: '-63.5050' },
        },
      ],
    });
    expect(written(accountChanges(source(), last - 1))).toMatchObject({
      positions: [{ dividendAdjustment: '63.4950' }],
      transactions: [{ type: 'DIVIDEND_ADJUSTMENT' }],
    });
    expect(accountChangesState(source())).toMatchObject({ dividendAdjustment: '63.4950' });
  });

  it('concerns what is open then: no trade of the day before, none of the ex-day, half of a half', () => {
    const { sim, adjusted } = held(['20', '4']);
    sim.send({ type: 'CloseTrade', tradeSpecifier: '5', units: '15' });
    sim.send({ type: 'CloseTrade', tradeSpecifier: '7' });
    const [only] = adjusted(ROLLOVER);
    expect(only).toMatchObject({
      quoteDividendAdjustment: '25',
      openTradeDividendAdjustments: [{ tradeID: '5' }],
    });
    sim.waitUntil('2024-03-05T23:00:01Z');
    sim.quote('UK100_GBP', '7162.0', '7163.0');
    sim.order({ type: 'MARKET', instrument: 'UK100_GBP', units: '1' });
    expect(adjusted('2024-03-07T21:00:00Z')).toEqual([]);
    // Both trades hold on Friday's ex-day.
    expect(adjusted('2024-03-08T22:00:00Z')).toMatchObject([{ quoteDividendAdjustment: '1.5' }]);
  });

  it('is paid whatever the mode of financing, and one instrument after the other by name', () => {
    const config = account({ balance: '1000000', financing: 'NO_FINANCING' });
    const sim = new Sim({
      instruments: [index('US30_USD'), index('SPX500_USD')],
      accounts: [config],
    });
    sim.quote('US30_USD', '38600.0', '38602.0');
    sim.quote('SPX500_USD', '5100.0', '5100.4');
    sim.order({ type: 'MARKET', instrument: 'US30_USD', units: '1' });
    sim.order({ type: 'MARKET', instrument: 'SPX500_USD', units: '-1' });
    const written = sim.waitUntil(ROLLOVER);
    expect(written).toMatchObject([
      { instrument: 'SPX500_USD', dividendAdjustment: '-5.0000' },
      { instrument: 'US30_USD', dividendAdjustment: '5.0000' },
    ]);
    expect(written.map(({ id, batchID }) => id === batchID)).toEqual([true, true]);
  });

  it('is explained with the rule and the conversion', () => {
    const { sim, cell } = held(['-10']);
    const [, written] = sim.waitUntil(ROLLOVER);
    const said = explain(sim.engine.state, cell, Number(written?.id));
    expect(said?.rule).toContain('When an ex-day begins, at 17:00 New York');
    expect(said?.conversion).toMatchObject([
      {
        what: 'dividendAdjustment',
        tradeID: '5',
        currency: 'GBP',
        amount: '-50',
        kind: 'loss',
        home: '-63.5050',
      },
    ]);
  });

  it('can bring about a margin closeout at the next price', () => {
    const dividends = [{ exDate: WEDNESDAY, amount: '200' }];
    const { sim } = held(['-10'], { balance: '4700' }, { dividends });
    sim.waitUntil('2024-03-05T23:00:00Z');
    const closed = sim.quote('UK100_GBP', '7167.0', '7168.0');
    expect(closed).toMatchObject([
      { reason: 'MARGIN_CLOSEOUT' },
      { reason: 'MARKET_ORDER_MARGIN_CLOSEOUT' },
    ]);
    expect(sim.faults()).toEqual([]);
  });
});

/** As clients get it. */
function written(body: object): unknown {
  return JSON.parse(JSON.stringify(body));
}
