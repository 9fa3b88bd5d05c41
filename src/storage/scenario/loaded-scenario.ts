/**
 * A scenario file as loaded: the scenario, its document and its ticks.
 */

import type { Scenario } from '../../core/run/scenario.js';
import type { ScenarioDocument } from '../document/document.js';
import type { OpenedTicks } from '../tick-store/opened-ticks.js';
import type { Window } from './load-options.js';

/** The ticks of one instrument of the market. */
export interface LoadedTicks {
  readonly instrument: string;
  /** As written in the scenario. */
  readonly named: string;
  /** Real path of the file. */
  readonly path: string;
  readonly file: OpenedTicks;
}

/** What differs from the scenario file when another part of its ticks is run. */
export interface WindowPart {
  /** The window of the file. */
  readonly own: Window;
  /** Number of entries in the file's timeline. */
  readonly entries: number;
  /** How many of those lie outside the part, or name an order that does. */
  readonly leftOut: number;
}

/** A scenario that is ready to run, and what it was read from. */
export interface LoadedScenario {
  /** Path of the scenario file, as the caller gave it. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly document: ScenarioDocument;
  /** How the API spells order fields when the scenario is served. */
  readonly dialect: 'current' | '2016';
  /** Tick files as loaded, by instrument. */
  readonly ticks: readonly LoadedTicks[];
  /** Real path of the strategy's module. */
  readonly strategyPath?: string;
  /** Present when another part of the ticks was asked for than the file's window. */
  readonly part?: WindowPart;
}

/** What a scenario says of its strategy. */
export interface StrategyPart extends Pick<LoadedScenario, 'document' | 'strategyPath'> {
  readonly scenario: Pick<Scenario, 'seed' | 'strategy'>;
}
