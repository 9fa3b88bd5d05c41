/** The strategy of a scenario as the client of a campaign: faults of the market reach it. */

import { strategiesOf } from '../../broker/runtime/run-scenario.js';
import { guardOf } from '../../broker/runtime/stall-guard.js';
import { InputError } from '../../core/base/input-error.js';
import { readRule } from '../../core/fault/read-rule.js';
import { runBacktest } from '../../core/run/backtest.js';
import { disturbancesOf, disturbedEntry } from '../../core/run/disturbed-market.js';
import type { Scenario } from '../../core/run/scenario.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Evidence, Reach, Schedule, Subject } from './subject.js';

const REACH: ReadonlySet<Reach> = new Set(['market']);

/**
 * The strategy as a client.
 * @param rules - hold in every run, beside those of the scenario.
 * @throws InputError for a scenario without a strategy.
 */
export function strategySubject(loaded: LoadedScenario, rules: Schedule = []): Subject {
  const { scenario, file } = loaded;
  if (scenario.strategy === undefined) {
    throw new InputError('scenario', { file }, 'has no strategy; name a program after --');
  }
  return {
    reach: REACH,
    instruments: scenario.market.map(({ instrument }) => instrument.name),
    from: scenario.from,
    to: scenario.to,
    run: schedule => runOnce(loaded, [...rules, ...schedule]),
  };
}

async function runOnce(loaded: LoadedScenario, schedule: Schedule): Promise<Evidence> {
  const { scenario } = loaded;
  const made = await strategiesOf(loaded);
  const result = runBacktest(disturbed(scenario, schedule), { ...made, guard: guardOf(made) });
  const { failure, expectations, engine } = result;
  const traded = new Set(loaded.strategies.map(({ choice }) => choice.accountID));
  return {
    ending: failure === undefined ? { kind: 'done' } : { kind: 'failed', words: failure.message },
    ledger: result.ledger.filter(each => traded.has(each.accountID)),
    expectations,
    operations: [],
    endedAt: engine.now,
    fired: [],
  };
}

/** The scenario whose ticks are changed by the market faults of a schedule. */
function disturbed(scenario: Scenario, schedule: Schedule): Scenario {
  const rules = schedule.map((rule, at) => readRule(rule, `f${at + 1}`));
  const found = disturbancesOf(rules, scenario.from, scenario.to);
  const market = scenario.market.map(entry =>
    disturbedEntry(entry, found.get(entry.instrument.name) ?? []),
  );
  return { ...scenario, market };
}
