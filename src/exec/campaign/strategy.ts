/** The strategy of a scenario as the client of a campaign: faults of the market reach it. */

import { strategiesOf } from '../../broker/runtime/run-scenario.js';
import { guardOf } from '../../broker/runtime/stall-guard.js';
import { InputError } from '../../core/base/input-error.js';
import { runBacktest } from '../../core/run/backtest.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { withMarketFaults } from './market-faults.js';
import type { Evidence, FaultReach, Schedule, Subject } from './subject.js';

const REACH: ReadonlySet<FaultReach> = new Set(['market']);

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
  const result = runBacktest(withMarketFaults(scenario, schedule), {
    ...made,
    guard: guardOf(made),
  });
  const { failure, expectations, engine } = result;
  const traded = new Set(loaded.strategies.map(({ choice }) => choice.accountID));
  return {
    ending: failure === undefined ? { kind: 'done' } : { kind: 'failed', words: failure.message },
    ledger: result.ledger.filter(each => traded.has(each.accountID)),
    expectations,
    operations: [],
    requests: [],
    endedAt: engine.now,
    fired: [],
  };
}
