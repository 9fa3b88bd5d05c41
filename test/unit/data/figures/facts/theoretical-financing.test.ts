import { describe, expect, it } from 'vitest';
import { formatFixed } from '../../../../../src/core/base/decimal.js';
import type { FinancingMode } from '../../../../../src/core/ledger/account-config.js';
import { daysFromCivil } from '../../../../../src/core/time/instant.js';
import { theoreticalFinancing } from '../../../../../src/data/figures/facts/theoretical-financing.js';
import { madeRun } from '../../../../support/figures/account-run.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

const TUESDAY = daysFromCivil(2024, 3, 5);

/** A trade of 100000 EUR_USD from Tuesday on; 40000 of it are closed on Wednesday at 12:00 UTC. */
function theoretical(financing: FinancingMode, units: '100000' | '-100000') {
  const instrument = pair('EUR_USD', {
    // Differences of -0.01 and 0.02, with a markup of 0.005 on both sides.
    datedRates: [
      { from: TUESDAY, longRate: '-0.015', shortRate: '0.005' },
      { from: TUESDAY + 1, longRate: '0.015', shortRate: '-0.025' },
    ],
  });
  const sim = new Sim({
    instruments: [instrument],
    accounts: [account({ financing })],
    from: '2024-03-05T12:00:00Z',
  });
  sim.quote('EUR_USD', '1.09990', '1.10010', { seconds: 0 });
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units });
  sim.waitUntil('2024-03-06T12:00:00Z');
  const closing = units.startsWith('-') ? '40000' : '-40000';
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: closing });
  sim.waitUntil('2024-03-06T22:00:00Z');
  const run = madeRun({ navs: [100_000] });
  const [first] = run.market;
  if (first === undefined) throw new Error('no market');
  const market = [{ ...first, instrument }];
  const sum = theoreticalFinancing({
    ...run,
    financing,
    market,
    ledger: sim.engine.ledger.slice(),
  });
  return formatFixed(sum, 6);
}

describe('financing without markup', () => {
  it('is the rate difference of the days charged, at the middle of the factors', () => {
    // (100000 x -0.01 + 60000 x 0.02 x 3) x 1.1 / 365
    expect(theoretical('DAILY', '100000')).toBe('7.835616');
    expect(theoretical('DAILY_INSTRUMENT', '-100000')).toBe('-7.835616');
  });

  it('is settled by closes, and up to the second, where it accrues', () => {
    // (100000 x -0.01 x 10 h + 100000 x 0.02 x 14 h + 60000 x 0.02 x 10 h) x 1.1 / (365 x 24 h)
    expect(theoretical('SECOND_BY_SECOND', '100000')).toBe('3.767123');
  });

  it('is nothing without financing', () => {
    expect(theoretical('NO_FINANCING', '100000')).toBe('0.000000');
  });
});
