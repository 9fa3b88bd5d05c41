/** The market of a scenario under the faults of a schedule: its ticks and halts are changed before the run. */

import { readRule } from '../../core/fault/read-rule.js';
import { disturbancesOf, disturbedEntry } from '../../core/run/input/disturbed-market.js';
import type { Scenario } from '../../core/run/scenario.js';
import type { Schedule } from './subject.js';

/** The scenario whose ticks are changed by the market faults of a schedule. */
export function withMarketFaults(scenario: Scenario, schedule: Schedule): Scenario {
  const rules = schedule.map((rule, at) => readRule(rule, `f${at + 1}`));
  const found = disturbancesOf(rules, scenario.from, scenario.to);
  const market = scenario.market.map(entry =>
    disturbedEntry(entry, found.get(entry.instrument.name) ?? []),
  );
  return { ...scenario, market };
}
