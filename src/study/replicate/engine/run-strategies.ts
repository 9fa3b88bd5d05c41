/** Runs a scenario from beginning to end, as `orrery run` and studies do, with a strategy for each account. */

import { guardOf } from '../../../broker/runtime/stall-guard.js';
import { present } from '../../../core/base/present.js';
import { type BacktestResult, runBacktest } from '../../../core/run/backtest.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Strategy } from '../../../core/strategy/strategy.js';

/**
 * The result.
 * @param strategies - one for each account of the scenario, in their order.
 * @throws StrategyError when one of them fails.
 */
export function runStrategies(
  scenario: Scenario,
  ...[strategy, ...more]: readonly Strategy[]
): BacktestResult {
  const others = new Map(
    (scenario.others ?? []).flatMap(({ accountID }, index) => {
      const other = more[index];
      return other === undefined ? [] : [[accountID, other] as const];
    }),
  );
  const result = runBacktest(scenario, {
    ...present({ strategy }),
    others,
    guard: guardOf({ others, ...present({ strategy }) }),
  });
  if (result.failure !== undefined) throw result.failure;
  return result;
}
