/** What must hold of the figures of any run. */

import { expect } from 'vitest';
import type { ScenarioRun } from '../../../src/broker/runtime/run-scenario.js';
import { decimal, formatMoney, sum } from '../../../src/core/base/decimal.js';
import { accountRuns } from '../../../src/data/figures/account/account-run.js';
import { Facts } from '../../../src/data/figures/facts/facts.js';
import { accountReport } from '../../../src/data/figures/report/report.js';
import { figures, figureValue } from './account-run.js';

/**
 * The figures of each account add up to its balance: results of closed trades and what open ones have realized.
 * @returns how many accounts have closed all their trades.
 */
export function expectSums({ result, loaded }: ScenarioRun): number {
  let closedOnly = 0;
  for (const run of accountRuns(loaded.scenario, result)) {
    const facts = new Facts(run);
    const summary = result.accounts.find(({ id }) => id === run.accountID);
    const paid = sum(facts.days().map(({ paidIn }) => paidIn));
    const made = decimal(summary?.NAV ?? '0').minus(paid);
    expect(figureValue(run, 'netProfit')).toBe(formatMoney(made));
    const { financing, commission, guaranteedExecutionFees } = facts.costs();
    expect(formatMoney(financing)).toBe(summary?.['financing']);
    expect(formatMoney(commission)).toBe(summary?.['commission']);
    expect(formatMoney(guaranteedExecutionFees)).toBe(summary?.['guaranteedExecutionFees']);
    if (run.trades.some(trade => trade.state !== 'CLOSED')) continue;
    closedOnly += 1;
    const results = sum(facts.trades().map(({ result: each }) => each));
    expect(formatMoney(results)).toBe(formatMoney(made));
  }
  return closedOnly;
}

/** Each figure is a number, or has a reason why there is none. */
export function expectNumbersOrReasons({ result, loaded }: ScenarioRun): void {
  for (const run of accountRuns(loaded.scenario, result)) {
    expect(JSON.stringify(accountReport(new Facts(run)))).not.toMatch(/NaN|Infinity/);
    for (const { name, value, reason } of figures(run).values()) {
      expect(value === null, name).toBe(reason !== undefined);
    }
  }
}
