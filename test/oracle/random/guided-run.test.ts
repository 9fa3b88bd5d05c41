import { describe, expect, it } from 'vitest';
import { IS_NIGHTLY } from '../../support/random/nightly.js';
import { decimal } from '../numbers/rational.js';
import { runOracle } from '../oracle.js';
import { randomRun } from './guided-run.js';

const RUNS = IS_NIGHTLY ? 100 : 6;

describe('random runs', () => {
  it('draws the same run for the same seed and another for another', () => {
    expect(JSON.stringify(randomRun(7))).toBe(JSON.stringify(randomRun(7)));
    expect(JSON.stringify(randomRun(7))).not.toBe(JSON.stringify(randomRun(8)));
  });

  it('numbers transactions from 1 and adds up to the balance that it prints', () => {
    for (let seed = 0; seed < RUNS; seed++) {
      for (const log of runOracle(randomRun(seed)).transactions.values()) {
        let balance = decimal('0');
        (log as Record<string, string>[]).forEach((entry, at) => {
          expect(entry.id, `seed ${seed}`).toBe(String(at + 1));
          if (entry.accountBalance === undefined) return;
          const added = [entry.amount, entry.pl, entry.financing, entry.dividendAdjustment].map(
            text => decimal(text ?? '0'),
          );
          const taken = [entry.commission, entry.guaranteedExecutionFee].map(text =>
            decimal(text ?? '0'),
          );
          for (const part of added) balance = balance.plus(part);
          for (const part of taken) balance = balance.minus(part);
          expect(entry.accountBalance, `seed ${seed}, id ${entry.id}`).toBe(balance.fixed(4));
        });
      }
    }
  });
});
