/** Rules of risk that a run broke, in words. */

import type { BacktestResult } from '../../core/run/backtest.js';

/** One line for each breach, and one when a breach ended the run; empty when none happened. */
export function breachLines({ breaches, ended }: BacktestResult): string[] {
  const lines = breaches.map(
    ({ time, accountID, rule, then, NAV, floor }) =>
      `${accountID}: ${rule} was broken at ${time}: NAV ${NAV}, floor ${floor}: ${then}`,
  );
  return ended === undefined ? lines : [...lines, `the run ended at ${ended.time}: ${ended.rule}`];
}
