/** The strategies of a scenario as drivers of one run. */

import type { ActWatch, HookWatch } from '../strategy/hook-watch.js';
import type { Strategy } from '../strategy/strategy.js';
import { type DriverSetup, StrategyDriver } from '../strategy/strategy-driver.js';
import { ofAccount } from '../strategy/strategy-error.js';
import type { Scenario, StrategyChoice } from './scenario.js';

/** Fresh strategies of a scenario. */
export interface MadeStrategies {
  readonly strategy?: Strategy;
  /** The strategies of the scenario's `others`, by account. */
  readonly others?: ReadonlyMap<string, Strategy>;
  /** Sees their hooks begin and return; absent: nothing does. */
  readonly watch?: HookWatch;
  /** Sees what they do; absent: nothing does. */
  readonly acts?: ActWatch;
}

/**
 * A driver for each strategy that was made, in the order of the scenario.
 * @throws StrategyError of the account, when a strategy asks for what does not exist.
 */
export function strategyDrivers(
  scenario: Pick<Scenario, 'strategy' | 'others' | 'market' | 'seed'>,
  { strategy, others, watch, acts }: MadeStrategies,
): StrategyDriver[] {
  const { market, seed } = scenario;
  let timers = 0;
  const timerNumber = () => timers++;
  const chosen = [
    { choice: scenario.strategy, made: strategy },
    ...(scenario.others ?? []).map(choice => ({ choice, made: others?.get(choice.accountID) })),
  ];
  return chosen.flatMap(({ choice, made }) => {
    if (choice === undefined || made === undefined) return [];
    // Field by field: a spread would give the set-up of every run a shape of its own.
    const setup = { market, seed, draws: choice.draws, timerNumber, watch, acts };
    return [driverOf(made, choice, setup)];
  });
}

function driverOf(
  strategy: Strategy,
  { accountID }: StrategyChoice,
  setup: DriverSetup,
): StrategyDriver {
  try {
    return new StrategyDriver(strategy, accountID, setup);
  } catch (error) {
    throw ofAccount(error, accountID);
  }
}
