import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../../../../src/core/market/instrument-table.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { figuresOf } from '../../../../../src/data/figures/table/table.js';
import { madeRun } from '../../../../support/figures/account-run.js';

/** A DAILY_FINANCING of EUR_USD. */
function daily(time: string, financing: string): Transaction {
  const positionFinancings = [{ instrument: 'EUR_USD', financing }];
  return { type: 'DAILY_FINANCING', time, financing, positionFinancings } as unknown as Transaction;
}

/** The facts of a run of EUR_USD that ends 120 below its opening. */
function facts(charges: readonly Transaction[], rates: Partial<Instrument> = {}): Facts {
  const run = madeRun({ navs: [9_900, 9_880] });
  const known = instrumentTable().get('EUR_USD');
  if (known === undefined) throw new Error('no EUR_USD');
  const [first] = run.market;
  if (first === undefined) throw new Error('no market');
  const market = [{ ...first, instrument: withOverrides(known, rates) }];
  const ledger = [...run.ledger, ...charges];
  return new Facts({ ...run, ledger, entries: ledger, market });
}

const noteOf = (found: Facts) => figuresOf(found, ({ name }) => name === 'netProfit')[0]?.note;

describe('financing by built-in rates', () => {
  const charges = [
    daily('1999-03-01T22:00:00Z', '-100.5000'),
    daily('2001-03-01T22:00:00Z', '-70'),
  ];

  it('of another year stands beside the net profit, with the profit without it', () => {
    const found = facts(charges).builtInFinancing();
    expect(found).toMatchObject({ ratesOf: 2023, from: 1999, to: 2001 });
    expect(noteOf(facts(charges))).toBe(
      'includes -170.5000 USD of financing for 1999 to 2001, charged at the built-in rates of 2023; without it: 50.5000 USD',
    );
    expect(noteOf(facts(charges.slice(0, 1)))).toContain(
      'for 1999, charged at the built-in rates of 2023; without it: -19.5000 USD',
    );
  });

  it('of their own year, and rates of the scenario, need no notice', () => {
    expect(noteOf(facts([daily('2023-03-01T22:00:00Z', '-100')]))).toBeUndefined();
    expect(noteOf(facts([daily('1999-03-01T22:00:00Z', '0.0000')]))).toBeUndefined();
    const financing = {
      longRate: '-0.01',
      shortRate: '0.001',
      financingDaysOfWeek: [],
    } as unknown as Instrument['financing'];
    expect(noteOf(facts(charges, { financing }))).toBeUndefined();
  });
});
