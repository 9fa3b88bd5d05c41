/**
 * The strategies of a scenario that run in a served simulation: modules are loaded once, strategies
 * are made of them for each run. Source: decision 0046.
 */

import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { type MadeStrategies, strategyDrivers } from '../../../core/run/strategy-drivers.js';
import { LiveStrategy } from '../../../core/strategy/live-strategy.js';
import type { Strategy } from '../../../core/strategy/strategy.js';
import type { StrategyDriver } from '../../../core/strategy/strategy-driver.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import type { NamedStrategy } from '../../../data/storage/scenario/strategies/read-strategies.js';
import { explainFailure, ownerOf, watchedStrategy } from '../run-scenario.js';
import type { StrategyMaker } from '../strategies/simulation-strategies.js';
import { threadWatch } from '../watch/thread-watch.js';
import { RecordedDriver, Script } from './recorded-driver.js';
import type { Wishes } from './transcript.js';

/** Strategies that were made together, or why they could not be made; the script has their calls. */
export interface MadeTogether {
  readonly fresh?: readonly Wishes[];
  readonly refused?: string;
  readonly script: Script;
}

/**
 * Loads the strategies of `loaded`, and tries once whether they can be made.
 * @param onMade - gets strategies whose calls are to be written down. Absent: none are.
 * @throws InputError for a scenario without a strategy, a module or a parameter that is wrong, and
 * for candles that the market does not have.
 */
export async function liveStrategies(
  loaded: LoadedScenario,
  onMade?: (made: MadeTogether) => void,
): Promise<StrategyMaker> {
  if (loaded.strategies.length === 0) throw loaded.document.error([], 'has no strategy to run');
  const factories = await factoriesOf(loaded);
  const watch = threadWatch(loaded.strategies.map(watchedStrategy));
  const driversOf = (acts?: Script) =>
    strategyDrivers(loaded.scenario, { ...madeBy(loaded, factories), ...present({ watch, acts }) });
  const make = () => (onMade === undefined ? driversOf().map(asItIs) : recorded(driversOf, onMade));
  try {
    make();
  } catch (error) {
    if (!(error instanceof StrategyError)) throw error;
    throw loaded.document.error(ownerOf(loaded, error)?.place ?? [], error.message);
  }
  return () => {
    try {
      return make();
    } catch (error) {
      // It could be made before, so the strategy itself has changed since.
      const fault = error instanceof InputError ? new StrategyError(error.message) : error;
      if (fault instanceof StrategyError)
        onMade?.({ refused: fault.message, script: new Script() });
      throw fault;
    }
  };
}

function asItIs(driver: StrategyDriver): LiveStrategy {
  return new LiveStrategy(driver);
}

/** Strategies whose calls are written down. */
function recorded(
  driversOf: (acts: Script) => readonly StrategyDriver[],
  onMade: (made: MadeTogether) => void,
): readonly LiveStrategy[] {
  const script = new Script();
  const drivers = driversOf(script).map(driver => new RecordedDriver(driver, script));
  onMade({ fresh: drivers.map(({ wishes }) => wishes), script });
  return drivers.map(driver => new LiveStrategy(driver));
}

/** In words what stopped a strategy of `loaded`, with the place in its source. */
export async function faultText(loaded: LoadedScenario, fault: StrategyError): Promise<string> {
  const owner = ownerOf(loaded, fault)?.path ?? loaded.file;
  return (await explainFailure(fault, owner)).message;
}

type Factory = () => Strategy;

/** Makes a strategy of each account. */
async function factoriesOf({
  document,
  strategies,
}: LoadedScenario): Promise<ReadonlyMap<string, Factory>> {
  // The module that loads strategies is large, and most servers run none.
  const { loadStrategyModule, makeStrategy } = await import(
    '../../../data/storage/strategy/strategy-module.js'
  );
  const factories = new Map<string, Factory>();
  for (const { choice, path: file, place } of strategies) {
    const module = await loadStrategyModule(file);
    const complain = (path: NamedStrategy['place'], rule: string) =>
      document.error([...place, 'params', ...path], rule);
    factories.set(choice.accountID, () => makeStrategy(module, choice.params, complain));
  }
  return factories;
}

function madeBy(
  { scenario }: LoadedScenario,
  factories: ReadonlyMap<string, Factory>,
): MadeStrategies {
  const made = new Map([...factories].map(([accountID, make]) => [accountID, make()]));
  const strategy = made.get(scenario.strategy?.accountID ?? '');
  return { others: made, ...(strategy && { strategy }) };
}
