/**
 * A served simulation as a recorded session: its inputs so far, and the run that they cause. The
 * whole of the present instant belongs to it.
 */

import { present } from '../../core/base/present.js';
import { type BacktestResult, runBacktest } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { instant } from '../../core/time/instant.js';
import type { Session } from '../../core/whatif/session.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Simulation } from './simulation/simulation.js';

/** The session of a simulation, up to the present. */
export function sessionOf(simulation: Simulation): Session {
  const { scenario, run, now } = simulation;
  return { scenario, inputs: [...run.journal()], end: now };
}

/** A session as a run whose window ends with it. */
export interface SessionRecord {
  readonly loaded: LoadedScenario;
  readonly result: BacktestResult;
}

/**
 * Runs the session of `simulation` again, for the folder of a run. It takes as long as the session
 * takes at full speed, and nothing else happens meanwhile.
 * @param loaded - the scenario of the simulation.
 */
export function sessionRecord(loaded: LoadedScenario, simulation: Simulation): SessionRecord {
  const { inputs, end } = sessionOf(simulation);
  const { strategies } = simulation;
  const market = strategies === undefined ? withoutStrategies(loaded) : loaded;
  const { from, to } = market.scenario;
  const scenario: Scenario = {
    ...market.scenario,
    to: instant(end + 1),
    expect: { accounts: new Map(), transactions: new Map() },
  };
  const part = { own: { from, to }, entries: 0, leftOut: 0, ...market.part };
  const drawings = strategies?.drawn();
  // A copy by fields would leave out the parts that are made when they are read.
  const result = Object.assign(runBacktest(scenario, { recorded: inputs }), present({ drawings }));
  return { loaded: { ...market, scenario, ...(scenario.to !== to && { part }) }, result };
}

/** The scenario without the strategies that it names, because they did not run. */
function withoutStrategies({ strategyPath: _, ...loaded }: LoadedScenario): LoadedScenario {
  return { ...loaded, strategies: [] };
}
